package shell

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func (p *process) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		if p.stmt(s); p.flow != onward {
			return
		}
	}
}

func (p *process) stmt(s *syntax.Stmt) {
	p.poll()
	if line := s.Pos().Line(); line > 0 {
		p.row = line
	}
	if !s.Background {
		p.foreground(s)
		return
	}
	c := p.fork(p.line.ctx)
	if c == nil {
		return
	}
	c.fds[0].drop()
	c.fds[0] = &stream{r: strings.NewReader(""), refs: 1}
	p.jobs = append(p.recent(), c)
	p.status = 0
	p.spawn(c, func() { c.foreground(s) })
}

// recent drops the jobs that are over when there are many.
func (p *process) recent() []*process {
	if len(p.jobs) < maxProcesses {
		return p.jobs
	}
	kept := p.jobs[:0]
	for _, c := range p.jobs {
		if !c.over {
			kept = append(kept, c)
		}
	}
	return kept
}

func (p *process) foreground(s *syntax.Stmt) {
	if p.depth++; p.depth > maxDepth {
		p.errorf("maximum nesting level exceeded (%d)", maxDepth)
		panic(exited{1})
	}
	mark := p.held
	defer func() {
		p.depth--
		p.release(mark)
	}()
	undo, ok := p.redirect(s.Redirs)
	defer undo()
	if !ok {
		p.status = 1
	} else if s.Cmd != nil {
		if s.Negated {
			p.exam++
		}
		p.command(s.Cmd)
		if s.Negated {
			p.exam--
			p.status = oneIf(p.status == 0)
		}
	} else {
		p.status = 0
	}
	if p.opts.errexit && p.status != 0 && p.exam == 0 && !s.Negated && simple(s.Cmd) {
		panic(exited{p.status})
	}
}

// simple reports whether set -e ends the shell when the command fails.
func simple(c syntax.Command) bool {
	switch c := c.(type) {
	case *syntax.BinaryCmd:
		return c.Op == syntax.Pipe || c.Op == syntax.PipeAll
	case *syntax.Block, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause, *syntax.CaseClause, *syntax.FuncDecl:
		return false
	}
	return true
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (p *process) command(c syntax.Command) {
	switch c := c.(type) {
	case *syntax.CallExpr:
		p.call(c)
	case *syntax.Block:
		p.stmts(c.Stmts)
	case *syntax.Subshell:
		p.inside(func(in *process) { in.stmts(c.Stmts) })
	case *syntax.BinaryCmd:
		p.binary(c)
	case *syntax.IfClause:
		p.choose(c)
	case *syntax.WhileClause:
		p.loop(func() bool {
			p.examine(func() { p.stmts(c.Cond) })
			return (p.status == 0) != c.Until && p.flow == onward
		}, nil, c.Do)
	case *syntax.ForClause:
		p.forLoop(c)
	case *syntax.CaseClause:
		p.switchOn(c)
	case *syntax.FuncDecl:
		p.declare(c)
	case *syntax.ArithmCmd:
		p.status = oneIf(p.arithmetic(c.X) == 0)
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			p.status = oneIf(p.arithmetic(x) == 0)
		}
	case *syntax.TestClause:
		p.status = oneIf(!p.condition(c.X))
	case *syntax.DeclClause:
		p.status = p.declaration(c)
	case *syntax.TimeClause:
		p.timed(c)
	default:
		p.errorf("%T is not available in this shell", c)
		p.status = 2
	}
}

// examine runs a condition: a failure in it does not end the shell.
func (p *process) examine(f func()) {
	p.exam++
	defer func() { p.exam-- }()
	f()
}

func (p *process) binary(c *syntax.BinaryCmd) {
	if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
		p.pipeline(c)
		return
	}
	p.examine(func() { p.stmt(c.X) })
	if p.flow == onward && (p.status == 0) == (c.Op == syntax.AndStmt) {
		p.stmt(c.Y)
	}
}

// part is one command of a pipeline.
type part struct {
	s   *syntax.Stmt
	all bool // stderr goes into the pipe, too
}

// parts are the commands of a pipeline in their order.
func parts(c *syntax.BinaryCmd) (list []part) {
	x, isPipe := c.X.Cmd.(*syntax.BinaryCmd)
	if isPipe = isPipe && len(c.X.Redirs) == 0 && !c.X.Negated && (x.Op == syntax.Pipe || x.Op == syntax.PipeAll); isPipe {
		list = parts(x)
	} else {
		list = []part{{s: c.X}}
	}
	list[len(list)-1].all = c.Op == syntax.PipeAll
	return append(list, part{s: c.Y})
}

func (p *process) pipeline(c *syntax.BinaryCmd) {
	list := parts(c)
	started := make([]*process, 0, len(list))
	var in *stream
	for i, one := range list {
		child := p.fork(p.ctx)
		if child == nil {
			break
		}
		if in != nil {
			child.fds[0].drop()
			child.fds[0], in = in, nil
		}
		if i < len(list)-1 {
			r, w := p.pipe()
			child.fds[1].drop()
			child.fds[1], in = w, r
			if one.all {
				child.fds[2].drop()
				child.fds[2] = w.keep()
			}
		}
		started = append(started, child)
		p.spawn(child, func() { child.stmt(one.s) })
	}
	in.drop()
	status := p.status
	for _, child := range started {
		got := p.await(child)
		if !p.opts.pipefail || got != 0 {
			status = got
		} else if child == started[0] {
			status = 0
		}
	}
	if len(started) == len(list) {
		p.status = status
	}
}

func (p *process) choose(c *syntax.IfClause) {
	for c != nil {
		if len(c.Cond) > 0 {
			p.examine(func() { p.stmts(c.Cond) })
			if p.flow != onward {
				return
			}
		}
		if len(c.Cond) == 0 || p.status == 0 {
			p.status = 0
			p.stmts(c.Then)
			return
		}
		p.status = 0
		c = c.Else
	}
}

// loop runs body while more; next runs between two rounds.
func (p *process) loop(more func() bool, next func(), body []*syntax.Stmt) {
	p.loops++
	defer func() { p.loops-- }()
	status := 0
	for {
		p.poll()
		mark := p.held
		if !more() {
			break
		}
		p.stmts(body)
		status = p.status
		p.release(mark)
		if p.flow == returning || p.left > 1 && p.flow != onward {
			p.left--
			return
		}
		stop := p.flow == breaking
		p.flow, p.left = onward, 0
		if stop {
			break
		}
		if next != nil {
			next()
		}
	}
	if p.flow == onward {
		p.status = status
	}
}

func (p *process) forLoop(c *syntax.ForClause) {
	switch x := c.Loop.(type) {
	case *syntax.WordIter:
		items := p.args
		if x.InPos.IsValid() {
			items = p.fields(x.Items...)
		}
		i := -1
		p.loop(func() bool {
			if i++; i >= len(items) {
				return false
			}
			if err := p.set(x.Name.Value, text(items[i])); err != nil {
				p.failed(err)
			}
			return true
		}, nil, c.Do)
	case *syntax.CStyleLoop:
		compute := func(x syntax.ArithmExpr) int {
			if x == nil {
				return 1
			}
			return p.arithmetic(x)
		}
		compute(x.Init)
		p.loop(func() bool { return compute(x.Cond) != 0 }, func() {
			mark := p.held
			compute(x.Post)
			p.release(mark)
		}, c.Do)
	}
}

func (p *process) switchOn(c *syntax.CaseClause) {
	value := p.literal(c.Word)
	p.status = 0
	falls := false
	for _, item := range c.Items {
		hit := falls
		for _, w := range item.Patterns {
			hit = hit || p.match(p.pattern(w), value)
		}
		if !hit {
			continue
		}
		if p.stmts(item.Stmts); p.flow != onward {
			return
		}
		switch item.Op {
		case syntax.Fallthrough:
			falls = true
		case syntax.Resume, syntax.ResumeKorn:
			falls = false
		default:
			return
		}
	}
}

func (p *process) declare(c *syntax.FuncDecl) {
	if _, have := p.funcs[c.Name.Value]; !have {
		p.line.take(treeBytes)
		p.vars.weight += treeBytes
	}
	p.funcs[c.Name.Value] = c.Body
	p.status = 0
}

// call runs a simple command: assignments, then a function, a builtin or a command.
func (p *process) call(c *syntax.CallExpr) {
	args := p.fields(c.Args...)
	if p.opts.xtrace && len(args) > 0 {
		fmt.Fprintf(port{p, 2}, "+ %s\n", strings.Join(args, " "))
	}
	if len(args) == 0 {
		p.assignAll(c)
		return
	}
	if len(c.Assigns) > 0 {
		p.vars = newScope(p.line, p.vars)
		defer p.leave()
		for _, a := range c.Assigns {
			v := attributes(p.get(a.Name.Value))
			v.Exported = true
			if err := p.assign(p.vars, a, v); err != nil {
				p.failed(err)
			}
		}
	}
	p.invoke(args)
}

// assignAll is a command that has assignments alone; its status is that of its last substitution.
func (p *process) assignAll(c *syntax.CallExpr) {
	p.status = 0
	for _, a := range c.Assigns {
		err := p.assign(nil, a, attributes(p.get(a.Name.Value)))
		if errors.Is(err, errRoom) { // a loop that grows would go on for ever
			p.failed(err)
		}
		if err != nil {
			p.errorf("%v", err)
			p.status = 1
			return
		}
	}
}

// leave drops the innermost scope.
func (p *process) leave() {
	p.line.give(p.vars.weight)
	p.vars = p.vars.outer
}

// invoke runs a command by its name.
func (p *process) invoke(args []string) {
	if body, ok := p.funcs[args[0]]; ok {
		p.function(body, args)
		return
	}
	if run, ok := builtins()[args[0]]; ok {
		p.status = run(p, args[1:])
		return
	}
	p.status = p.program(args)
}

func (p *process) function(body *syntax.Stmt, args []string) {
	saved, loops := p.args, p.loops
	p.args, p.loops = args[1:], 0
	p.vars = newScope(p.line, p.vars)
	p.calls++
	defer func() {
		p.leave()
		p.args, p.loops = saved, loops
		p.calls--
	}()
	p.stmt(body)
	if p.flow == returning {
		p.flow = onward
	}
}

// source runs text in this very shell.
func (p *process) source(text string) {
	file, err := parse(text)
	if err != nil {
		p.errorf("%v", err)
		p.status = 2
		return
	}
	p.keep(treeBytes + 16*len(text))
	p.status = 0
	p.stmts(file.Stmts)
}

// redirect opens the files of a statement's redirections. undo puts back what was open before.
func (p *process) redirect(list []*syntax.Redirect) (undo func(), ok bool) {
	if len(list) == 0 {
		return func() {}, true
	}
	saved := p.fds
	for _, f := range saved {
		f.keep()
	}
	p.forever = false
	undo = func() {
		if p.forever { // exec without a command
			for _, f := range saved {
				f.drop()
			}
			p.forever = false
			return
		}
		for _, f := range p.fds {
			f.drop()
		}
		p.fds = saved
	}
	for _, r := range list {
		if err := p.redirectOne(r); err != nil {
			p.errorf("%s", message(err))
			return undo, false
		}
	}
	return undo, true
}

func (p *process) redirectOne(r *syntax.Redirect) error {
	n := 1
	switch r.Op {
	case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		n = 0
	}
	if r.N != nil {
		n = int(r.N.Value[0] - '0')
	}
	if n < 0 || n > 9 {
		return fmt.Errorf("%s: Bad file descriptor", r.N.Value)
	}
	switch r.Op {
	case syntax.Hdoc:
		p.put(n, reading(p.document(r.Hdoc)))
		return nil
	case syntax.DashHdoc:
		p.put(n, reading(p.document(untabbed(r.Hdoc))))
		return nil
	case syntax.WordHdoc:
		p.put(n, reading(p.literal(r.Word)+"\n"))
		return nil
	}
	names := p.fields(r.Word)
	if len(names) != 1 {
		return fmt.Errorf("ambiguous redirect")
	}
	return p.redirectTo(r, n, names[0])
}

func (p *process) redirectTo(r *syntax.Redirect, n int, name string) error {
	op := r.Op
	if op == syntax.DplIn || op == syntax.DplOut {
		switch {
		case name == "-":
			p.put(n, nil)
			return nil
		case len(name) == 1 && name[0] >= '0' && name[0] <= '9':
			f := p.fds[name[0]-'0']
			if f == nil {
				return fmt.Errorf("%s: Bad file descriptor", name)
			}
			p.put(n, f.keep())
			return nil
		case op == syntax.DplIn:
			return fmt.Errorf("%s: ambiguous redirect", name)
		}
		op = syntax.RdrAll
	}
	f, err := p.open(name, op)
	if err != nil {
		return err
	}
	p.put(n, f)
	if op == syntax.RdrAll || op == syntax.AppAll {
		p.put(2, f.keep())
	}
	return nil
}

// put makes f the open file n.
func (p *process) put(n int, f *stream) {
	p.fds[n].drop()
	p.fds[n] = f
}

func reading(s string) *stream { return &stream{r: strings.NewReader(s), refs: 1} }

// untabbed is the body of <<- without the tabs at the beginning of its lines.
func untabbed(w *syntax.Word) *syntax.Word {
	if w == nil {
		return nil
	}
	c := &syntax.Word{}
	fresh := true
	for _, part := range w.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			c.Parts, fresh = append(c.Parts, part), false
			continue
		}
		lines := strings.SplitAfter(lit.Value, "\n")
		for i := range lines {
			if i > 0 || fresh {
				lines[i] = strings.TrimLeft(lines[i], "\t")
			}
		}
		value := strings.Join(lines, "")
		c.Parts = append(c.Parts, &syntax.Lit{Value: value})
		fresh = strings.HasSuffix(value, "\n")
	}
	return c
}

// cat copies a file to the output.
func (p *process) cat(name string) {
	f, err := p.open(name, syntax.RdrIn)
	if err != nil {
		p.errorf("%s", message(err))
		p.status = 1
		return
	}
	defer f.drop()
	_, _ = io.Copy(port{p, 1}, f.r)
}
