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
)

//go:embed all:python
var sources embed.FS

// native lists the modules that are written in Go.
var native = []struct {
	name string
	init func(t *object.Thread) (*object.Module, error)
}{
	{"_abc", initABC},
	{"_ast", initAST},
	{"array", initArray},
	{"_codecs", initCodecs},
	{"_csv_rows", initCSVRows},
	{"_bisect", initBisect},
	{"_collections", initCollections},
	{"_functools", initFunctools},
	{"_random", initRandom},
	{"_base64", initBase64},
	{"binascii", initBinascii},
	{"cmath", initCmath},
	{"_elementtree", initElementTree},
	{"_fiber", initFiber},
	{"_datetime", initDatetime},
	{"_decimal", initDecimal},
	{"gc", initGC},
	{"_hashlib", initHashlib},
	{"_blake2", initBlake2},
	{"_heapq", initHeapq},
	{"_html", initHTML},
	{"io", initIO},
	{"itertools", initItertools},
	{"_json", initJSON},
	{"math", initMath},
	{"_operator", initOperator},
	{"_pickle", initPickle},
	{"_posix", initPosix},
	{"_process", initProcess},
	{"_re", initRe},
	{"_struct", initStruct},
	{"sys", initSys},
	{"time", initTime},
	{"unicodedata", initUnicodedata},
	{"_weakref", initWeakref},
	{"zlib", initZlib},
	{"_zoneinfo", initZoneinfo},
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
