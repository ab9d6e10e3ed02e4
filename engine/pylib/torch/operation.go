package torch

import (
	"slices"
	"strings"

	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file turns rows of operation tables into functions of module torch and methods
// of Tensor. A row names an operation and the function that runs it; signatures.txt
// says how it may be called. From one row come, as far as there are signatures,
// torch.name, Tensor.name, the in-place Tensor.name_ and torch.name_, and out=.

// row is one operation.
type row struct {
	names string // its name, then aliases
	fn    operation
}

// binding is one function or method made of a row.
type binding struct {
	name    string
	parser  *parser
	fn      operation
	inplace bool            // fn computes a new value for the first operand
	self    *object.Builtin // what Python calls
}

// bindings makes everything that the tables define, by the name under which it goes.
type bindings struct {
	functions, methods, nn map[string]*binding
}

func bind(tables ...[]row) *bindings {
	b := &bindings{map[string]*binding{}, map[string]*binding{}, map[string]*binding{}}
	for _, table := range tables {
		for _, r := range table {
			for _, name := range strings.Fields(r.names) {
				b.add(name, r.fn)
			}
		}
	}
	return b
}

func (b *bindings) add(name string, fn operation) {
	put := func(into map[string]*binding, kind byte, name string, inplace bool) {
		if _, ok := into[name]; ok && inplace {
			return // a row of its own is better
		}
		if p := newParser(kind, name); p != nil {
			into[name] = &binding{name: name, parser: p, fn: fn, inplace: inplace}
		}
	}
	put(b.functions, asFunction, name, false)
	put(b.methods, asMethod, name, false)
	put(b.nn, asNN, name, false)
	if !strings.HasSuffix(name, "_") {
		put(b.functions, asFunction, name+"_", true)
		put(b.methods, asMethod, name+"_", true)
		put(b.nn, asNN, name+"_", true)
	}
}

// take gives a call back to the session when it is over; calls nest.
func (s *state) take() *call {
	if n := len(s.calls); n > 0 {
		c := s.calls[n-1]
		s.calls = s.calls[:n-1]
		return c
	}
	return &call{state: s, args: make([]object.Value, 0, 16)}
}

func (s *state) give(c *call) {
	clear(c.args[:cap(c.args)])
	c.args, c.self, c.err, c.o = c.args[:0], nil, nil, nil
	s.calls = append(s.calls, c)
}

// viewBytes is about what a view takes; tensors with memory of their own are counted where they
// are made.
const viewBytes = 1 << 10

// charged is a result that has been announced: very many views fill a session, too.
func charged(t *object.Thread, v object.Value) (object.Value, error) {
	if err := t.Charge(viewBytes); err != nil {
		return object.Value{}, err
	}
	return v, nil
}

// call runs the operation on the arguments of a function, or of a method of x.
func (b *binding) call(t *object.Thread, x *Tensor, a object.Args) (result object.Value, err error) {
	defer func() { // a fault of this library must not end the program
		if fault := recover(); fault != nil {
			stateOf(t).tape.Aim(nil)
			err = object.Raise(object.RuntimeError, "%s: internal error: %v", b.name, fault)
		}
	}()
	s := stateOf(t)
	if s.overriding && s.plain == 0 {
		given := a
		if x != nil {
			given.Pos = append([]object.Value{object.Of(x)}, a.Pos...)
		}
		if v, ok, err := s.override(t, object.Of(b.self), given); ok {
			return v, err
		}
	}
	c := s.take()
	o, args, err := b.parser.parse(c.args, a)
	if err != nil {
		s.give(c)
		return object.Value{}, err
	}
	c.t, c.o, c.args, c.self, c.inplace = t, o, args, x, b.inplace
	made, recorded := s.tape.Made(), s.tape.Recorded()
	if s.profile != nil {
		defer s.profile.leave(s.profile.enter(atenName(b.name), spanOp))
	}
	v, err := b.run(c)
	if c.err != nil {
		err = c.err
	}
	if err == nil && s.tape.Inference() {
		c.markInference(v)
	}
	if s.tape.Recorded() != recorded {
		c.noteKept()
	}
	if err == nil {
		c.noteFresh(v, made)
	}
	s.give(c)
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	return charged(t, v)
}

// markInference notes new tensors as made in inference mode.
func (c *call) markInference(v object.Value) {
	if items, ok := sequenceItems(v); ok {
		for _, item := range items {
			c.markInference(item)
		}
		return
	}
	if x, ok := v.Object().(*Tensor); ok && x != c.self && c.tape.Base(x.T) == nil && !slices.Contains(c.args, v) {
		c.tape.MarkInference(x.T)
	}
}

func (b *binding) run(c *call) (object.Value, error) {
	if c.o.names {
		if err := c.noNames(); err != nil {
			return object.Value{}, err
		}
		if names := c.namesGiven(); !names.IsNone() {
			return b.named(c, names)
		}
	}
	if c.o.hidden {
		c.warnOf(c.t, "deprecated overload", "UserWarning", b.parser.deprecated(c.o))
	}
	if c.o.check != nil {
		if err := first(c.o.check(c), c.err); err != nil {
			return object.Value{}, err
		}
	}
	if c.o.limit.types != 0 && c.autocastCPU == tensor.NoDType {
		if err := c.refuse(); err != nil {
			return object.Value{}, err
		}
	}
	if b.inplace {
		return c.intoFirst(b.fn)
	}
	if !c.given("out") {
		return b.fn(c)
	}
	shapes := c.outShapes()
	c.aim()
	v, err := b.fn(c)
	c.tape.Aim(nil)
	if err != nil || c.err != nil {
		return object.Value{}, err
	}
	if v, err = c.writeOut(v); err == nil {
		c.warnResized(shapes)
	}
	return v, err
}

// noNames refuses names of dimensions; tensors that have names answer for operations
// themselves (torch._names).
func (c *call) noNames() error {
	for i := range c.o.params {
		p := &c.o.params[i]
		if c.args[i].IsNil() || p.typ != typName && (p.typ != typNames || p.name == "names") {
			continue
		}
		name, ok := object.AsStr(c.args[i])
		if items, list := sequenceItems(c.args[i]); !ok && list {
			name, _ = object.AsStr(items[0])
		}
		rank := 0
		if c.self != nil {
			rank = c.self.T.Dim()
		} else if x, ok := c.args[0].Object().(*Tensor); ok {
			rank = x.T.Dim()
		}
		names := strings.TrimSuffix(strings.Repeat("None, ", rank), ", ")
		return object.Raise(object.RuntimeError, "Name '%s' not found in Tensor[%s].", name, names)
	}
	return nil
}

// named runs an operation that makes a tensor, and gives it names.
func (b *binding) named(c *call, names object.Value) (object.Value, error) {
	v, err := b.fn(c)
	if err != nil || c.err != nil {
		return object.Value{}, err
	}
	return viaPython("torch._names", "named")(c.t, []object.Value{v, names})
}

// namesGiven are the names that a new tensor shall have, or None.
func (c *call) namesGiven() object.Value {
	for i := range c.o.params {
		if p := &c.o.params[i]; p.typ == typNames && p.name == "names" && !c.args[i].IsNil() {
			return c.args[i]
		}
	}
	return object.None
}

// intoFirst runs fn and writes its result into the first operand.
func (c *call) intoFirst(fn operation) (object.Value, error) {
	x := c.self
	if x == nil {
		x, _ = c.args[0].Object().(*Tensor)
	}
	err := c.tape.InPlace(x.T, func() (*tensor.Tensor, error) {
		v, err := fn(c)
		if err == nil && c.err != nil {
			err = c.err
		}
		if err != nil {
			return nil, err
		}
		y, _ := AsTensor(v)
		return y, nil
	})
	return object.Of(x), err
}

// writeOut writes results into the tensors given as out=.
func (c *call) writeOut(v object.Value) (object.Value, error) {
	out := c.arg("out")
	if x, ok := out.Object().(*Tensor); ok {
		y, ok := AsTensor(v)
		if !ok {
			return v, nil
		}
		if err := c.fitsOut(x.T.DType(), y.DType()); err != nil {
			return object.Value{}, err
		}
		if x.T == y {
			y.Bump()
			return out, nil
		}
		return out, c.tape.WriteOut(x.T, y)
	}
	outs, _ := sequenceItems(out)
	results, _ := sequenceItems(v)
	for i := range min(len(outs), len(results)) {
		x, ok1 := AsTensor(outs[i])
		y, ok2 := AsTensor(results[i])
		if ok1 && ok2 {
			if err := c.tape.WriteOut(x, y); err != nil {
				return object.Value{}, err
			}
		}
	}
	if key, ok := returnKeys.Load(v.Class()); ok {
		key := key.(returnKey)
		return newReturn(key.name+"_out", key.fields, slices.Clone(outs)), nil
	}
	return out, nil
}

// function makes the Python function of a binding.
func (b *binding) function() *object.Builtin {
	f := object.DefRaw(b.name, func(t *object.Thread, a object.Args) (object.Value, error) {
		return b.call(t, nil, a)
	}, doc(b.parser))
	f.Makes = true
	b.self = f
	return f
}

// method makes the method of class Tensor.
func (b *binding) method() *object.Builtin {
	m := rawMethod(b.name, func(t *object.Thread, x *Tensor, a object.Args) (object.Value, error) {
		return b.call(t, x, a)
	})
	m.Makes, m.Doc = true, doc(b.parser)
	b.self = m
	return m
}

// rawMethod makes a method of Tensor that binds its arguments itself.
func rawMethod(name string, fn func(t *object.Thread, x *Tensor, a object.Args) (object.Value, error)) *object.Builtin {
	m := &object.Builtin{Name: name, Owner: TensorClass, Doc: sentence(name), Raw: func(t *object.Thread, a object.Args) (object.Value, error) {
		x, ok := a.Pos[0].Object().(*Tensor)
		if !ok {
			return object.Value{}, typeError("descriptor '%s' for 'torch._C._TensorBase' objects doesn't apply to a '%s' object", name, typeName(a.Pos[0]))
		}
		return fn(t, x, object.Args{Pos: a.Pos[1:], Kw: a.Kw})
	}}
	object.Adopt(m, object.MethodDescrClass)
	return m
}

// The usual shapes of operations.

// second is the other operand, by whichever name the overload has for it.
func (c *call) second() *tensor.Tensor {
	for _, name := range [...]string{"other", "exponent", "tensor2", "vec2"} {
		if v := c.arg(name); !v.IsNone() {
			return c.tensor(name)
		}
	}
	return nil
}

// simple is an operation of one tensor and nothing else.
func simple(f func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error)) operation {
	return func(c *call) (object.Value, error) { return c.one(f(c.tape, c.input())) }
}

// pair is an operation of two tensors.
func pair(f func(p *autograd.Tape, x, y *tensor.Tensor) (*tensor.Tensor, error), second string) operation {
	return func(c *call) (object.Value, error) { return c.one(f(c.tape, c.input(), c.tensor(second))) }
}

// reduction is an operation over dimensions.
func reduction(f func(p *autograd.Tape, x *tensor.Tensor, dims []int, keepdim bool) (*tensor.Tensor, error)) operation {
	return func(c *call) (object.Value, error) {
		return c.one(f(c.tape, c.input(), c.dims("dim"), c.bool("keepdim")))
	}
}
