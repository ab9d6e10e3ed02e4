// Package resolve decides which variable every name of a syntax tree stands for.
//
// It works in three passes, as CPython's symtable does. The first walks the tree,
// opens a scope for each function, class and comprehension, and notes in it how
// each name is used: assigned, read, declared global. The second goes over the
// scopes: downwards it knows what the enclosing functions bind, upwards which of
// that the inner ones need, and so finds the variables that have to live in cells.
// The third numbers locals, cells and free variables and writes a Binding into
// every Name. A last walk refuses what CPython's compiler refuses ('return'
// outside function). The package imports syntax and diag only.
package resolve

import (
	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// Options are the choices of Module; the zero value is right for a cell.
type Options struct {
	// Namespace makes the module's own names ByNameScope, as exec and eval
	// need when they are given separate locals.
	Namespace bool
	// Inline lets list, set and dict comprehensions run in the frame around them.
	Inline bool
	// Await lets await, async for and async with stand outside functions, as in a cell.
	Await bool
	// Slots bounds the slots of a function; further variables are Spilled. 0: no bound.
	Slots int
}

// Module resolves every name of m and fills in its Blocks. Any error is a
// *syntax.Error. A module must be resolved once only: private names inside
// classes (`__x`) are replaced by their mangled form.
func Module(m *syntax.Module, opt Options) error {
	return run(m, opt, func(*resolver) {})
}

// run resolves m and lets done see the scopes.
func run(m *syntax.Module, opt Options, done func(*resolver)) (err error) {
	r := &resolver{opt: opt, module: m}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *syntax.Error:
			e.Filename = m.Filename
			e.Text = m.Line(e.Start.Line) + "\n"
			err = e
		default:
			panic(e)
		}
	}()
	future := checkFuture(m)
	r.walkModule()
	r.analyze(r.top, nil)
	r.assign(r.top, r.top)
	r.bind(r.top)
	check(m, future, opt.Await)
	done(r)
	return nil
}

// resolver holds what the walk needs to know of where it is.
type resolver struct {
	opt    Options
	module *syntax.Module
	top    *scope
	cur    *scope
	// private is the name of the innermost class, for mangling.
	private string
	// inIterable tells that the walk is inside the iterable of a comprehension,
	// where no name may be bound by `:=`.
	inIterable int
}

// fail leaves the package's walk with a SyntaxError.
func fail(span diag.Span, msg string) {
	panic(&syntax.Error{Msg: msg, Start: span.Start, End: span.End})
}
