package interp

import (
	"strings"

	"github.com/spf13/afero"

	"gputour/engine/bytecode"
	"gputour/engine/object"
	"gputour/engine/object/file"
	"gputour/engine/syntax/parse"
)

// This file defines the builtins that need the evaluator.

// Install prepares a session: the builtins of the evaluator, __main__, and the
// modules that import can find.
func Install(s *object.Session, modules ...Module) {
	file.Install(s)
	st := stateOf(s)
	s.Born = st.born
	st.offer(&coroutineModule)
	Offer(s, modules...)
	for _, b := range evalBuiltins {
		s.Builtins.Set(b.Name, object.Of(b))
	}
	for _, b := range sysFunctions {
		s.Sys.Set(b.Name, object.Of(b))
		if strings.HasSuffix(b.Name, "hook") {
			s.Sys.Set("__"+b.Name+"__", object.Of(b)) // for a program that has replaced it
		}
	}
	s.Modules.SetStr("__main__", object.NewModuleOf("__main__", Main(s)))
}

// Main returns the namespace of __main__, the globals of the cells.
func Main(s *object.Session) *object.Namespace {
	st := stateOf(s)
	if st.main == nil {
		st.main = object.NewNamespace()
		st.main.Set("__name__", object.NewStr("__main__"))
		st.main.Set("__doc__", object.None)
		st.main.Set("__package__", object.None)
		st.main.Set("__loader__", object.None)
		st.main.Set("__spec__", object.None)
		st.main.Set("__annotations__", object.Of(object.NewDict()))
		if v, ok := s.Modules.GetStr("builtins"); ok {
			st.main.Set("__builtins__", v)
		}
	}
	return st.main
}

var evalBuiltins = []*object.Builtin{
	buildClass,
	object.Def("aiter(async_iterable, /)", builtinAiter, "Return an AsyncIterator for an AsyncIterable object."),
	object.Def("anext(iterator, default=?, /)", builtinAnext, "Return the next item from the async iterator.\n\nIf default is given and the async iterator is exhausted,\nit is returned instead of raising StopAsyncIteration."),
	object.Def("exit(code=None)", exit, "Raise SystemExit."),
	object.Def("quit(code=None)", exit, "Raise SystemExit."),
	object.Def("exec(source, globals=None, locals=None, /, *, closure=None)", builtinExec, "Execute the given source in the context of globals and locals."),
	object.Def("eval(source, globals=None, locals=None, /)", builtinEval, "Evaluate the given source in the context of globals and locals."),
	object.Def("compile(source, filename, mode, flags=0, dont_inherit=False, optimize=-1)", builtinCompile, "Compile source into a code object that can be executed by exec() or eval()."),
	object.Def("breakpoint(*args, **kws)", breakpoint, "breakpoint(*args, **kws)\n\nCall sys.breakpointhook(*args, **kws).  sys.breakpointhook() must accept\nwhatever arguments are passed."),
	object.Def("globals()", builtinGlobals, "Return the dictionary containing the current scope's global variables."),
	object.Def("locals()", builtinLocals, "Return a dictionary containing the current scope's local variables."),
	object.Def("__import__(name, globals=None, locals=None, fromlist=(), level=0)", builtinImport, "Import a module."),
	object.Def("vars(object=?, /)", builtinVars, "vars([object]) -> dictionary"),
	object.Def("dir(object=?, /)", builtinDir, "dir([object]) -> list of strings"),
}

func init() {
	for _, b := range evalBuiltins {
		b.Module = "builtins"
	}
	for _, b := range sysFunctions {
		b.Module = "sys"
	}
}

func builtinGlobals(t *object.Thread, _ []object.Value) (object.Value, error) {
	if ns := machineOf(t).Globals(); ns != nil {
		return object.Of(ns.Dict()), nil
	}
	return object.Of(Main(t.Session).Dict()), nil
}

func builtinLocals(t *object.Thread, _ []object.Value) (object.Value, error) {
	if fr := machineOf(t).top; fr.code != sentinel {
		return frameLocals(fr), nil
	}
	return object.Of(Main(t.Session).Dict()), nil
}

func builtinVars(t *object.Thread, a []object.Value) (object.Value, error) {
	if a[0].IsNil() {
		return builtinLocals(t, nil)
	}
	v, ok, err := object.GetAttrOpt(t, a[0], "__dict__")
	if err == nil && !ok {
		return v, object.Raise(object.TypeError, "vars() argument must have __dict__ attribute")
	}
	return v, err
}

func builtinDir(t *object.Thread, a []object.Value) (object.Value, error) {
	if !a[0].IsNil() {
		names, err := object.CallAttr(t, a[0].Class().Value(), "__dir__", a[0])
		if err != nil {
			return names, err
		}
		return sorted(t, names)
	}
	locals, err := builtinLocals(t, nil)
	if err != nil {
		return locals, err
	}
	return sorted(t, locals)
}

func sorted(t *object.Thread, v object.Value) (object.Value, error) {
	fn, _ := t.Session.Builtins.Get("sorted")
	return object.Call(t, fn, v)
}

// onlyAST is the flag by which compile() gives a tree of module ast.
const onlyAST = 0x400

func builtinCompile(t *object.Thread, a []object.Value) (object.Value, error) {
	if flags, _ := object.AsInt(a[3]); flags&onlyAST != 0 {
		ast, err := Import(t, "ast")
		if err != nil {
			return ast, err
		}
		return object.CallAttr(t, ast, "parse", a[0], a[1], a[2])
	}
	source, err := treeText(t, a[0])
	if err != nil {
		return source, err
	}
	text, err := sourceText(source, "compile")
	if err != nil {
		return object.Value{}, err
	}
	name, err := object.FSPath(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	mode, _ := object.AsStr(a[2])
	src := Source{Name: name, Text: text, Script: true}
	reads := parse.Exec
	switch mode {
	case "exec":
	case "single":
		src.Interactive = true
	case "eval":
		reads = parse.Eval
	default:
		return object.Value{}, object.Raise(object.ValueError, "compile() mode must be 'exec', 'eval' or 'single'")
	}
	return compileObject(t, src, reads)
}

// treeText gives the text of a tree of module ast, and anything else as it is. A
// tree is compiled from its text: what a program built by hand is thus checked
// as every other source is, and the lines of its tracebacks are the text's.
func treeText(t *object.Thread, v object.Value) (object.Value, error) {
	module, ok := t.Session.Modules.GetStr("ast")
	if !ok {
		return v, nil
	}
	class, err := object.GetAttr(t, module, "AST")
	if err != nil {
		return v, err
	}
	if is, err := object.IsInstance(t, v, class); err != nil || !is {
		return v, err
	}
	return object.CallAttr(t, module, "unparse", v)
}

func compileObject(t *object.Thread, src Source, mode parse.Mode) (object.Value, error) {
	if shown, _ := afero.Exists(t.Session.FS, t.Session.OpenPath(src.Name)); shown {
		stateOf(t.Session).remember(src) // else CPython has no lines to show
	}
	if err := t.ChargeItems(len(src.Text), compileShare); err != nil {
		return object.Value{}, err
	}
	p, warnings, err := compileText(src, mode, true)
	if err != nil {
		return object.Value{}, SyntaxException(err)
	}
	if err := warnAll(t, src, warnings); err != nil {
		return object.Value{}, err
	}
	return object.Adopt(&CodeObject{code: p.Code, hasValue: p.HasValue}, codeClass), nil
}

// sourceText is the text of the first argument of exec, eval or compile.
func sourceText(v object.Value, fn string) (string, error) {
	if s, ok := object.AsStr(v); ok {
		return s, nil
	}
	if b, ok := object.AsBytes(v); ok {
		return string(b), nil
	}
	return "", object.Raise(object.TypeError, "%s() arg 1 must be a string, bytes or code object", fn)
}

func builtinExec(t *object.Thread, a []object.Value) (object.Value, error) {
	code, err := codeOf(t, a[0], "exec", parse.Exec)
	if err != nil {
		return object.Value{}, err
	}
	_, err = runIn(t, code, a[1], a[2], "exec")
	return object.None, err
}

func builtinEval(t *object.Thread, a []object.Value) (object.Value, error) {
	code, err := codeOf(t, a[0], "eval", parse.Eval)
	if err != nil {
		return object.Value{}, err
	}
	v, err := runIn(t, code, a[1], a[2], "eval")
	if err == nil && v.IsNil() {
		v = object.None
	}
	return v, err
}

func codeOf(t *object.Thread, v object.Value, fn string, mode parse.Mode) (*bytecode.Code, error) {
	if c, ok := v.Object().(*CodeObject); ok {
		return c.code, nil
	}
	text, err := sourceText(v, fn)
	if err != nil {
		return nil, err
	}
	if mode == parse.Eval {
		text = strings.TrimLeft(text, " \t")
	}
	o, err := compileObject(t, Source{Name: "<string>", Text: text, Script: true}, mode)
	if err != nil {
		return nil, err
	}
	return o.Object().(*CodeObject).code, nil
}

// runIn runs code with the namespaces given to exec or eval, by default those of the caller.
func runIn(t *object.Thread, code *bytecode.Code, globals, locals object.Value, fn string) (object.Value, error) {
	m := machineOf(t)
	ns := m.Globals()
	if ns == nil {
		ns = Main(t.Session)
	}
	if globals.IsNone() {
		if locals.IsNone() && m.top.code != sentinel {
			locals = frameLocals(m.top)
		}
	} else {
		d, ok := globals.Object().(*object.Dict)
		if !ok {
			return object.Value{}, notNamespace(fn, "globals", globals)
		}
		if locals.IsNone() {
			locals = globals
		}
		if _, ok := d.GetStr("__builtins__"); !ok {
			d.SetStr("__builtins__", object.Of(t.Session.Builtins.Dict()))
		}
		ns = object.NamespaceOf(d)
	}
	if locals.IsNone() {
		locals = object.Of(ns.Dict())
	}
	if locals.Class().Slots.GetItem == nil {
		return object.Value{}, notNamespace(fn, "locals", locals)
	}
	if locals == object.Of(ns.Dict()) && code.Flags&bytecode.ByName == 0 {
		locals = object.Value{}
	}
	if len(code.Frees) > 0 {
		return object.Value{}, object.Raise(object.TypeError, "code object passed to %s() may not contain free variables", fn)
	}
	return m.runCode(m.state.link(code, ns), locals)
}

func exit(_ *object.Thread, a []object.Value) (object.Value, error) {
	return object.Value{}, object.NewException(object.SystemExit, a[0])
}

// notNamespace refuses what exec or eval was given as its globals or locals.
func notNamespace(fn, which string, v object.Value) error {
	switch mapping := v.Class().Slots.GetItem != nil; {
	case fn == "exec" && which == "globals":
		return object.Raise(object.TypeError, "exec() globals must be a dict, not %s", object.TypeName(v))
	case fn == "exec":
		return object.Raise(object.TypeError, "locals must be a mapping or None, not %s", object.TypeName(v))
	case which == "locals":
		return object.Raise(object.TypeError, "locals must be a mapping")
	case mapping:
		return object.Raise(object.TypeError, "globals must be a real dict; try eval(expr, {}, mapping)")
	}
	return object.Raise(object.TypeError, "globals must be a dict")
}
