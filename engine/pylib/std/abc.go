package std

import (
	"weak"

	"gputour/engine/object"
)

// Module _abc: what abstract base classes remember, and the answers they give. An
// answer is remembered for the class that was asked about, as CPython does it: a class
// that gets a method after it was asked about keeps the answer it had.

// abstractBase is what a class made by ABCMeta remembers, in its attribute _abc_impl.
// Classes that it has answered for may die.
type abstractBase struct {
	object.Head
	registry []weak.Pointer[object.Class]
	yes, no  map[weak.Pointer[object.Class]]struct{}
	asOf     int64 // the registrations that no knows of
}

var abstractBaseClass = object.NewBuiltin("_abc._abc_data").Define(object.Spec{NoConstructor: true, OwnLayout: true})

// registrations counts the classes registered in a session: each may turn a no into a yes.
var registrations = object.NewKey(func(*object.Session) *int64 { return new(int64) })

func initABC(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_abc", "The parts of abc that are hot.")
	m.AddFuncs(
		object.Def("get_cache_token()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			return object.Int(*registrations.Get(t.Session)), nil
		}, "A number that changes whenever a class is registered."),
		object.Def("_abc_init(cls, /)", abcInit, "Begins an abstract base class."),
		object.Def("_abc_names(cls, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			cls, err := classArgument(a[0])
			if err != nil {
				return object.Value{}, err
			}
			return abstractNames(t, cls)
		}, "The names that cls leaves abstract."),
		object.Def("_abc_register(cls, subclass, /)", abcRegister, "Counts subclass as a subclass of cls from now on."),
		object.Def("_abc_instancecheck(cls, instance, /)", abcInstanceCheck, "isinstance(instance, cls)"),
		object.Def("_abc_subclasscheck(cls, subclass, /)", abcSubclassCheck, "issubclass(subclass, cls)"),
	)
	return m, nil
}

// abcInit gives a new class its memory and the names that are abstract in it.
func abcInit(t *object.Thread, a []object.Value) (object.Value, error) {
	cls, err := classArgument(a[0])
	if err != nil {
		return object.Value{}, err
	}
	names, err := abstractNames(t, cls)
	if err == nil {
		err = object.SetAttr(t, a[0], "__abstractmethods__", names)
	}
	if err != nil {
		return object.Value{}, err
	}
	memory := object.Adopt(&abstractBase{}, abstractBaseClass)
	return object.None, object.SetAttr(t, a[0], "_abc_impl", memory)
}

func classArgument(v object.Value) (*object.Class, error) {
	c, ok := v.Object().(*object.Class)
	if !ok {
		return nil, object.Raise(object.TypeError, "issubclass() arg 1 must be a class")
	}
	return c, nil
}

// abstractNames is the frozenset of the methods that cls leaves abstract, its own and inherited ones.
func abstractNames(t *object.Thread, cls *object.Class) (object.Value, error) {
	names := object.NewFrozenSet()
	for name, v := range cls.Dict.All() {
		abstract, err := object.IsAbstract(t, v)
		if err == nil && abstract {
			err = names.Add(t, object.NewStr(name))
		}
		if err != nil {
			return object.Value{}, err
		}
	}
	for _, base := range cls.Bases {
		if err := inheritAbstract(t, cls, base, names); err != nil {
			return object.Value{}, err
		}
	}
	return names.Value(), nil
}

func inheritAbstract(t *object.Thread, cls, base *object.Class, names *object.Set) error {
	inherited, ok, err := object.GetAttrOpt(t, base.Value(), "__abstractmethods__")
	if !ok || err != nil {
		return err
	}
	return object.ForEach(t, inherited, func(name object.Value) error {
		text, _ := object.AsStr(name)
		v, ok, err := object.GetAttrOpt(t, cls.Value(), text)
		if !ok || err != nil {
			return err
		}
		abstract, err := object.IsAbstract(t, v)
		if err != nil || !abstract {
			return err
		}
		return names.Add(t, name)
	})
}

// memoryOf is what the abstract base class v remembers.
func memoryOf(t *object.Thread, v object.Value) (*abstractBase, error) {
	c, ok := v.Object().(*object.Class)
	if ok {
		if x, found := c.Lookup("_abc_impl"); found {
			if m, ok := x.Object().(*abstractBase); ok {
				return m, nil
			}
		}
	}
	_, err := object.GetAttr(t, v, "_abc_impl")
	if err == nil {
		err = object.Raise(object.TypeError, "_abc_impl is set to a wrong type")
	}
	return nil, err
}

func abcRegister(t *object.Thread, a []object.Value) (object.Value, error) {
	subclass, ok := a[1].Object().(*object.Class)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "Can only register classes")
	}
	if known, err := object.IsSubclass(t, a[1], a[0]); known || err != nil {
		return a[1], err
	}
	if cycle, err := object.IsSubclass(t, a[0], a[1]); cycle || err != nil {
		if err == nil {
			err = object.Raise(object.RuntimeError, "Refusing to create an inheritance cycle")
		}
		return object.Value{}, err
	}
	memory, err := memoryOf(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	memory.registry = append(memory.registry, weak.Make(subclass))
	*registrations.Get(t.Session)++
	return a[1], nil
}

func abcInstanceCheck(t *object.Thread, a []object.Value) (object.Value, error) {
	memory, err := memoryOf(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	kind := a[1].Class().Value()
	said, err := object.GetAttr(t, a[1], "__class__")
	if err != nil {
		return object.Value{}, err
	}
	if answer, known := memory.recall(t, said); known && (answer || said == kind) {
		return object.Bool(answer), nil
	}
	for _, k := range []object.Value{said, kind} {
		res, err := object.CallAttr(t, a[0], "__subclasscheck__", k)
		if err != nil || said == kind {
			return res, err
		}
		if yes, err := object.ToBool(t, res); yes || err != nil {
			return res, err
		}
	}
	return object.False, nil
}

// recall is the answer that was given for a class, if there was one that still holds.
func (m *abstractBase) recall(t *object.Thread, v object.Value) (answer, known bool) {
	c, ok := v.Object().(*object.Class)
	if !ok || len(m.yes)+len(m.no) == 0 {
		return false, false
	}
	key := weak.Make(c)
	if _, ok := m.yes[key]; ok {
		return true, true
	}
	if m.asOf < *registrations.Get(t.Session) {
		return false, false
	}
	_, known = m.no[key]
	return false, known
}

// keep remembers the answer for a class, and forgets those that have died when the memory has doubled.
func (m *abstractBase) keep(t *object.Thread, c *object.Class, answer bool) {
	if now := *registrations.Get(t.Session); m.asOf != now {
		m.no, m.asOf = nil, now
	}
	memory := &m.no
	if answer {
		memory = &m.yes
	}
	if *memory == nil {
		*memory = map[weak.Pointer[object.Class]]struct{}{}
	}
	(*memory)[weak.Make(c)] = struct{}{}
	if n := len(*memory); n >= 64 && n&(n-1) == 0 {
		for k := range *memory {
			if k.Value() == nil {
				delete(*memory, k)
			}
		}
	}
}

func abcSubclassCheck(t *object.Thread, a []object.Value) (object.Value, error) {
	cls, err := classArgument(a[0])
	if err != nil {
		return object.Value{}, err
	}
	subclass, err := classArgument(a[1])
	if err != nil {
		return object.Value{}, err
	}
	memory, err := memoryOf(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	answer, known := memory.recall(t, a[1])
	if !known {
		if answer, err = memory.find(t, cls, subclass); err != nil {
			return object.Value{}, err
		}
		memory.keep(t, subclass, answer)
	}
	return object.Bool(answer), nil
}

// find asks the hook, the bases, the registered classes, and the subclasses of cls.
func (m *abstractBase) find(t *object.Thread, cls, subclass *object.Class) (bool, error) {
	said, err := object.CallAttr(t, cls.Value(), "__subclasshook__", subclass.Value())
	if err != nil {
		return false, err
	}
	if said.IsBool() {
		return said == object.True, nil
	}
	if said != object.NotImplemented {
		return false, object.Raise(object.AssertionError, "__subclasshook__ must return either False, True, or NotImplemented")
	}
	if subclass.IsSubclassOf(cls) {
		return true, nil
	}
	for _, w := range m.registry {
		registered := w.Value()
		if registered == nil {
			continue
		}
		if yes, err := object.IsSubclass(t, subclass.Value(), registered.Value()); yes || err != nil {
			return yes, err
		}
	}
	children, err := object.CallAttr(t, cls.Value(), "__subclasses__")
	if err != nil {
		return false, err
	}
	list, ok := children.Object().(*object.List)
	if !ok {
		return false, object.Raise(object.TypeError, "__subclasses__() must return a list")
	}
	for i := 0; i < len(list.Items); i++ {
		if yes, err := object.IsSubclass(t, subclass.Value(), list.Items[i]); yes || err != nil {
			return yes, err
		}
	}
	return false, nil
}
