package numpy

import (
	"strconv"
	"strings"
	"sync"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file has the element types that are domains.

// The scalar types of domains.
var (
	strClass      = object.NewBuiltin("numpy.str_")
	objectClass   = object.NewBuiltin("numpy.object_")
	momentClass   = object.NewBuiltin("numpy.datetime64")
	spanClass     = object.NewBuiltin("numpy.timedelta64")
	uint16Class   = object.NewBuiltin("numpy.uint16")
	uint32Class   = object.NewBuiltin("numpy.uint32")
	uint64Class   = object.NewBuiltin("numpy.uint64")
	flexibleClass = object.NewBuiltin("numpy.flexible")
)

// domainTypes are those that are not made for a width or a unit. Unsigned integers of
// 16 bits are kept in 32, wider ones in 64.
var domainTypes = []*typeInfo{
	{d: tensor.Int32, name: "uint16", kind: 'u', char: "H", class: uint16Class, base: unsignedClass, size: 2},
	{d: tensor.Int64, name: "uint32", kind: 'u', char: "I", class: uint32Class, base: unsignedClass, size: 4},
	{d: tensor.Int64, name: "uint64", kind: 'u', char: "L", class: uint64Class, base: unsignedClass, size: 8},
	{d: tensor.Int64, name: "object", kind: 'O', char: "O", class: objectClass, base: genericClass, size: 8},
}

var domainAliases = map[string]string{
	"ushort": "uint16", "uintc": "uint32", "uint": "uint64", "uintp": "uint64", "ulonglong": "uint64", "u2": "uint16", "u4": "uint32", "u8": "uint64",
	"H": "uint16", "I": "uint32", "L": "uint64", "Q": "uint64", "O": "object", "object_": "object",
}

func (i *typeInfo) isDomain() bool {
	return i.kind == 'U' || i.kind == 'O' || i.kind == 'M' || i.kind == 'm' || i.kind == 'u' && i.d != tensor.Uint8
}

// isNumber reports a type of numbers, truth values among them.
func (i *typeInfo) isNumber() bool { return i.kind == 'u' || !i.isDomain() }

// textInfo is text of a width, timeInfo dates (kind M) or spans (m) in a unit; one
// object for each in the process.
func textInfo(width int) *typeInfo {
	return interned(typeInfo{d: tensor.Int64, name: "str" + strconv.Itoa(32*width), kind: 'U', char: "U", class: strClass, width: width, size: 4 * width})
}

func timeInfo(kind byte, unit string) *typeInfo {
	i := typeInfo{d: tensor.Int64, name: "datetime64", kind: kind, char: string(kind), class: momentClass, unit: unit, size: 8}
	if kind == 'm' {
		i.name, i.class = "timedelta64", spanClass
	}
	if unit != "" {
		i.name += "[" + unit + "]"
	}
	return interned(i)
}

var internedTypes sync.Map // name → *typeInfo

func interned(i typeInfo) *typeInfo {
	if known, ok := internedTypes.Load(i.name); ok {
		return known.(*typeInfo)
	}
	i.value = object.Adopt(&dtype{d: i.d, info: &i}, dtypeClass)
	known, _ := internedTypes.LoadOrStore(i.name, &i)
	return known.(*typeInfo)
}

// typeNamed finds a type by any of its names, nil for none.
func typeNamed(name string) *typeInfo {
	if i := infoNamed[name]; i != nil {
		return i
	}
	if width, ok := strings.CutPrefix(name, "U"); ok || name == "str" || name == "str_" {
		n, err := strconv.Atoi(width)
		if !ok || width == "" {
			n, err = 0, nil
		}
		if err != nil || n < 0 || n > 1<<20 {
			return nil
		}
		return textInfo(n)
	}
	kind, rest := byte('M'), ""
	for prefix, k := range map[string]byte{"datetime64": 'M', "M8": 'M', "timedelta64": 'm', "m8": 'm'} {
		if after, ok := strings.CutPrefix(name, prefix); ok {
			kind, rest = k, after
			if rest == "" {
				return timeInfo(kind, "")
			}
			unit := strings.Trim(rest, "[]")
			if unitRank(unit) >= 0 {
				return timeInfo(kind, unit)
			}
		}
	}
	return nil
}

// domainClass is the type that a class stands for as a dtype.
func domainClass(c *object.Class) *typeInfo {
	switch c {
	case object.StrClass, strClass:
		return textInfo(0)
	case object.ObjectClass, objectClass:
		return infoNamed["object"]
	case momentClass:
		return timeInfo('M', "")
	case spanClass:
		return timeInfo('m', "")
	}
	return nil
}

// code is the type in NumPy's file format: <f8, |b1, <U5.
func (i *typeInfo) code() string {
	switch i.kind {
	case 'O':
		return "|O"
	case 'U':
		return "<U" + strconv.Itoa(i.width)
	case 'M', 'm':
		code := "<" + string(i.kind) + "8"
		if i.unit != "" {
			code += "[" + i.unit + "]"
		}
		return code
	}
	order := "<"
	if i.size == 1 {
		order = "|"
	}
	return order + string(i.kind) + strconv.Itoa(i.size)
}

// repr is what stands in dtype('…'), text what str() of it gives.
func (i *typeInfo) repr() string {
	switch i.kind {
	case 'O':
		return "O"
	case 'U', 'M', 'm':
		return i.code()
	}
	return i.name
}

func (i *typeInfo) text() string {
	if i.kind == 'U' {
		return i.code()
	}
	return i.name
}

// suffix is what follows dtype= in an array's repr.
func (i *typeInfo) suffix() string {
	if i.kind == 'U' || i.kind == 'M' || i.kind == 'm' {
		return "'" + i.text() + "'"
	}
	return i.text()
}

// unsignedSlots are those that show all bits of an element, which may be above int64.
func unsignedSlots(s *object.Slots) {
	s.Index = func(_ *object.Thread, v object.Value) (object.Value, error) { return pythonOf(v), nil }
	s.Int = s.Index
	s.Float = func(t *object.Thread, v object.Value) (object.Value, error) {
		f, err := object.ToFloat(t, pythonOf(v))
		return object.Float(f), err
	}
	s.Repr = func(t *object.Thread, v object.Value) (string, error) { return object.Repr(t, pythonOf(v)) }
	s.Str = s.Repr
}

// initDomains defines the types; it runs after initDTypes.
func initDomains() {
	flexibleClass.Define(object.Spec{Doc: "Abstract base class of all scalar types without predefined length.", Bases: []*object.Class{genericClass}, NoConstructor: true, Qualified: true})
	objectClass.Define(object.Spec{Doc: "Any Python object.", Bases: []*object.Class{genericClass}, NoConstructor: true, Qualified: true})
	for _, i := range domainTypes {
		i.value = object.Adopt(&dtype{d: i.d, info: i}, dtypeClass)
		infoNamed[i.name], infoNamed[i.char] = i, i
		if i.kind == 'u' {
			infoClass[i.class] = i
			s := object.Spec{Doc: i.doc(), Bases: []*object.Class{i.base}, Slots: scalarSlots(), Qualified: true, Signature: i.name + "(x=0, /)", Make: domainMake(i)}
			unsignedSlots(&s.Slots)
			i.class.Define(s)
		}
	}
	for alias, name := range domainAliases {
		infoNamed[alias] = infoNamed[name]
	}
	strClass.Define(object.Spec{Doc: "Text, element of arrays of type str.", Bases: []*object.Class{object.StrClass, genericClass}, Qualified: true, Slots: strSlots(), Methods: strMethods,
		Signature: "str_(object='', /)", Make: func(t *object.Thread, _ *object.Class, a []object.Value) (object.Value, error) {
			text, err := object.ToStr(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			return object.NewStr(text).Object().(*object.Str).As(strClass), nil
		}})
	docs := map[byte]string{'M': "A date and time, counted in a unit from 1970 on.", 'm': "A span of time, counted in a unit."}
	for kind, class := range map[byte]*object.Class{'M': momentClass, 'm': spanClass} {
		class.Define(object.Spec{Doc: docs[kind], Bases: []*object.Class{genericClass}, Qualified: true, Slots: momentSlots(), Signature: class.Name + "(value=None, unit=None, /)",
			Make: func(t *object.Thread, _ *object.Class, a []object.Value) (object.Value, error) {
				return makeMoment(t, kind, a[0], a[1])
			}})
	}
}

func domainMake(i *typeInfo) func(*object.Thread, *object.Class, []object.Value) (object.Value, error) {
	return func(t *object.Thread, _ *object.Class, a []object.Value) (object.Value, error) {
		x, err := asArrayOf(t, a[0], i)
		if err != nil {
			return object.Value{}, err
		}
		return unbox(x), nil
	}
}

// strSlots keep text what str makes of it, where generic has an answer of its own.
func strSlots() object.Slots {
	text := func(v object.Value) object.Value {
		s, _ := object.AsStr(v)
		return object.NewStr(s)
	}
	return object.Slots{
		Repr:    func(t *object.Thread, v object.Value) (string, error) { return object.Repr(t, text(v)) },
		Str:     func(_ *object.Thread, v object.Value) (string, error) { s, _ := object.AsStr(v); return s, nil },
		Hash:    func(t *object.Thread, v object.Value) (int64, error) { return object.Hash(t, text(v)) },
		Bool:    func(_ *object.Thread, v object.Value) (bool, error) { s, _ := object.AsStr(v); return s != "", nil },
		Compare: object.StrClass.Slots.Compare,
		GetAttr: object.GenericGetAttr,
	}
}

var strMethods = []object.Method{
	{Sig: "item(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		s, _ := object.AsStr(a[0])
		return object.NewStr(s), nil
	}},
	{Sig: "tolist(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		s, _ := object.AsStr(a[0])
		return object.NewStr(s), nil
	}},
	{Sig: "__format__(self, spec, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		s, _ := object.AsStr(a[0])
		spec, _ := object.AsStr(a[1])
		text, err := object.Format(t, object.NewStr(s), spec)
		return object.NewStr(text), err
	}},
}

func momentSlots() object.Slots {
	s := scalarSlots()
	s.Repr = func(_ *object.Thread, v object.Value) (string, error) {
		m := v.Object().(*Scalar)
		if m.info.kind == 'M' {
			return "numpy.datetime64('" + m.info.dateText(m.s.I) + "')", nil
		}
		return "numpy.timedelta64(" + spanText(m.s.I) + ",'" + m.info.unit + "')", nil
	}
	s.Str = func(_ *object.Thread, v object.Value) (string, error) {
		m := v.Object().(*Scalar)
		if m.info.kind == 'M' {
			return m.info.dateText(m.s.I), nil
		}
		return spanText(m.s.I) + " " + unitNames[m.info.unit], nil
	}
	return s
}

var unitNames = map[string]string{"Y": "years", "M": "months", "W": "weeks", "D": "days", "h": "hours", "m": "minutes", "s": "seconds",
	"ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds"}
