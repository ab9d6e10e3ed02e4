package file

import (
	"gputour/engine/object"
)

// stateMethods are __getstate__ and __setstate__ of a file in memory: its content, for text the newlines that it knows, the
// position, and its own attributes.
func stateMethods(content func(o object.Value) []object.Value, fill func(t *object.Thread, o object.Value, content []object.Value) error) []object.Method {
	return []object.Method{
		{Sig: "__getstate__(self, /)", Fn: memoryMethod(func(t *object.Thread, a []object.Value) (object.Value, error) {
			attrs, err := ownAttributes(t, a[0])
			return object.NewTuple(append(content(a[0]), object.Int(int64(*memoryPosition(a[0]))), attrs)...), err
		})},
		{Sig: "__setstate__(self, state, /)", Fn: memoryMethod(func(t *object.Thread, a []object.Value) (object.Value, error) {
			count := len(content(a[0]))
			state, ok := a[1].Object().(*object.Tuple)
			if !ok || len(state.Items) < count+2 {
				return object.Value{}, object.Raise(object.TypeError, "%s.__setstate__ argument should be %d-tuple, got %s", memoryName(a[0]), count+2, object.TypeName(a[1]))
			}
			if err := fill(t, a[0], state.Items[:count]); err != nil {
				return object.Value{}, err
			}
			return object.None, restore(t, a[0], state.Items[count], state.Items[count+1], count)
		})},
	}
}

var ordinals = []string{"first", "second", "third", "fourth"}

// restore sets the position and the attributes, which are items of the state from number at on.
func restore(t *object.Thread, v, position, attrs object.Value, at int) error {
	if !object.IsInteger(position) {
		return object.Raise(object.TypeError, "%s item of state must be an integer, %s %s", ordinals[at], []string{1: "not", 2: "got"}[at], object.TypeName(position))
	}
	n, ok := object.AsInt(position)
	if !ok || n < 0 {
		return object.Raise(object.ValueError, "position value cannot be negative")
	}
	*memoryPosition(v) = int(n)
	if attrs.IsNone() {
		return nil
	}
	if _, ok := attrs.Object().(*object.Dict); !ok {
		return object.Raise(object.TypeError, "%s item of state should be a dict, got a %s", ordinals[at+1], object.TypeName(attrs))
	}
	own, err := object.GetAttr(t, v, "__dict__")
	if err == nil {
		_, err = object.CallAttr(t, own, "update", attrs)
	}
	return err
}

// ownAttributes is a copy of what a program has set on v, None if that is nothing.
func ownAttributes(t *object.Thread, v object.Value) (object.Value, error) {
	own, err := object.GetAttr(t, v, "__dict__")
	if err != nil {
		return object.Value{}, err
	}
	if any, err := object.ToBool(t, own); !any {
		return object.None, err
	}
	return object.CallAttr(t, own, "copy")
}

func memoryPosition(v object.Value) *int {
	if o, ok := v.Object().(*StringIO); ok {
		return &o.pos
	}
	return &v.Object().(*BytesIO).pos
}

func memoryName(v object.Value) string {
	if _, ok := v.Object().(*StringIO); ok {
		return "_io.StringIO"
	}
	return "_io.BytesIO"
}

func stringIOState(v object.Value) []object.Value {
	o := v.Object().(*StringIO)
	return []object.Value{object.NewStr(o.content()), o.newline}
}

// stringIOFill takes text as it is: its newlines were translated when it was written.
func stringIOFill(t *object.Thread, v object.Value, content []object.Value) error {
	text, ok := content[0].Object().(*object.Str)
	if !ok {
		return object.Raise(object.TypeError, "initial_value must be str or None, not %s", object.TypeName(content[0]))
	}
	if err := stringIOInit(t, v, []object.Value{object.None, content[1]}); err != nil {
		return err
	}
	o := v.Object().(*StringIO)
	o.text.WriteString(text.String())
	o.n = text.Len()
	return t.Charge(len(text.String()))
}

func bytesIOState(v object.Value) []object.Value {
	return []object.Value{object.NewBytes(append([]byte(nil), v.Object().(*BytesIO).b...))}
}

func bytesIOFill(t *object.Thread, v object.Value, content []object.Value) error {
	b, err := object.Buffer(content[0])
	if err != nil {
		return err
	}
	v.Object().(*BytesIO).b = append([]byte(nil), b...)
	return t.Charge(len(b))
}
