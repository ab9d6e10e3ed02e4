// Package dispatch takes a call from Python to the Go function of an operation and its result back: it binds the arguments
// to one of PyTorch's overloads, lets classes answer, checks, casts and aims as PyTorch does, and says in
// its words what does not fit.
//
// A binding is made of an operation's name and function; signatures.txt says how it may be called. From one name come,
// as far as there are signatures, torch.name, Tensor.name, the in-place Tensor.name_ and torch.name_, and out=.
package dispatch

import (
	"strings"

	"gputour/engine/autograd"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/docs"
	"gputour/engine/pylib/torch/profiler"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Binding is one function or method made of a row.
type Binding struct {
	Name    string
	Parser  *Parser
	Fn      Operation
	inplace bool            // fn computes a new value for the first operand
	self    *object.Builtin // what Python calls
}

// Bindings makes everything that the tables define, by the name under which it goes.
type Bindings struct {
	Functions, Methods, Nn map[string]*Binding
}

// NewBindings makes none yet; Add adds.
func NewBindings() *Bindings {
	return &Bindings{map[string]*Binding{}, map[string]*Binding{}, map[string]*Binding{}}
}

// Add makes of an operation what there are signatures for: torch.name, Tensor.name and what is in place.
func (b *Bindings) Add(name string, fn Operation) {
	put := func(into map[string]*Binding, kind byte, name string, inplace bool) {
		if _, ok := into[name]; ok && inplace {
			return // a row of its own is better
		}
		if p := NewParser(kind, name); p != nil {
			into[name] = &Binding{Name: name, Parser: p, Fn: fn, inplace: inplace}
		}
	}
	put(b.Functions, Function, name, false)
	put(b.Methods, Method, name, false)
	put(b.Nn, NN, name, false)
	if !strings.HasSuffix(name, "_") {
		put(b.Functions, Function, name+"_", true)
		put(b.Methods, Method, name+"_", true)
		put(b.Nn, NN, name+"_", true)
	}
}

// pool keeps a session's calls that are over for the next ones; calls nest.
type pool struct{ free []*Call }

var poolKey = object.NewKey(func(*object.Session) *pool { return &pool{} })

func (p *pool) take(s *state.Session) *Call {
	if n := len(p.free); n > 0 {
		c := p.free[n-1]
		p.free = p.free[:n-1]
		return c
	}
	return &Call{Session: s, Args: make([]object.Value, 0, 16)}
}

func (p *pool) give(c *Call) {
	clear(c.Args[:cap(c.Args)])
	c.Args, c.Self, c.Err, c.Overload = c.Args[:0], nil, nil, nil
	p.free = append(p.free, c)
}

// call runs the operation on the arguments of a function, or of a method of x.
func (b *Binding) call(t *object.Thread, x *values.Tensor, a object.Args) (result object.Value, err error) {
	defer func() { // a fault of this library must not end the program
		if fault := recover(); fault != nil {
			state.Of(t).Tape.Aim(nil)
			err = object.Raise(object.RuntimeError, "%s: internal error: %v", b.Name, fault)
		}
	}()
	s := state.Of(t)
	if s.Overriding && s.Plain == 0 {
		given := a
		if x != nil {
			given.Pos = append([]object.Value{object.Of(x)}, a.Pos...)
		}
		if v, ok, err := override(s, t, object.Of(b.self), given); ok {
			return v, err
		}
	}
	calls := poolKey.Get(t.Session)
	c := calls.take(s)
	o, args, err := b.Parser.Parse(c.Args, a)
	if err != nil {
		calls.give(c)
		return object.Value{}, err
	}
	c.Thread, c.Overload, c.Args, c.Self, c.inplace = t, o, args, x, b.inplace
	made := s.Tape.Made()
	if s.Profile != nil {
		defer s.Profile.Leave(s.Profile.Enter(profiler.OperationName(b.Name), profiler.Op))
	}
	mark := s.Tape.Open()
	defer s.Tape.Leave(mark)
	v, err := b.run(c)
	if c.Err != nil {
		err = c.Err
	}
	if err == nil && s.Tape.Inference() {
		c.markInference(v)
	}
	if err == nil {
		c.noteFresh(v, made)
		c.close(mark, v)
	}
	calls.give(c)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return Charged(t, v)
}

func (b *Binding) run(c *Call) (object.Value, error) {
	if c.Overload.names {
		if err := c.noNames(); err != nil {
			return object.Value{}, err
		}
		if names := c.namesGiven(); !names.IsNone() {
			return b.Named(c, names)
		}
	}
	if c.Overload.hidden {
		c.WarnOf(c.Thread, "deprecated overload", "UserWarning", b.Parser.deprecated(c.Overload))
	}
	if c.Overload.check != nil {
		if err := first(c.Overload.check(c), c.Err); err != nil {
			return object.Value{}, err
		}
	}
	if c.Overload.limit.types != 0 && c.AutocastCPU == tensor.NoDType { // autocast has other types reach the kernels
		if err := c.refuse(); err != nil {
			return object.Value{}, err
		}
	}
	if b.inplace {
		return c.intoFirst(b.Fn)
	}
	if !c.Given("out") {
		return b.Fn(c)
	}
	shapes := c.outShapes()
	c.aim()
	v, err := b.Fn(c)
	c.Tape.Aim(nil)
	if err != nil || c.Err != nil {
		return object.Value{}, err
	}
	if v, err = c.writeOut(v); err == nil {
		c.warnResized(shapes)
	}
	return v, err
}

// Function makes the Python function of a binding.
func (b *Binding) Function() *object.Builtin {
	f := object.DefRaw(b.Name, func(t *object.Thread, a object.Args) (object.Value, error) {
		return b.call(t, nil, a)
	}, doc(b.Parser))
	f.Makes = true
	b.self = f
	return f
}

// Method makes the method of class Tensor.
func (b *Binding) Method() *object.Builtin {
	m := RawMethod(b.Name, func(t *object.Thread, x *values.Tensor, a object.Args) (object.Value, error) {
		return b.call(t, x, a)
	})
	m.Makes, m.Doc = true, doc(b.Parser)
	b.self = m
	return m
}

// RawMethod makes a method of Tensor that binds its arguments itself.
func RawMethod(name string, fn func(t *object.Thread, x *values.Tensor, a object.Args) (object.Value, error)) *object.Builtin {
	m := &object.Builtin{Name: name, Owner: values.TensorClass, Doc: docs.Sentence(name), Raw: func(t *object.Thread, a object.Args) (object.Value, error) {
		x, ok := a.Pos[0].Object().(*values.Tensor)
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "descriptor '%s' for 'torch._C._TensorBase' objects doesn't apply to a '%s' object", name, values.TypeName(a.Pos[0]))
		}
		return fn(t, x, object.Args{Pos: a.Pos[1:], Kw: a.Kw})
	}}
	object.Adopt(m, object.MethodDescrClass)
	return m
}

// The usual shapes of operations.

// Simple is an operation of one tensor and nothing else.
func Simple(f func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error)) Operation {
	return func(c *Call) (object.Value, error) { return c.One(f(c.Tape, c.Input())) }
}

// Pair is an operation of two tensors.
func Pair(f func(p *autograd.Tape, x, y *tensor.Tensor) (*tensor.Tensor, error), second string) Operation {
	return func(c *Call) (object.Value, error) { return c.One(f(c.Tape, c.Input(), c.Tensor(second))) }
}

// Reduction is an operation over dimensions.
func Reduction(f func(p *autograd.Tape, x *tensor.Tensor, dims []int, keepdim bool) (*tensor.Tensor, error)) Operation {
	return func(c *Call) (object.Value, error) {
		return c.One(f(c.Tape, c.Input(), c.Dims("dim"), c.Bool("keepdim")))
	}
}

// ViaPython is a method that a module of ours defines as a function.
func ViaPython(module, name string) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		m, err := interp.Import(t, module)
		if err != nil {
			return object.Value{}, err
		}
		return object.CallAttr(t, m, name, a...)
	}
}
