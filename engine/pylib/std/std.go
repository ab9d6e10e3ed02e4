// Package std is Python's standard library, as far as a notebook needs it.
//
// What is hot or touches the machine is Go, one file to a module; the rest is
// Python of our own in python/, compiled once per process. A module of either
// kind is imported by its usual name. No module reaches the host's files,
// environment or network: files are the session's (object.Session.FS).
package std

import (
	"embed"
	"sync"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/std/ast"
	"gputour/engine/pylib/std/containers"
	"gputour/engine/pylib/std/datetime"
	"gputour/engine/pylib/std/decimal"
	"gputour/engine/pylib/std/etree"
	"gputour/engine/pylib/std/fiber"
	"gputour/engine/pylib/std/json"
	"gputour/engine/pylib/std/numeric"
	"gputour/engine/pylib/std/packing"
	"gputour/engine/pylib/std/pickle"
	"gputour/engine/pylib/std/profile"
	"gputour/engine/pylib/std/re"
)

//go:embed all:python
var sources embed.FS

// native lists the modules that are written in Go.
var native = []struct {
	name string
	init func(t *object.Thread) (*object.Module, error)
}{
	{"_abc", initABC},
	{"_ast", ast.Init},
	{"array", containers.InitArray},
	{"_codecs", initCodecs},
	{"_csv_rows", initCSVRows},
	{"_bisect", containers.InitBisect},
	{"_collections", containers.InitCollections},
	{"_functools", containers.InitFunctools},
	{"_random", numeric.InitRandom},
	{"_base64", packing.InitBase64},
	{"binascii", packing.InitBinascii},
	{"cmath", numeric.InitCmath},
	{"_elementtree", etree.Init},
	{"_fiber", fiber.Init},
	{"_datetime", datetime.InitDatetime},
	{"_decimal", decimal.Init},
	{"gc", initGC},
	{"_hashlib", packing.InitHashlib},
	{"_blake2", packing.InitBlake2},
	{"_heapq", containers.InitHeapq},
	{"_html", initHTML},
	{"_io", initIO},
	{"_lsprof", profile.Init},
	{"itertools", containers.InitItertools},
	{"_json", json.Init},
	{"math", numeric.InitMath},
	{"_operator", containers.InitOperator},
	{"_pickle", pickle.Init},
	{"_posix", initPosix},
	{"_process", initProcess},
	{"_re", re.Init},
	{"_struct", packing.InitStruct},
	{"sys", initSys},
	{"time", datetime.InitTime},
	{"unicodedata", initUnicodedata},
	{"_weakref", initWeakref},
	{"zlib", packing.InitZlib},
	{"_zoneinfo", datetime.InitZoneinfo},
}

// Modules returns every module of the library, for interp.Install.
func Modules() []interp.Module {
	var list []interp.Module
	for _, m := range native {
		list = append(list, interp.Module{Name: m.name, Init: m.init})
	}
	for name, why := range absent {
		list = append(list, AbsentModule(name, why))
	}
	return append(list, pythonModules()...)
}

// pythonModules are the modules written in Python.
var pythonModules = sync.OnceValue(func() []interp.Module { return interp.PythonModules(sources, "python") })
