package object

import "fmt"

// Module is a Python module; its attributes are the names of Dict.
type Module struct {
	Head
	Dict *Namespace

	made bool // by the program, and not imported
}

// ModuleClass is types.ModuleType.
var ModuleClass = bare("module")

// NewModuleOf returns a module over an existing namespace, which gets __name__ if it has none.
func NewModuleOf(name string, ns *Namespace) Value {
	m := &Module{Dict: ns}
	if _, ok := ns.Get("__name__"); !ok {
		ns.Set("__name__", NewStr(name))
	}
	return Adopt(m, ModuleClass)
}

// Name returns __name__.
func (m *Module) Name() string {
	if v, ok := m.Dict.Get("__name__"); ok {
		if s, ok := AsStr(v); ok {
			return s
		}
	}
	return "?"
}

func initModule() {
	ModuleClass.Define(Spec{
		Doc:       "Create a module object.",
		Signature: "module(name, doc=None)",
		Alloc:     func(c *Class) Value { return Adopt(&Module{Dict: NewNamespace()}, c) },
		Init:      moduleInit,
		Slots:     Slots{GetAttr: moduleGetAttr, SetAttr: moduleSetAttr, Repr: moduleRepr},
		Methods:   []Method{{"__dir__(self, /)", moduleDir, "__dir__() -> list"}},
		Props: []Prop{{Name: "__dict__", Get: func(_ *Thread, v Value) (Value, error) {
			return Of(v.Object().(*Module).Dict.Dict()), nil
		}}},
	})
}

func moduleInit(t *Thread, self Value, a []Value) error {
	m := self.Object().(*Module)
	if _, ok := AsStr(a[0]); !ok {
		return Raise(TypeError, "module.__init__() argument 'name' must be str, not %s", TypeName(a[0]))
	}
	m.made = true
	m.Dict.Set("__name__", a[0])
	m.Dict.Set("__doc__", a[1])
	m.Dict.Set("__package__", None)
	m.Dict.Set("__loader__", None)
	m.Dict.Set("__spec__", None)
	return nil
}

func moduleGetAttr(t *Thread, v Value, name string) (Value, error) {
	m := v.Object().(*Module)
	if x, ok := m.Dict.Get(name); ok {
		return x, nil
	}
	if d, ok := m.class.Lookup(name); ok {
		return bindTo(t, d, v)
	}
	if hook, ok := m.Dict.Get("__getattr__"); ok {
		return Call(t, hook, NewStr(name))
	}
	return Value{}, AttrError(v, name)
}

func moduleSetAttr(t *Thread, v Value, name string, x Value) error {
	m := v.Object().(*Module)
	if x.head != nil {
		m.Dict.Set(name, x)
		return nil
	}
	if !m.Dict.Delete(name) {
		return AttrError(v, name)
	}
	return nil
}

func moduleRepr(t *Thread, v Value) (string, error) {
	m := v.Object().(*Module)
	if f, ok := m.Dict.Get("__file__"); ok {
		s, err := Repr(t, f)
		return fmt.Sprintf("<module '%s' from %s>", m.Name(), s), err
	}
	if m.made {
		return fmt.Sprintf("<module '%s'>", m.Name()), nil
	}
	return fmt.Sprintf("<module '%s' (built-in)>", m.Name()), nil
}

func moduleDir(t *Thread, a []Value) (Value, error) {
	names := map[string]bool{}
	ns := a[0].Object().(*Module).Dict
	if hook, ok := ns.Get("__dir__"); ok {
		return Call(t, hook)
	}
	for n := range ns.All() {
		names[n] = true
	}
	return nameList(names), nil
}
