package std

import (
	"math"
	"slices"
	"strings"
	"sync"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// Module sys. Its namespace is the session's, in which the streams already stand.

const (
	// PythonVersion is the version of Python that this one is like.
	PythonVersion = "3.11.9"
	hexVersion    = 0x030b09f0
)

func initSys(t *object.Thread) (*object.Module, error) {
	s := t.Session
	m := object.NewModuleOf("sys", s.Sys).Object().(*object.Module)
	m.AddFuncs(
		object.Def("getrecursionlimit()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return object.Int(int64(t.Session.RecursionLimit)), nil
		}, "The greatest depth of nested calls."),
		object.Def("setrecursionlimit(limit, /)", setRecursionLimit, "Sets the greatest depth of nested calls."),
		object.Def("getsizeof(object, default=?, /)", sysSizeOf, "The size of an object in bytes."),
		object.Def("getrefcount(object, /)", func(*object.Thread, []object.Value) (object.Value, error) { return object.Int(2), nil }, "References are not counted here; always 2."),
		object.Def("intern(string, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			if _, ok := object.AsStr(a[0]); !ok {
				return object.Value{}, object.Raise(object.TypeError, "intern() argument must be str, not %s", object.TypeName(a[0]))
			}
			return a[0], nil
		}, "The string itself."),
		object.Def("exit(status=None, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			args := a[:1]
			if tuple, ok := a[0].Object().(*object.Tuple); ok {
				args = tuple.Items
			} else if a[0].IsNone() {
				args = nil
			}
			return object.Value{}, object.NewException(object.SystemExit, slices.Clone(args)...)
		}, "Ends the program by raising SystemExit(status)."),
		object.Def("getdefaultencoding()", constant(object.NewStr("utf-8")), "The encoding of strings."),
		object.Def("getfilesystemencoding()", constant(object.NewStr("utf-8")), "The encoding of file names."),
		object.Def("is_finalizing()", constant(object.False), "Whether the interpreter is shutting down."),
		object.Def("get_int_max_str_digits()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			if n := t.Session.MaxStrDigits; n != 0 {
				return object.Int(int64(max(n, 0))), nil
			}
			return object.Int(4300), nil
		}, "The limit of conversions between int and str."),
		object.Def("set_int_max_str_digits(maxdigits)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			n, err := object.IndexInt(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			if n != 0 && n < 640 {
				return object.Value{}, object.Raise(object.ValueError, "maxdigits must be 0 or larger than 640")
			}
			t.Session.MaxStrDigits = n
			if n == 0 {
				t.Session.MaxStrDigits = -1
			}
			return object.None, nil
		}, "Sets the limit of conversions between int and str."),
		object.Def("_settypename(cls, name, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			c, ok := a[0].Object().(*object.Class)
			name, isStr := object.AsStr(a[1])
			if !ok || !isStr {
				return object.Value{}, object.Raise(object.TypeError, "_settypename() takes a class and a name")
			}
			object.SetTypeName(c, name)
			return object.None, nil
		}, "Makes messages name the class as one that CPython writes in C, with its module."),
		object.Def("__displayhook__(object, /)", displayHook, "The displayhook of plain Python."),
		object.Def("getfilesystemencodeerrors()", constant(object.NewStr("surrogateescape")), "How file names that are no text are kept."),
		object.Def("getswitchinterval()", constant(object.Float(0.005)), "There is one thread; the value is CPython's."),
		object.Def("setswitchinterval(interval, /)", constant(object.None), "Accepted, without effect."),
	)
	for name, v := range sysAttributes(s) {
		if _, there := s.Sys.Get(name); !there {
			s.Sys.Set(name, v)
		}
	}
	return m, nil
}

func displayHook(t *object.Thread, a []object.Value) (object.Value, error) {
	if a[0].IsNone() {
		return object.None, nil
	}
	out, ok := t.Session.Sys.Get("stdout")
	if !ok {
		return object.Value{}, object.Raise(object.RuntimeError, "lost sys.stdout")
	}
	text, err := object.Repr(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	t.Session.Builtins.Set("_", a[0])
	_, err = object.CallAttr(t, out, "write", object.NewStr(text+"\n"))
	return object.None, err
}

func constant(v object.Value) object.GoFunc {
	return func(*object.Thread, []object.Value) (object.Value, error) { return v, nil }
}

func sysAttributes(s *object.Session) map[string]object.Value {
	str := object.NewStr
	return map[string]object.Value{
		"displayhook":          object.Of(object.Def("displayhook(object, /)", displayHook, "Prints an object to sys.stdout and saves it in builtins._")),
		"modules":              object.Of(s.Modules),
		"path":                 object.NewList([]object.Value{str("")}),
		"argv":                 object.NewList([]object.Value{str("")}),
		"orig_argv":            object.NewList([]object.Value{str("python3")}),
		"_UnraisableHookArgs":  binding.SequenceClass("UnraisableHookArgs", strings.Fields("exc_type exc_value exc_traceback err_msg object")).Value(),
		"stdlib_module_names":  moduleNames(),
		"warnoptions":          object.NewList(nil),
		"flags":                sysFlags(),
		"version":              str(PythonVersion + " (gputour)"),
		"version_info":         sequenceOf("sys.version_info", []string{"major", "minor", "micro", "releaselevel", "serial"}, object.Int(3), object.Int(11), object.Int(9), str("final"), object.Int(0)),
		"hexversion":           object.Int(hexVersion),
		"api_version":          object.Int(1013),
		"copyright":            str("gputour: an implementation of Python 3.11 for a course about GPUs"),
		"platform":             str("linux"),
		"byteorder":            str("little"),
		"maxsize":              object.Int(math.MaxInt64),
		"maxunicode":           object.Int(0x10ffff),
		"executable":           str("/usr/bin/python3"),
		"prefix":               str("/usr"),
		"base_prefix":          str("/usr"),
		"exec_prefix":          str("/usr"),
		"builtin_module_names": object.NewTuple(str("builtins"), str("itertools"), str("math"), str("sys"), str("time")),
		"dont_write_bytecode":  object.True,
		"abiflags":             str(""),
		"float_repr_style":     str("short"),
		"platlibdir":           str("lib"),
		"pycache_prefix":       object.None,
		"meta_path":            object.NewList(nil),
		"path_hooks":           object.NewList(nil),
		"path_importer_cache":  object.Of(object.NewDict()),
		"_xoptions":            object.Of(object.NewDict()),
		"ps1":                  str(">>> "),
		"ps2":                  str("... "),
		"float_info": sequenceOf("sys.float_info",
			[]string{"max", "max_exp", "max_10_exp", "min", "min_exp", "min_10_exp", "dig", "mant_dig", "epsilon", "radix", "rounds"},
			object.Float(math.MaxFloat64), object.Int(1024), object.Int(308), object.Float(0x1p-1022), object.Int(-1021), object.Int(-307),
			object.Int(15), object.Int(53), object.Float(0x1p-52), object.Int(2), object.Int(1)),
		"int_info": sequenceOf("sys.int_info", []string{"bits_per_digit", "sizeof_digit", "default_max_str_digits", "str_digits_check_threshold"},
			object.Int(30), object.Int(4), object.Int(4300), object.Int(640)),
		"hash_info": sequenceOf("sys.hash_info", []string{"width", "modulus", "inf", "nan", "imag", "algorithm", "hash_bits", "seed_bits", "cutoff"},
			object.Int(64), object.Int(1<<61-1), object.Int(314159), object.Int(0), object.Int(1000003), str("siphash13"), object.Int(64), object.Int(128), object.Int(0)),
		"implementation": binding.NewNamespace(map[string]object.Value{"name": str("gputour"), "cache_tag": object.None, "hexversion": object.Int(hexVersion)}),
	}
}

// library is Modules; sys, which is one of them, cannot name it in a declaration.
var library func() []interp.Module

func init() { library = Modules }

// topModules are the names of the library's modules that stand below no package.
var topModules = sync.OnceValue(func() (names []string) {
	for _, m := range library() {
		if !strings.Contains(m.Name, ".") && !Absent(m.Name) {
			names = append(names, m.Name)
		}
	}
	return names
})

// moduleNames is sys.stdlib_module_names, which all sessions share.
var moduleNames = sync.OnceValue(func() object.Value {
	names := object.NewFrozenSet()
	for _, name := range topModules() {
		names.Add(nil, object.NewStr(name))
	}
	v := object.Of(names)
	object.Hash(nil, v) // which a frozenset keeps
	return v
})

func setRecursionLimit(t *object.Thread, a []object.Value) (object.Value, error) {
	n, err := object.IndexInt(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	const most = 20_000 // what the evaluator's own limits bear
	if n < 1 {
		return object.Value{}, object.Raise(object.ValueError, "recursion limit must be greater or equal than 1")
	}
	if depth := t.Depth + 1; n <= depth { // CPython counts the call of this function too
		return object.Value{}, object.Raise(object.RecursionError, "cannot set the recursion limit to %d at the recursion depth %d: the limit is too low", n, depth)
	}
	t.Session.RecursionLimit = min(n, most)
	return object.None, nil
}

// sysSizeOf answers with the sizes of CPython 3.11 on 64 bits, which courses quote.
func sysSizeOf(t *object.Thread, a []object.Value) (object.Value, error) {
	v := a[0]
	if r, ok, err := object.CallMethod(t, v, "__sizeof__"); ok && err == nil {
		return r, nil
	}
	size := 16
	switch o := v.Object().(type) {
	case nil:
		size = immediateSize(v)
	case *object.Str:
		size = strSize(v)
	case *object.BigInt:
		size = 24 + 4*((object.BigOf(v).BitLen()+29)/30)
	case *object.List:
		size = 56 + 8*len(o.Items)
	case *object.Tuple:
		size = 40 + 8*len(o.Items)
	case *object.Dict:
		size = dictSize(o.Len())
	case *object.Set:
		size = 216
		for n := 4; n < o.Len(); n *= 4 {
			size += 512 * n / 4
		}
	case *object.Bytes:
		b, _ := object.AsBytes(v)
		size = 33 + len(b)
	case *object.Class:
		size = 1064
	default:
		size = 48
	}
	return object.Int(int64(size)), nil
}

func immediateSize(v object.Value) int {
	switch {
	case v.IsNone():
		return 16
	case v.IsFloat():
		return 24
	}
	n := object.BigOf(v).BitLen()
	return 24 + 4*((n+29)/30)
}

// strSize is 49, 58, 74 or 76 bytes and 1, 1, 2 or 4 for each character, by the widest.
func strSize(v object.Value) int {
	s, _ := object.AsStr(v)
	widest, n := rune(0), 0
	for _, r := range s {
		widest = max(widest, r)
		n++
	}
	switch {
	case widest < 0x80:
		return 49 + n
	case widest < 0x100:
		return 73 + n
	case widest < 0x10000:
		return 74 + 2*n
	}
	return 76 + 4*n
}

func dictSize(n int) int {
	if n == 0 {
		return 64
	}
	size := 232
	for room := 5; room < n; room *= 2 {
		size += size * 5 / 6
	}
	return size
}

// sequence is a tuple whose items have names, such as sys.version_info.
func sequenceOf(name string, fields []string, items ...object.Value) object.Value {
	c := binding.SequenceClass(name, fields)
	return object.NewTupleOf(c, items)
}

// sysFlags are the options of the command line, none of which is given.
func sysFlags() object.Value {
	names := strings.Fields("debug inspect interactive optimize dont_write_bytecode no_user_site no_site ignore_environment verbose " +
		"bytes_warning quiet hash_randomization isolated dev_mode utf8_mode warn_default_encoding safe_path int_max_str_digits")
	values := make([]object.Value, len(names))
	for i, name := range names {
		switch name {
		case "dev_mode", "safe_path":
			values[i] = object.False
		case "hash_randomization":
			values[i] = object.Int(1)
		case "int_max_str_digits":
			values[i] = object.Int(-1)
		default:
			values[i] = object.Int(0)
		}
	}
	return sequenceOf("sys.flags", names, values...)
}
