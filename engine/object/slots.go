package object

import (
	"encoding/binary"
	"slices"
)

// slotDef ties one dunder method to its slot. wrap makes the method that a
// built-in class shows for its slot; install puts a function into the slot that
// calls the method of a class made by a cell; inherit copies the slot.
type slotDef struct {
	name    string
	sig     string
	has     func(s *Slots) bool
	wrap    func(s *Slots) GoFunc
	install func(s *Slots)
	inherit func(dst, src *Slots)
}

// slotDefs is filled at start-up, since the functions in it refer to it; slotParams are the
// signatures of the wrappers that all classes have for each.
var (
	slotDefs   []*slotDef
	slotParams []*params
)

// slotsByName finds the place of a dunder name in slotDefs.
var slotsByName map[string]int

// binaryNames are the stems of the dunder names of the binary operators, and
// binarySymbols how messages write them.
var (
	binaryNames   = [numBinary]string{"add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "or", "xor", "matmul"}
	binarySymbols = [numBinary]string{"+", "-", "*", "/", "//", "%", "divmod()", "** or pow()", "<<", ">>", "&", "|", "^", "@"}
	// reflectedNames are the whole names of the methods of the right operand.
	reflectedNames = func() (names [numBinary]string) {
		for op, stem := range binaryNames {
			names[op] = "__r" + stem + "__"
		}
		return names
	}()
	unaryNames   = [numUnary]string{"__neg__", "__pos__", "__invert__", "__abs__"}
	compareNames = [6]string{"__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"}
)

// String returns the operator as Python writes it.
func (op BinaryOp) String() string { return binarySymbols[op] }

// String returns the comparison as Python writes it.
func (op CompareOp) String() string { return [...]string{"<", "<=", "==", "!=", ">", ">="}[op] }

// swapped is the comparison with its operands exchanged.
func (op CompareOp) swapped() CompareOp { return [...]CompareOp{Gt, Ge, Eq, Ne, Lt, Le}[op] }

func initSlotDefs() {
	slotDefs = append(slotDefs, objectSlotDefs()...)
	slotDefs = append(slotDefs, containerSlotDefs()...)
	slotDefs = append(slotDefs, numberSlotDefs()...)
	slotsByName = map[string]int{}
	for i, d := range slotDefs {
		slotsByName[d.name] = i
		slotParams = append(slotParams, &params{text: d.name + d.sig, slot: true})
	}
}

// inheritSlots fills dst from own, then from the complete slots of bases in order.
func inheritSlots(dst, own *Slots, bases []*Class, unhashable bool) {
	*dst = *own
	for _, b := range bases {
		fillSlots(dst, b.Slots, unhashable)
	}
}

func fillSlots(dst, src *Slots, unhashable bool) {
	for _, d := range slotDefs {
		if d.name == "__hash__" && unhashable {
			continue
		}
		if !d.has(dst) {
			d.inherit(dst, src)
		}
	}
}

// wrapSlots gives a built-in class the dunder methods of its own slots.
func (c *Class) wrapSlots(own *Slots) {
	if own.Compare != nil && own.Hash == nil {
		c.Dict.Set("__hash__", None)
	}
	for i, d := range slotDefs {
		if d.wrap == nil || !d.has(own) {
			continue
		}
		b := define(slotParams[i], d.wrap(own), slotDocs[d.name])
		b.Owner, b.class = c, SlotWrapperClass
		switch d.name { // these pass all arguments on as they come
		case "__call__":
			b.Raw = rawWrapper(own.Call)
		case "__init__":
			b.Raw = rawWrapper(func(t *Thread, v Value, a Args) (Value, error) { return None, own.Init(t, v, a) })
		}
		c.Dict.Set(d.name, Of(b))
	}
	if own.New != nil {
		c.Dict.Set("__new__", newMethod(c))
	}
}

// setUserSlots computes every slot of a class made by a cell from the MRO. Most classes
// have the dunder methods of others: a session has one Slots for all that have the same.
func (c *Class) setUserSlots() {
	made, known := c.derivation()
	s := c.session.slotsOf[made]
	if s == nil {
		s = c.searchSlots()
	}
	if known {
		c.session.slotsOf[made] = s
	}
	c.Slots = s
	c.followFinalizer()
}

// derivation is what the slots of a class with one base are made of, when that is made by a cell, too: of the base's
// slots and the methods that the class has itself. Two that are made alike are alike: no search has to show it.
type derivation struct {
	base *Slots
	own  [2]uint64 // the definitions of slotDefs, a bit each
}

func (c *Class) derivation() (made derivation, known bool) {
	base := c.firstBase()
	if len(c.Bases) != 1 || base.Builtin || base.session != c.session || !slices.Equal(c.MRO[1:], base.MRO) {
		return derivation{}, false
	}
	made.base = base.Slots
	for name, v := range c.Dict.All() {
		i, dunder := slotsByName[name]
		if !dunder {
			continue
		}
		if b, builtin := v.Object().(*Builtin); v.IsNone() || builtin && b.class == SlotWrapperClass {
			return derivation{}, false
		}
		made.own[i/64] |= 1 << (i % 64)
	}
	return made, true
}

// searchSlots looks for the owner of each slot.
func (c *Class) searchSlots() *Slots {
	owners := make([]*Class, len(slotDefs))
	var key []byte // for each definition 0: nobody has it, 1: Python has, else a number of the built-in class that has
	for i, d := range slotDefs {
		owners[i] = c.slotOwner(d)
		switch owner := owners[i]; {
		case owner == nil:
			key = append(key, 0)
		case !owner.Builtin:
			key = append(key, 1)
		default:
			key = binary.AppendUvarint(key, owner.Version+2)
		}
	}
	s, ok := c.session.slots[string(key)]
	if !ok {
		s = newUserSlots(owners)
		c.session.slots[string(key)] = s
	}
	return s
}

// newUserSlots fills the slot of each definition from the class that has it. Several
// names may share a slot; then one method written in Python is enough for the slot to ask Python.
func newUserSlots(owners []*Class) *Slots {
	s := &Slots{}
	for i, d := range slotDefs {
		switch owner := owners[i]; {
		case owner == nil:
		case !owner.Builtin:
			d.install(s)
		case !d.has(s):
			d.inherit(s, owner.Slots)
		}
	}
	return s
}

// switchedOff are the methods for which None means that the class has none. Other
// operators call the None and fail.
var switchedOff = map[string]bool{
	"__hash__": true, "__iter__": true, "__contains__": true, "__new__": true, "__init__": true,
	"__getattribute__": true, "__setattr__": true, "__delattr__": true, "__get__": true, "__set__": true, "__delete__": true,
}

// slotOwner finds the class whose method or slot d is for c; nil if there is none.
func (c *Class) slotOwner(d *slotDef) *Class {
	v, owner := c.lookupOwner(d.name)
	if owner == nil || v.IsNone() && switchedOff[d.name] {
		return nil
	}
	if b, ok := v.Object().(*Builtin); ok && b.class == SlotWrapperClass && b.Name == d.name {
		return b.Owner
	}
	return owner
}

// updateSlot follows a change of dunder name in c to c and its subclasses.
func (c *Class) updateSlot(name string) {
	if _, has := slotsByName[name]; !has && name != "__new__" && name != "__del__" {
		return
	}
	c.setUserSlots()
	for _, child := range c.Subclasses() {
		child.updateSlot(name)
	}
}

// special finds dunder method name of v's class; it does not look at the instance.
func special(v Value, name string) (Value, bool) { return v.head.class.Lookup(name) }

// CallMethod calls dunder method name of v's class with v and args, as the
// interpreter does for operators: the instance's own attributes do not count.
// ok is false where the class has no such method.
func CallMethod(t *Thread, v Value, name string, args ...Value) (res Value, ok bool, err error) {
	fn, ok := special(v, name)
	if !ok {
		return Value{}, false, nil
	}
	res, err = callSpecial(t, fn, v, args...)
	return res, true, err
}

// callSpecial calls fn, found in self's class, as a method of self.
func callSpecial(t *Thread, fn, self Value, args ...Value) (res Value, err error) {
	if _, isGo := fn.Object().(*Builtin); isGo { // it may come back here: __repr__ = object.__str__
		if err := t.Enter(""); err != nil {
			return Value{}, err
		}
		defer t.Leave()
	}
	n := len(args) + 1
	pos := t.borrow(n)
	pos[0] = self
	copy(pos[1:], args)
	if fc := fn.head.class; fc.MethodLike {
		res, err = CallArgs(t, fn, Args{Pos: pos})
	} else {
		if fn, err = bindTo(t, fn, self); err == nil {
			res, err = CallArgs(t, fn, Args{Pos: pos[1:]})
		}
	}
	t.release(n)
	return res, err
}

// bindTo applies the descriptor protocol to fn, found in obj's class.
func bindTo(t *Thread, fn, obj Value) (Value, error) {
	if get := fn.head.class.Slots.DescrGet; get != nil {
		return get(t, fn, obj, obj.head.class)
	}
	return fn, nil
}

// pySlot calls the method name of v's class, which a trampoline knows to be there.
func pySlot(t *Thread, v Value, name string, args ...Value) (Value, error) {
	fn, ok := special(v, name)
	if !ok {
		return NotImplemented, nil
	}
	return callSpecial(t, fn, v, args...)
}
