package cell

import (
	"maps"
	"slices"
	"strings"

	"gputour/engine/resolve"
	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
	"gputour/engine/wire"
)

// This file finds the names of other cells that a cell reads, and whose objects it changes, without running it: a page
// marks with them which cells a changed one has made stale.

// Names are what a cell reads and writes. A kernel cell reads nothing.
func Names(code string) wire.NamesBody {
	reads, writes := readNames(code)
	maps.Copy(writes, Bound(code))
	return wire.NamesBody{Reads: reads, Writes: append([]string{}, slices.Sorted(maps.Keys(writes))...)}
}

// mutators are methods that change what they are called on, as lists, dicts, sets, deques and modules have them; those of
// tensors end in an underscore. Which type an object has is not known here, so no method is named that leaves
// another type as it was.
var mutators = map[string]bool{
	"append": true, "extend": true, "insert": true, "remove": true, "pop": true, "clear": true, "reverse": true,
	"update": true, "setdefault": true, "popitem": true, "discard": true, "appendleft": true, "popleft": true, "extendleft": true,
	"load_state_dict": true, "add_module": true, "register_buffer": true, "register_parameter": true,
}

// mutatorsOfSome change a list or a set and give a new tensor: they count where nothing is done with what they return.
var mutatorsOfSome = map[string]bool{"add": true, "sort": true}

// mutated is the name whose object a call changes, "" for none.
func mutated(e syntax.Expr, dropped bool) string {
	call, ok := e.(*syntax.Call)
	if !ok {
		return ""
	}
	method, ok := call.Func.(*syntax.Attribute)
	inPlace := ok && strings.HasSuffix(method.Attr, "_") && !strings.HasSuffix(method.Attr, "__")
	if !ok || !inPlace && !mutators[method.Attr] && !(dropped && mutatorsOfSome[method.Attr]) {
		return ""
	}
	for at := method.Value; ; {
		switch x := at.(type) {
		case *syntax.Name:
			return x.ID
		case *syntax.Attribute:
			at = x.Value
		case *syntax.Subscript:
			at = x.Value
		default:
			return ""
		}
	}
}

// readNames are the names that a cell takes from elsewhere: read before it binds them itself, or by a function that may be
// called when it has not; and those whose objects it changes by a method.
func readNames(code string) (names []string, changed map[string]bool) {
	names, changed = []string{}, map[string]bool{}
	if magic, rest, ok := CellMagic(code); ok {
		if !PythonMagics[MagicName(magic)] {
			return names, changed
		}
		code = rest
	}
	m, err := parse.Source("<cell>", Python(code), parse.Options{})
	if err != nil || resolve.Module(m, resolve.Options{Await: true}) != nil {
		return names, changed
	}
	r := &readWalk{read: map[string]bool{}, later: map[string]bool{}, changed: changed, bound: binder{}}
	if n := len(m.Body); n > 0 {
		r.last = m.Body[n-1]
	}
	r.block(m.Body)
	for name := range r.later {
		if !r.bound[name] {
			r.read[name] = true
		}
	}
	return append(names, slices.Sorted(maps.Keys(r.read))...), changed
}

// readWalk goes through a cell in the order in which it runs.
type readWalk struct {
	read, later map[string]bool
	changed     map[string]bool
	last        syntax.Stmt // whose value is shown
	bound       binder
	function    bool // inside a body that runs later
}

func (r *readWalk) block(body []syntax.Stmt) {
	for _, s := range body {
		r.statement(s)
	}
}

// statement reads what a statement reads and then binds what it binds.
func (r *readWalk) statement(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		r.exprs(s.Value)
		r.change(mutated(s.Value, syntax.Stmt(s) != r.last))
	case *syntax.Assign:
		r.exprs(s.Value)
		r.exprs(s.Targets...)
	case *syntax.AugAssign:
		r.exprs(s.Value)
		r.target(s.Target)
	case *syntax.AnnAssign:
		r.exprs(s.Annotation, s.Value, s.Target)
	case *syntax.Return:
		r.exprs(s.Value)
	case *syntax.Delete:
		for _, x := range s.Targets {
			r.target(x)
		}
	case *syntax.Raise:
		r.exprs(s.Exc, s.Cause)
	case *syntax.Assert:
		r.exprs(s.Test, s.Msg)
	case *syntax.FunctionDef:
		r.definition(s)
	case *syntax.ClassDef:
		r.exprs(s.Decorators...)
		r.exprs(s.Bases...)
		for _, k := range s.Keywords {
			r.exprs(k.Value)
		}
		inner := *r
		inner.bound = maps.Clone(r.bound) // what the class binds is its own
		inner.block(s.Body)
	default:
		r.compound(s)
		return
	}
	r.bind(s)
}

// compound reads a statement with blocks in it.
func (r *readWalk) compound(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.If:
		r.exprs(s.Test)
		r.block(s.Body)
		r.block(s.Orelse)
	case *syntax.While:
		r.exprs(s.Test)
		r.block(s.Body)
		r.block(s.Orelse)
	case *syntax.For:
		r.exprs(s.Iter, s.Target)
		r.bindTarget(s.Target)
		r.block(s.Body)
		r.block(s.Orelse)
	case *syntax.With:
		for _, item := range s.Items {
			r.exprs(item.Context)
			r.bindTarget(item.Target)
		}
		r.block(s.Body)
	case *syntax.Try:
		r.block(s.Body)
		for _, h := range s.Handlers {
			r.exprs(h.Type)
			if h.Name != nil {
				r.bindTarget(h.Name)
			}
			r.block(h.Body)
		}
		r.block(s.Orelse)
		r.block(s.Finally)
	case *syntax.Match:
		r.exprs(s.Subject)
		for _, c := range s.Cases {
			r.exprs(c.Guard)
			r.block(c.Body)
		}
	default:
		r.bind(s)
	}
}

// definition reads defaults and decorators now, and the body when it is called.
func (r *readWalk) definition(s *syntax.FunctionDef) {
	r.exprs(s.Decorators...)
	for _, list := range [][]*syntax.Param{s.Params.PosOnly, s.Params.Args, s.Params.KwOnly, {s.Params.VarArg, s.Params.KwArg}} {
		for _, p := range list {
			if p != nil {
				r.exprs(p.Default, p.Annotation)
			}
		}
	}
	inner := *r
	inner.function = true
	inner.block(s.Body)
}

func (r *readWalk) bind(s syntax.Stmt) {
	if !r.function {
		r.bound.statement(s)
	}
}

func (r *readWalk) bindTarget(e syntax.Expr) {
	if !r.function && e != nil {
		r.bound.target(e)
	}
}

// target reads what x op= y and del x read: x itself.
func (r *readWalk) target(e syntax.Expr) {
	if n, ok := e.(*syntax.Name); ok {
		r.name(n)
		return
	}
	r.exprs(e)
}

// exprs reads the names that expressions load.
func (r *readWalk) exprs(list ...syntax.Expr) {
	for _, e := range list {
		if e == nil {
			continue
		}
		syntax.Inspect(e, func(n syntax.Node) bool {
			if x, ok := n.(*syntax.Name); ok && x.Ctx == syntax.Load {
				r.name(x)
			}
			if x, ok := n.(syntax.Expr); ok {
				r.change(mutated(x, false))
			}
			return true
		})
	}
}

// change notes that what a name stands for is changed.
func (r *readWalk) change(name string) {
	if name != "" && !r.function {
		r.changed[name] = true
	}
}

func (r *readWalk) name(n *syntax.Name) {
	switch {
	case n.Binding.Scope != syntax.GlobalScope && n.Binding.Scope != syntax.ByNameScope:
	case r.function:
		r.later[n.ID] = true
	case !r.bound[n.ID]:
		r.read[n.ID] = true
	}
}
