package pickle

import (
	"encoding/binary"

	"gputour/engine/object"
	"gputour/engine/object/char"
)

// unpickler is a pickle.Unpickler: a stack machine, whose opcodes build objects. A mark
// begins the items of a container; opcodes do not reach below the last one.
type unpickler struct {
	object.Head
	t     *object.Thread // while it runs
	in    pickleInput
	begun bool // __init__ was called
	proto int

	stack []object.Value
	marks []int
	fence int // what lies below belongs to before the last mark
	memo  unpickleMemo

	encoding, errors string
	fix              bool         // names are those of Python 2
	buffers          object.Value // an iterator, zero for none
	persist          object.Value // persistent_load, zero for none
	findClass        object.Value // find_class of a subclass, zero for the own
	ran              uint         // opcodes, to poll now and then
}

var unpicklerClass = object.NewBuiltin("_pickle.Unpickler")

func init() {
	unpicklerClass.Define(object.Spec{
		Doc:       "This takes a binary file for reading a pickle data stream.",
		Signature: "Unpickler(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())",
		Alloc:     func(c *object.Class) object.Value { return object.Adopt(&unpickler{}, c) },
		Init: func(t *object.Thread, self object.Value, a []object.Value) error {
			return self.Object().(*unpickler).begin(t, a)
		},
		Methods: []object.Method{
			{Sig: "load(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				u := a[0].Object().(*unpickler)
				if !u.begun {
					return object.Value{}, object.Raise(unpicklingError, "Unpickler.__init__() was not called by %s.__init__()", a[0].Class().Name)
				}
				return u.load(t)
			}, Doc: "Load a pickle."},
			{Sig: "find_class(self, module_name, global_name, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return a[0].Object().(*unpickler).lookUp(t, a[1], a[2])
			}, Doc: "Return an object from a specified module."},
		},
		Props: []object.Prop{
			pickleField("persistent_load", func(u *unpickler) *object.Value { return &u.persist }),
			{Name: "memo", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
				d := object.NewDict()
				err := v.Object().(*unpickler).memo.all(func(n uint64, x object.Value) error { return d.Set(t, object.Int(int64(n)), x) })
				return d.Value(), err
			}, Set: unpicklerSetMemo},
		},
	})
}

func unpicklerSetMemo(t *object.Thread, v, x object.Value) error {
	d, ok := x.Object().(*object.Dict)
	if !ok {
		return object.Raise(object.TypeError, "'memo' attribute must be an UnpicklerMemoProxy object or dict, not %s", object.TypeName(x))
	}
	var memo unpickleMemo
	for k, x := range d.All() {
		n, ok := object.AsInt(k)
		if !ok {
			return object.Raise(object.TypeError, "memo key must be integers")
		}
		if n < 0 {
			return object.Raise(object.ValueError, "memo key must be positive integers.")
		}
		memo.set(uint64(n), x)
	}
	v.Object().(*unpickler).memo = memo
	return nil
}

// begin is __init__(file, fix_imports, encoding, errors, buffers).
func (u *unpickler) begin(t *object.Thread, a []object.Value) error {
	u.in = pickleInput{}
	for name, field := range map[string]*object.Value{"read": &u.in.read, "readline": &u.in.readline} {
		method, ok, err := object.GetAttrOpt(t, a[0], name)
		if err != nil {
			return err
		}
		if !ok {
			return object.Raise(object.TypeError, "file must have 'read' and 'readline' attributes")
		}
		*field = method
	}
	return u.configure(t, a[1:])
}

func (u *unpickler) configure(t *object.Thread, a []object.Value) (err error) {
	u.memo, u.begun = unpickleMemo{}, true
	if u.fix, err = object.ToBool(t, a[0]); err != nil {
		return err
	}
	for i, field := range []*string{&u.encoding, &u.errors} {
		text, ok := object.AsStr(a[i+1])
		if !ok {
			return object.Raise(object.TypeError, "argument %s must be str, not %s", char.Quote([]string{"encoding", "errors"}[i]), object.TypeName(a[i+1]))
		}
		*field = text
	}
	if tuple, ok := a[3].Object().(*object.Tuple); !a[3].IsNone() && !(ok && len(tuple.Items) == 0) {
		u.buffers, err = object.Iter(t, a[3])
	}
	return err
}

// load reads one object.
func (u *unpickler) load(t *object.Thread) (object.Value, error) {
	if u.t != nil { // what is being loaded loads the next pickle of its file
		outer := *u
		u.stack, u.marks = nil, nil
		defer func() {
			u.t, u.stack, u.marks, u.fence, u.proto = outer.t, outer.stack, outer.marks, outer.fence, outer.proto
		}()
	}
	u.t = t
	if u.stack == nil {
		u.stack, u.marks = make([]object.Value, 0, 32), make([]int, 0, 8)
	}
	u.fence, u.proto = 0, 0
	defer func() { // the objects on the stack are not kept, its memory is
		clear(u.stack)
		u.t, u.stack, u.marks = nil, u.stack[:0], u.marks[:0]
	}()
	if self := object.Of(u); self.Class() != unpicklerClass {
		if err := u.overridden(self); err != nil {
			return object.Value{}, err
		}
	}
	for {
		if u.ran++; u.ran%1024 == 0 {
			if err := t.Poll(); err != nil {
				return object.Value{}, err
			}
		}
		op, err := u.in.opcode(t)
		if err != nil {
			return object.Value{}, err
		}
		if op == opStop {
			return u.pop()
		}
		if done, err := u.loadPlain(op); err != nil {
			return object.Value{}, err
		} else if done {
			continue
		}
		run := unpickleOps[op]
		if run == nil {
			return object.Value{}, u.badOpcode(op)
		}
		if err := run(u); err != nil {
			return object.Value{}, err
		}
	}
}

// loadPlain does the opcodes of which most pickles consist, if what they need is in hand.
func (u *unpickler) loadPlain(op byte) (done bool, err error) {
	rest := u.in.data[u.in.pos:]
	switch op {
	case opBinInt1:
		if len(rest) < 1 {
			return false, nil
		}
		u.in.pos++
		return true, u.push(object.Int(int64(rest[0])))
	case opBinInt2:
		if len(rest) < 2 {
			return false, nil
		}
		u.in.pos += 2
		return true, u.push(object.Int(int64(binary.LittleEndian.Uint16(rest))))
	case opBinInt:
		if len(rest) < 4 {
			return false, nil
		}
		u.in.pos += 4
		return true, u.push(object.Int(int64(int32(binary.LittleEndian.Uint32(rest)))))
	case opBinGet:
		if len(rest) < 1 {
			return false, nil
		}
		u.in.pos++
		return true, u.get(uint64(rest[0]))
	case opShortBinUnicode:
		if len(rest) < 1 || len(rest) <= int(rest[0]) {
			return false, nil
		}
		u.in.pos += 1 + int(rest[0])
		return true, u.pushText(rest[1 : 1+int(rest[0])])
	case opMemoize:
		return true, u.put(uint64(u.memo.count))
	case opMark:
		return true, u.mark()
	}
	return false, nil
}

// overridden looks for the methods that a subclass has of its own.
func (u *unpickler) overridden(self object.Value) error {
	if own, _ := self.Class().Lookup("find_class"); own != first(unpicklerClass.Lookup("find_class")) {
		method, err := object.GetAttr(u.t, self, "find_class")
		if err != nil {
			return err
		}
		u.findClass = method
	}
	persist, ok, err := object.GetAttrOpt(u.t, self, "persistent_load")
	if ok {
		u.persist = persist
	}
	return err
}

func first(v object.Value, _ bool) object.Value { return v }

func (u *unpickler) badOpcode(op byte) error {
	if op >= 0x20 && op < 0x7f && op != '\'' && op != '\\' {
		return object.Raise(unpicklingError, "invalid load key, '%c'.", op)
	}
	return object.Raise(unpicklingError, "invalid load key, '\\x%02x'.", op)
}

func (u *unpickler) underflow() error {
	if len(u.marks) > 0 {
		return object.Raise(unpicklingError, "unexpected MARK found")
	}
	return object.Raise(unpicklingError, "unpickling stack underflow")
}

func (u *unpickler) push(x object.Value) error {
	if n := len(u.stack); n == cap(u.stack) && n >= 64 {
		if err := u.t.ChargeItems(n, 16); err != nil {
			return err
		}
	}
	u.stack = append(u.stack, x)
	return nil
}

func (u *unpickler) pop() (object.Value, error) {
	n := len(u.stack) - 1
	if n < u.fence {
		return object.Value{}, u.underflow()
	}
	x := u.stack[n]
	u.stack[n] = object.Value{}
	u.stack = u.stack[:n]
	return x, nil
}

// top is the last value, below n others.
func (u *unpickler) top(n int) (*object.Value, error) {
	i := len(u.stack) - 1 - n
	if i < u.fence {
		return nil, u.underflow()
	}
	return &u.stack[i], nil
}

// mark begins a container.
func (u *unpickler) mark() error {
	if n := len(u.marks); n == cap(u.marks) && n >= 64 {
		if err := u.t.ChargeItems(n, 8); err != nil {
			return err
		}
	}
	u.marks = append(u.marks, len(u.stack))
	u.fence = len(u.stack)
	return nil
}

// marked takes off what has come since the last mark. The slice is the caller's.
func (u *unpickler) marked() ([]object.Value, error) {
	at, err := u.unmark()
	if err != nil {
		return nil, err
	}
	return u.cut(at), nil
}

func (u *unpickler) unmark() (int, error) {
	n := len(u.marks) - 1
	if n < 0 {
		return 0, object.Raise(unpicklingError, "could not find MARK")
	}
	at := u.marks[n]
	u.fence = u.below()
	u.marks = u.marks[:n]
	return at, nil
}

// below is the fence before the last mark.
func (u *unpickler) below() int {
	if n := len(u.marks) - 1; n > 0 {
		return u.marks[n-1]
	}
	return 0
}

// cut takes off the values from at on.
func (u *unpickler) cut(at int) []object.Value {
	items := append([]object.Value(nil), u.stack[at:]...)
	clear(u.stack[at:])
	u.stack = u.stack[:at]
	return items
}

// put remembers the last value as number n.
func (u *unpickler) put(n uint64) error {
	x, err := u.top(0)
	if err != nil {
		return err
	}
	if size := u.memo.count; size >= 64 && size&(size-1) == 0 {
		if err := u.t.ChargeItems(size, 64); err != nil {
			return err
		}
	}
	u.memo.set(n, *x)
	return nil
}

func (u *unpickler) get(n uint64) error {
	x, ok := u.memo.get(n)
	if !ok {
		return object.Raise(unpicklingError, "Memo value not found at index %d", n)
	}
	return u.push(x)
}

// class is what a pickle means by a module and a name.
func (u *unpickler) class(module, name object.Value) (object.Value, error) {
	if !u.findClass.IsNil() {
		return object.Call(u.t, u.findClass, module, name)
	}
	return u.lookUp(u.t, module, name)
}
