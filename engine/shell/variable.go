package shell

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// scope is the variables of a shell, or of a function's call. What they hold is announced to the line.
type scope struct {
	line   *line
	vars   map[string]expand.Variable
	outer  *scope
	weight int64
}

func newScope(l *line, outer *scope) *scope {
	return &scope{line: l, vars: map[string]expand.Variable{}, outer: outer}
}

// weigh is about what a variable takes.
func weigh(name string, v expand.Variable) int64 {
	return int64(128 + len(name) + length(v))
}

// length is the bytes of a variable's text, with what keeps them together.
func length(v expand.Variable) int {
	n := len(v.Str)
	for _, x := range v.List {
		n += len(x) + 24
	}
	for k, x := range v.Map {
		n += len(k) + len(x) + 64
	}
	return n
}

// find returns the scope that has a variable, else the outermost.
func (s *scope) find(name string) *scope {
	for {
		if _, ok := s.vars[name]; ok || s.outer == nil {
			return s
		}
		s = s.outer
	}
}

// put sets a variable of this very scope; an undeclared one is removed.
func (s *scope) put(name string, v expand.Variable) {
	n := int64(0)
	if old, ok := s.vars[name]; ok {
		n = -weigh(name, old)
	}
	if !v.Declared() {
		delete(s.vars, name)
	} else {
		n += weigh(name, v)
		if n > 0 {
			s.line.take(n)
			n, s.weight = 0, s.weight+n
		}
		s.vars[name] = v
	}
	s.line.give(-n)
	s.weight += n
}

// flat is a copy of the scopes as one.
func (s *scope) flat() *scope {
	var all []*scope
	for x := s; x != nil; x = x.outer {
		all = append(all, x)
	}
	c := newScope(s.line, nil)
	for _, x := range slices.Backward(all) {
		for name, v := range x.vars {
			v.Local = false
			c.put(name, v)
		}
	}
	return c
}

// drop gives back what the scopes hold.
func (s *scope) drop() {
	for x := s; x != nil; x = x.outer {
		x.line.give(x.weight)
		x.weight = 0
	}
}

// environ is a process's variables as package expand sees them.
type environ struct{ p *process }

// factor is what an expansion may hold beside a value: its fields, matches and copies.
const factor = 32

// Get implements expand.Environ. What it hands out is announced for the running statement.
func (e environ) Get(name string) expand.Variable {
	e.p.poll()
	v := e.p.get(name)
	n := length(v)
	if e.p.terse > 0 && n > maxNumber {
		e.p.failed(fmt.Errorf("%s: a value of %d bytes in an arithmetic expression", name, n))
	}
	e.p.keep(factor * n)
	return v
}

// Each implements expand.Environ.
func (e environ) Each(f func(string, expand.Variable) bool) {
	for name, v := range e.p.all() {
		if !f(name, v) {
			return
		}
	}
}

// Set implements expand.WriteEnviron.
func (e environ) Set(name string, v expand.Variable) error { return e.p.set(name, v) }

func text(s string) expand.Variable {
	return expand.Variable{Set: true, Kind: expand.String, Str: s}
}

// get is a variable or a special parameter.
func (p *process) get(name string) expand.Variable {
	switch name {
	case "#":
		return text(strconv.Itoa(len(p.args)))
	case "@", "*":
		return expand.Variable{Set: true, Kind: expand.Indexed, List: p.args}
	case "?":
		return text(strconv.Itoa(p.status))
	case "$", "BASHPID":
		return text("1000")
	case "PPID":
		return text("1")
	case "UID", "EUID":
		return text("1000")
	case "!":
		if n := len(p.jobs); n > 0 {
			return text(strconv.Itoa(p.jobs[n-1].id + 1000))
		}
		return expand.Variable{}
	case "-":
		return text("hB")
	case "PWD":
		return text(p.dir)
	case "0":
		return text(p.name)
	case "RANDOM":
		return text(strconv.Itoa(int(uint32(time.Now().UnixNano()*2654435761>>13) % 32768)))
	}
	if user, ok := strings.CutPrefix(name, "HOME "); ok { // ~user: there are no other users here
		return text("~" + user)
	}
	if n, err := strconv.Atoi(name); err == nil {
		if n >= 1 && n <= len(p.args) {
			return text(p.args[n-1])
		}
		return expand.Variable{}
	}
	if v, ok := p.vars.find(name).vars[name]; ok {
		return v
	}
	if v, ok := p.shell.Env[name]; ok && !p.vars.find(name).gone(name) {
		return expand.Variable{Set: true, Exported: true, Kind: expand.String, Str: v}
	}
	return expand.Variable{}
}

// unset marks a variable of the environment that has been removed.
var unset = expand.Variable{Local: true, Kind: expand.KeepValue}

func (s *scope) gone(name string) bool {
	v, ok := s.vars[name]
	return ok && v.Kind == expand.KeepValue
}

// set sets a variable where it stands, or as a global.
func (p *process) set(name string, v expand.Variable) error {
	return p.store(p.vars.find(name), name, v)
}

func (p *process) store(s *scope, name string, v expand.Variable) error {
	old, had := s.vars[name]
	if had && old.ReadOnly {
		return fmt.Errorf("%s: readonly variable", name)
	}
	if n := length(v); n > maxText {
		return fmt.Errorf("%s: %w: a variable holds at most %d bytes here, and this would be %d", name, errRoom, maxText, n)
	}
	if _, env := p.shell.Env[name]; env && !v.Declared() {
		v = unset
	} else if old := p.get(name); v.Set && old.Exported {
		v.Exported = true
	}
	s.put(name, v)
	return nil
}

// all is the variables that are set.
func (p *process) all() map[string]expand.Variable {
	m := map[string]expand.Variable{}
	for name, v := range p.shell.Env {
		m[name] = expand.Variable{Set: true, Exported: true, Kind: expand.String, Str: v}
	}
	var chain []*scope
	for s := p.vars; s != nil; s = s.outer {
		chain = append(chain, s)
	}
	for _, s := range slices.Backward(chain) {
		maps.Copy(m, s.vars)
	}
	for name, v := range m {
		if !v.Set {
			delete(m, name)
		}
	}
	m["PWD"] = expand.Variable{Set: true, Exported: true, Kind: expand.String, Str: p.dir}
	return m
}

// exported is the environment of a command.
func (p *process) exported() map[string]string {
	env := map[string]string{}
	for name, v := range p.all() {
		if v.Exported && name != "PWD" {
			env[name] = v.String()
		}
	}
	return env
}

// assign carries out one assignment in a scope; nil is where the variable stands.
func (p *process) assign(s *scope, a *syntax.Assign, as expand.Variable) error {
	name := a.Name.Value
	old := p.get(name)
	if target, v := old.Resolve(environ{p}); target != "" && as.Kind != expand.NameRef {
		name, old = target, v
	}
	if s == nil {
		s = p.vars.find(name)
	} else if _, here := s.vars[name]; !here && s.outer != nil {
		old = expand.Variable{}
	}
	v := old
	v.Set, v.Local = true, s.outer != nil
	v.Exported, v.ReadOnly = v.Exported || as.Exported, as.ReadOnly
	if as.Kind == expand.Indexed || as.Kind == expand.Associative || as.Kind == expand.NameRef {
		v.Kind = as.Kind
	}
	if old.ReadOnly {
		return fmt.Errorf("%s: readonly variable", name)
	}
	switch {
	case a.Naked:
		v.Set = old.Set
		v.ReadOnly = v.ReadOnly || old.ReadOnly
	case a.Array != nil:
		p.fill(&v, a)
	case a.Index != nil:
		if err := p.element(&v, a.Index, p.literal(a.Value), a.Append); err != nil {
			return fmt.Errorf("%s%w", name, err)
		}
	case v.Kind == expand.Indexed || v.Kind == expand.Associative:
		if err := p.element(&v, nil, p.literal(a.Value), a.Append); err != nil {
			return fmt.Errorf("%s%w", name, err)
		}
	default:
		value := p.literal(a.Value)
		if a.Append {
			p.keep(len(old.Str) + len(value))
			value = old.Str + value
		}
		v.Str = value
		if v.Kind != expand.NameRef {
			v.Kind = expand.String
		}
	}
	return p.store(s, name, v)
}

// attributes are what an assignment leaves of a variable.
func attributes(v expand.Variable) expand.Variable {
	return expand.Variable{Exported: v.Exported, ReadOnly: v.ReadOnly}
}

// fill makes an array of the elements of a=(…).
func (p *process) fill(v *expand.Variable, a *syntax.Assign) {
	keyed := v.Kind == expand.Associative
	if !a.Append {
		v.List, v.Indexes, v.Map = []string{}, nil, nil
	} else if v.Kind == expand.String {
		v.List, v.Indexes = []string{v.Str}, nil
	}
	v.Str = ""
	if !keyed {
		v.Kind = expand.Indexed
		v.List, v.Indexes = slices.Clone(v.List), slices.Clone(v.Indexes)
		next := top(*v) + 1
		for _, x := range a.Array.Elems {
			if x.Index != nil {
				next = p.arithmetic(x.Index)
				p.setElement(v, next, p.literal(x.Value))
				next++
				continue
			}
			for _, field := range p.fields(x.Value) {
				p.setElement(v, next, field)
				next++
			}
		}
		return
	}
	m := maps.Clone(v.Map)
	if m == nil {
		m = map[string]string{}
	}
	for _, x := range a.Array.Elems {
		if w, ok := x.Index.(*syntax.Word); ok {
			m[p.literal(w)] = p.literal(x.Value)
		}
	}
	v.Map = m
}

// element sets one element of an array.
func (p *process) element(v *expand.Variable, index syntax.ArithmExpr, value string, more bool) error {
	if v.Kind == expand.Associative {
		key := "0"
		if w, ok := index.(*syntax.Word); ok {
			key = p.literal(w)
		}
		m := maps.Clone(v.Map)
		if m == nil {
			m = map[string]string{}
		}
		if more {
			value = m[key] + value
		}
		m[key] = value
		v.Map = m
		return nil
	}
	n := 0
	if index != nil {
		n = p.arithmetic(index)
	}
	if v.Kind == expand.String {
		v.List, v.Indexes, v.Str = []string{v.Str}, nil, ""
	}
	v.Kind = expand.Indexed
	if n < 0 {
		n += top(*v) + 1
	}
	if n < 0 {
		return fmt.Errorf("[%d]: bad array subscript", n)
	}
	p.keep(length(*v))
	v.List, v.Indexes = slices.Clone(v.List), slices.Clone(v.Indexes)
	if at, ok := place(*v, n); ok && more {
		value = v.List[at] + value
	}
	p.setElement(v, n, value)
	return nil
}

// top is an array's greatest index; -1 of an empty one.
func top(v expand.Variable) int {
	if n := len(v.Indexes); n > 0 {
		return v.Indexes[n-1]
	}
	return len(v.List) - 1
}

// place is where the element with an index stands, or belongs.
func place(v expand.Variable, n int) (int, bool) {
	if v.Indexes != nil {
		return slices.BinarySearch(v.Indexes, n)
	}
	return min(n, len(v.List)), n < len(v.List)
}

// setElement sets an element of an array that nobody else has.
func (p *process) setElement(v *expand.Variable, n int, value string) {
	at, have := place(*v, max(n, 0))
	if have {
		v.List[at] = value
		return
	}
	if v.Indexes == nil && n > len(v.List) { // sparse from now on
		v.Indexes = make([]int, len(v.List))
		for i := range v.Indexes {
			v.Indexes[i] = i
		}
	}
	v.List = slices.Insert(v.List, at, value)
	if v.Indexes != nil {
		v.Indexes = slices.Insert(v.Indexes, at, n)
	}
}
