package containers

import (
	"slices"
	"unicode/utf8"

	"gputour/engine/object"
)

// This file pickles arrays: from protocol 3 on as the bytes of a machine's memory, with a number that says of which.

// machineFormat is how a machine lays items out: as what type code does here, in which order of bytes.
type machineFormat struct {
	code byte
	size int
	big  bool
}

// machineFormats are numbered as in CPython's pickles.
var machineFormats = []machineFormat{
	{'B', 1, false}, {'b', 1, false}, {'H', 2, false}, {'H', 2, true}, {'h', 2, false}, {'h', 2, true},
	{'I', 4, false}, {'I', 4, true}, {'i', 4, false}, {'i', 4, true}, {'Q', 8, false}, {'Q', 8, true}, {'q', 8, false}, {'q', 8, true},
	{'f', 4, false}, {'f', 4, true}, {'d', 8, false}, {'d', 8, true}, {'u', 2, false}, {'u', 2, true}, {'u', 4, false}, {'u', 4, true},
}

// format is the number of the format of an array's own bytes.
func (k *arrayKind) format() int {
	code := k.code
	switch code {
	case 'l':
		code = 'q'
	case 'L':
		code = 'Q'
	}
	return slices.IndexFunc(machineFormats, func(f machineFormat) bool { return f.code == code && f.size == k.size && !f.big })
}

// arrayReduce is array.__reduce_ex__.
func arrayReduce(t *object.Thread, args []object.Value) (object.Value, error) {
	protocol, err := object.IndexInt(t, args[1])
	if err != nil {
		return object.Value{}, err
	}
	a, class, attributes := asArray(args[0]), args[0].Class().Value(), object.None
	if d := object.InstanceDict(args[0]); d != nil {
		attributes = object.Of(d)
	}
	code := object.NewStr(string(a.kind.code))
	if protocol < 3 {
		return object.NewTuple(class, object.NewTuple(code, a.list()), attributes), nil
	}
	module, ok := t.Session.Modules.GetStr("array")
	if !ok {
		return object.Value{}, object.NewException(object.KeyError, object.NewStr("array"))
	}
	rebuild, err := object.GetAttr(t, module, "_array_reconstructor")
	return object.NewTuple(rebuild, object.NewTuple(class, code, object.Int(int64(a.kind.format())), object.NewBytes(slices.Clone(a.data))), attributes), err
}

// arrayRebuild is array._array_reconstructor: it reads the bytes of any machine.
func arrayRebuild(t *object.Thread, args []object.Value) (object.Value, error) {
	class, ok := args[0].Object().(*object.Class)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "first argument must be a type object, not %s", object.TypeName(args[0]))
	}
	if !class.IsSubclassOf(arrayClass) {
		return object.Value{}, object.Raise(object.TypeError, "%s is not a subtype of array.array", class.Name)
	}
	code, ok := object.AsStr(args[1])
	if !ok || utf8.RuneCountInString(code) != 1 {
		return object.Value{}, object.Raise(object.TypeError, "_array_reconstructor() argument 2 must be a unicode character, not %s", object.TypeName(args[1]))
	}
	if !slices.ContainsFunc(arrayKinds, func(k arrayKind) bool { return string(k.code) == code }) {
		return object.Value{}, object.Raise(object.ValueError, "second argument must be a valid type code")
	}
	number, err := object.IndexInt(t, args[2])
	if err != nil {
		return object.Value{}, err
	}
	if number < 0 || number >= len(machineFormats) {
		return object.Value{}, object.Raise(object.ValueError, "third argument must be a valid machine format code.")
	}
	if _, ok := args[3].Object().(*object.Bytes); !ok {
		return object.Value{}, object.Raise(object.TypeError, "fourth argument should be bytes, not %s", object.TypeName(args[3]))
	}
	data, err := object.Buffer(args[3])
	if err != nil {
		return object.Value{}, err
	}
	v, err := makeArray(t, class, []object.Value{args[1], {}})
	if err != nil {
		return object.Value{}, err
	}
	return v, asArray(v).readFormat(t, machineFormats[number], data)
}

// readFormat fills an array with what another machine wrote.
func (a *array) readFormat(t *object.Thread, f machineFormat, data []byte) error {
	size := f.size
	if f.code == 'u' {
		size = 4 // of UTF-16, too
	}
	if len(data)%size != 0 {
		if a.kind.format() >= 0 && machineFormats[a.kind.format()] == f {
			return object.Raise(object.ValueError, "bytes length not a multiple of item size")
		}
		return object.Raise(object.ValueError, "string length not a multiple of item size")
	}
	if f.code == 'u' && f.size == 2 {
		name := "utf-16-le"
		if f.big {
			name = "utf-16-be"
		}
		text, err := object.Decode(t, data, name, "strict")
		if err != nil {
			return err
		}
		return a.extend(t, text)
	}
	from := array{kind: &arrayKinds[slices.IndexFunc(arrayKinds, func(k arrayKind) bool { return k.code == f.code })], data: slices.Clone(data)}
	if f.big {
		_ = swapBytes(&from)
	}
	switch {
	case from.kind.code == a.kind.code, from.kind.format() == a.kind.format():
		a.data = from.data
		return nil
	case f.code != 'f' && f.code != 'd' && f.code != 'u': // integers keep their size, and so change the type
		kind := slices.IndexFunc(arrayKinds, func(k arrayKind) bool { return k.format() == from.kind.format() })
		a.kind, a.data = &arrayKinds[kind], from.data
		return nil
	}
	for i := range from.len() {
		b, err := a.pack(t, from.load(i))
		if err != nil {
			return err
		}
		a.data = append(a.data, b...)
	}
	return nil
}
