package interp

import (
	"path"
	"strings"

	"github.com/spf13/afero"

	"gputour/engine/bytecode"
	"gputour/engine/compile"
	"gputour/engine/object"
)

// This file executes import.
//
// A module is looked for among those registered with Install, then as a .py file
// or a package directory in the session's file system.

// importName executes `import a.b.c` (the value is a) and the first half of
// `from a.b import c` (the value is a.b).
func (m *machine) importName(fr *frame, imp bytecode.Import) (object.Value, error) {
	v, ok := fr.code.known.Get("__import__")
	if !ok {
		return v, object.Raise(object.ImportError, "__import__ not found")
	}
	if b, isBuiltin := v.Object().(*object.Builtin); !isBuiltin || b.Name != "__import__" {
		return m.callImport(fr, v, imp)
	}
	return m.importModule(fr.code.module, imp.Module, imp.Level, imp.From)
}

// callImport calls an __import__ that the session has replaced.
func (m *machine) callImport(fr *frame, fn object.Value, imp bytecode.Import) (object.Value, error) {
	from := object.None
	if imp.From != nil {
		from = strTuple(imp.From)
	}
	return object.Call(m.t, fn, object.NewStr(imp.Module), object.Of(fr.code.module.Dict()), object.None, from, object.Int(int64(imp.Level)))
}

// importModule imports name; from lists what is wanted of it, nil for the plain form.
func (m *machine) importModule(globals *object.Namespace, name string, level int, from []string) (object.Value, error) {
	name, err := absoluteName(globals, name, level)
	if err != nil {
		return object.Value{}, err
	}
	v, err := m.importDotted(name)
	if err != nil {
		return v, err
	}
	if from == nil {
		head, _, dotted := strings.Cut(name, ".")
		if dotted && level == 0 {
			return m.importDotted(head)
		}
		return v, nil
	}
	for _, attr := range from {
		if attr == "*" {
			continue
		}
		if _, ok, err := object.GetAttrOpt(m.t, v, attr); err != nil {
			return v, err
		} else if !ok {
			if err := m.importSubmodule(v, name, attr); err != nil {
				return v, err
			}
		}
	}
	return v, nil
}

// importSubmodule tries to import attr of package name; that there is none is no error here.
func (m *machine) importSubmodule(pkg object.Value, name, attr string) error {
	if _, isPackage, err := object.GetAttrOpt(m.t, pkg, "__path__"); err != nil || !isPackage {
		return err
	}
	_, err := m.importDotted(name + "." + attr)
	if e, ok := err.(*object.Exception); ok && object.ModuleNotFoundError.Is(e.Value()) {
		if missing, _ := object.AsStr(e.Field("name")); missing == name+"."+attr {
			return nil
		}
	}
	return err
}

// absoluteName resolves the leading dots of a relative import.
func absoluteName(globals *object.Namespace, name string, level int) (string, error) {
	if level == 0 {
		return name, nil
	}
	pkg := ""
	if v, ok := globals.Get("__package__"); ok && !v.IsNone() {
		pkg, _ = object.AsStr(v)
	} else if v, ok := globals.Get("__name__"); ok {
		pkg, _ = object.AsStr(v)
		if _, isPackage := globals.Get("__path__"); !isPackage {
			pkg = parentName(pkg)
		}
	}
	if pkg == "" {
		return "", object.Raise(object.ImportError, "attempted relative import with no known parent package")
	}
	for range level - 1 {
		if !strings.Contains(pkg, ".") {
			return "", object.Raise(object.ImportError, "attempted relative import beyond top-level package")
		}
		pkg = parentName(pkg)
	}
	if name == "" {
		return pkg, nil
	}
	return pkg + "." + name, nil
}

func parentName(name string) string {
	i := strings.LastIndexByte(name, '.')
	return name[:max(i, 0)]
}

// importDotted returns module name, imported with its parents if need be.
func (m *machine) importDotted(name string) (object.Value, error) {
	modules := m.state.session.Modules
	if v, ok := modules.GetStr(name); ok {
		if v.IsNone() {
			return v, notFound(name, "import of "+name+" halted; None in sys.modules")
		}
		return v, nil
	}
	parent := parentName(name)
	var pkg object.Value
	if parent != "" {
		var err error
		if pkg, err = m.importDotted(parent); err != nil {
			return pkg, err
		}
		if v, ok := modules.GetStr(name); ok {
			return v, nil
		}
		if _, isPackage, err := object.GetAttrOpt(m.t, pkg, "__path__"); err != nil {
			return pkg, err
		} else if !isPackage {
			return pkg, notFound(name, "No module named '"+name+"'; '"+parent+"' is not a package")
		}
	}
	if err := m.t.Enter(" while importing a module"); err != nil {
		return object.Value{}, err
	}
	v, err := m.find(name)
	m.t.Leave()
	if err != nil {
		return v, err
	}
	if parent != "" {
		err = object.SetAttr(m.t, pkg, name[len(parent)+1:], v)
	}
	return v, err
}

func notFound(name, text string) error {
	return object.NewException(object.ModuleNotFoundError, object.NewStr(text)).SetField("name", object.NewStr(name))
}

func (m *machine) find(name string) (object.Value, error) {
	mod := m.state.modules[name]
	if mod != nil && !mod.Absent {
		return m.importRegistered(mod)
	}
	file, isPackage, ok := m.findFile(name)
	switch {
	case ok:
	case mod != nil:
		return m.importRegistered(mod)
	default:
		if folders := m.foldersOf(name); len(folders) > 0 {
			return m.namespacePackage(name, folders), nil
		}
		return object.Value{}, notFound(name, "No module named '"+name+"'")
	}
	text, err := afero.ReadFile(m.state.session.FS, file)
	if err != nil {
		return object.Value{}, notFound(name, "No module named '"+name+"'")
	}
	p, err := compileSource(m.t, Source{Name: file, Text: string(text), Script: true})
	if err != nil {
		return object.Value{}, err
	}
	return m.execModule(name, file, isPackage, p)
}

func (m *machine) importRegistered(mod *Module) (object.Value, error) {
	if mod.Init != nil {
		return m.initModule(mod)
	}
	p, err := mod.compiled()
	if err != nil {
		return object.Value{}, SyntaxException(err)
	}
	return m.execModule(mod.Name, mod.file(), mod.Package, p)
}

// setDoc gives a module the docstring of its code.
func setDoc(ns *object.Namespace, code *bytecode.Code) {
	doc := object.None
	if code.HasDoc {
		doc = object.NewStr(code.Doc)
	}
	ns.Set("__doc__", doc)
}

// findFile looks for a module in the current directory and on sys.path.
func (m *machine) findFile(name string) (file string, isPackage, ok bool) {
	rel := strings.ReplaceAll(name, ".", "/")
	for _, dir := range m.searchPath() {
		base := path.Join(dir, rel)
		if ok, _ := afero.Exists(m.state.session.FS, base+"/__init__.py"); ok {
			return base + "/__init__.py", true, true
		}
		if ok, _ := afero.Exists(m.state.session.FS, base+".py"); ok {
			return base + ".py", false, true
		}
	}
	return "", false, false
}

// foldersOf are the folders of a package that has no __init__.py.
func (m *machine) foldersOf(name string) (folders []object.Value) {
	rel, seen := strings.ReplaceAll(name, ".", "/"), map[string]bool{}
	for _, dir := range m.searchPath() {
		folder := path.Join(dir, rel)
		if ok, _ := afero.DirExists(m.state.session.FS, folder); ok && !seen[folder] {
			seen[folder] = true
			folders = append(folders, object.NewStr(folder))
		}
	}
	return folders
}

// namespacePackage makes the module of such a package.
func (m *machine) namespacePackage(name string, folders []object.Value) object.Value {
	ns := object.NewNamespace()
	ns.Set("__name__", object.NewStr(name))
	ns.Set("__doc__", object.None)
	ns.Set("__package__", object.NewStr(name))
	ns.Set("__path__", object.NewList(folders))
	ns.Set("__loader__", object.None)
	ns.Set("__spec__", object.None)
	ns.Set("__file__", object.None)
	v := object.NewModuleOf(name, ns)
	m.state.session.Modules.SetStr(name, v)
	return v
}

func (m *machine) searchPath() []string {
	s := m.state.session
	dirs := []string{s.Cwd}
	v, ok := s.Sys.Get("path")
	if !ok {
		return dirs
	}
	if list, ok := v.Object().(*object.List); ok {
		for _, x := range list.Items {
			if dir, ok := object.AsStr(x); ok && dir != "" {
				if !path.IsAbs(dir) {
					dir = path.Join(s.Cwd, dir)
				}
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// initModule runs the Init of a module written in Go. While it runs a stand-in is
// in sys.modules, so that Init may import modules below its own; what they add to
// the stand-in moves to the module.
func (m *machine) initModule(mod *Module) (object.Value, error) {
	modules := m.state.session.Modules
	standIn := object.NewModule(mod.Name, "")
	before := standIn.Dict.Len()
	if mod.Package {
		standIn.Dict.Set("__path__", object.NewList(nil))
	}
	modules.SetStr(mod.Name, object.Of(standIn))
	made, err := mod.Init(m.t)
	if err != nil {
		modules.DeleteStr(mod.Name)
		return object.Value{}, err
	}
	n := 0
	for name, v := range standIn.Dict.All() {
		if n++; n > before {
			made.Dict.Set(name, v)
		}
	}
	if _, ok := made.Dict.Get("__package__"); !ok {
		pkg := parentName(mod.Name)
		if mod.Package {
			pkg = mod.Name
		}
		made.Dict.Set("__package__", object.NewStr(pkg))
	}
	v := object.Of(made)
	modules.SetStr(mod.Name, v)
	return v, nil
}

// execModule runs the program of a module in a fresh namespace. The module is in
// sys.modules while it runs, so that imports may be circular.
func (m *machine) execModule(name, file string, isPackage bool, p *compile.Program) (object.Value, error) {
	ns := object.NewNamespace()
	ns.Set("__name__", object.NewStr(name))
	setDoc(ns, p.Code)
	ns.Set("__file__", object.NewStr(file))
	pkg := parentName(name)
	if isPackage {
		pkg = name
		ns.Set("__path__", object.NewList([]object.Value{object.NewStr(path.Dir(file))}))
	}
	ns.Set("__package__", object.NewStr(pkg))
	ns.Set("__loader__", object.None)
	ns.Set("__spec__", object.None)
	v := object.NewModuleOf(name, ns)
	modules := m.state.session.Modules
	modules.SetStr(name, v)
	if _, err := m.runCode(m.state.link(p.Code, ns), object.Value{}); err != nil {
		modules.DeleteStr(name)
		return v, err
	}
	if replaced, ok := modules.GetStr(name); ok {
		v = replaced // a module may put something else in its place
	}
	return v, nil
}

// importFrom is the attribute of `from v import name`.
func (m *machine) importFrom(v object.Value, name string) (object.Value, error) {
	x, ok, err := object.GetAttrOpt(m.t, v, name)
	if ok || err != nil {
		return x, err
	}
	modName := "<unknown module name>"
	if n, ok, _ := object.GetAttrOpt(m.t, v, "__name__"); ok {
		modName, _ = object.AsStr(n)
	}
	if x, ok := m.state.session.Modules.GetStr(modName + "." + name); ok {
		return x, nil
	}
	file := object.None
	where := "unknown location"
	if f, ok, _ := object.GetAttrOpt(m.t, v, "__file__"); ok {
		if text, isText := object.AsStr(f); isText {
			file, where = f, text
		}
	}
	e := object.NewException(object.ImportError, object.NewStr("cannot import name '"+name+"' from '"+modName+"' ("+where+")"))
	return x, e.SetField("name", object.NewStr(modName)).SetField("path", file)
}

// importStar binds the public names of a module.
func (m *machine) importStar(fr *frame, v object.Value) error {
	names, err := m.publicNames(v)
	if err != nil {
		return err
	}
	for _, name := range names {
		x, err := object.GetAttr(m.t, v, name)
		if err != nil {
			return err
		}
		if err := m.storeName(fr, name, x); err != nil {
			return err
		}
	}
	return nil
}

func (m *machine) publicNames(v object.Value) ([]string, error) {
	var names []string
	all, ok, err := object.GetAttrOpt(m.t, v, "__all__")
	if err != nil {
		return nil, err
	}
	if ok {
		err := object.ForEach(m.t, all, func(x object.Value) error {
			s, ok := object.AsStr(x)
			if !ok {
				return object.Raise(object.TypeError, "Item in __all__ must be str, not %s", object.TypeName(x))
			}
			names = append(names, s)
			return nil
		})
		return names, err
	}
	mod, ok := v.Object().(*object.Module)
	if !ok {
		return nil, object.Raise(object.ImportError, "from-import-* object has no __dict__ and no __all__")
	}
	for _, name := range mod.Dict.Names() {
		if !strings.HasPrefix(name, "_") {
			names = append(names, name)
		}
	}
	return names, nil
}

func builtinImport(t *object.Thread, a []object.Value) (object.Value, error) {
	name, ok := object.AsStr(a[0])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "__import__() argument 1 must be str, not %s", object.TypeName(a[0]))
	}
	m := machineOf(t)
	var from []string
	if truth, err := object.ToBool(t, a[3]); err != nil {
		return object.Value{}, err
	} else if truth {
		from = []string{}
		err := object.ForEach(t, a[3], func(x object.Value) error {
			s, _ := object.AsStr(x)
			from = append(from, s)
			return nil
		})
		if err != nil {
			return object.Value{}, err
		}
	}
	level, err := object.IndexInt(t, a[4])
	if err != nil {
		return object.Value{}, err
	}
	globals := m.Globals()
	if d, ok := a[1].Object().(*object.Dict); ok {
		globals = object.NamespaceOf(d)
	}
	return m.importModule(globals, name, level, from)
}

// Import imports a module by its dotted name, as `import name` does, and returns
// the module itself. For Go code.
func Import(t *object.Thread, name string) (object.Value, error) {
	return machineOf(t).importDotted(name)
}
