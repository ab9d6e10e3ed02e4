// This file looks over a kernel's text for classic mistakes: barriers that not all threads
// reach, shared memory that is read too early, and indices that nothing bounds.

package lower

import (
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// kernelCheck is what is known of a kernel while its text is read.
type kernelCheck struct {
	l       *lowering
	f       *syntax.Function
	threads map[string]bool // variables that differ between the threads of a block
	global  map[string]bool // variables made of the block's index and the thread's
	shared  map[string]*syntax.Decl
	guarded map[string]bool // names that conditions mention
	used    map[string]bool // names that the body mentions
	said    map[string]bool
	equal   []equality // of the conditions around what is read
}

// equality is a condition x == n, which makes s[n] the element s[x] of that thread.
type equality struct{ x, n string }

func (l *lowering) checkKernel(f *syntax.Function) {
	k := &kernelCheck{l: l, f: f, threads: map[string]bool{}, global: map[string]bool{}, shared: map[string]*syntax.Decl{}, guarded: map[string]bool{}, used: map[string]bool{}, said: map[string]bool{}}
	for range 2 { // what depends on what comes later in a loop
		k.collect(f.Body)
	}
	k.barriers(f.Body, nil)
	k.hazards(f.Body, hazards{}, 0)
	k.bounds()
}

// mentions reports that an expression contains a name of the set, or one of the built-in
// vectors.
func mentions(e *syntax.Expr, set map[string]bool, vectors ...string) bool {
	found := false
	syntax.WalkExpr(e, func(e *syntax.Expr) {
		if e.Op != "name" {
			return
		}
		found = found || set[e.Name]
		for _, v := range vectors {
			found = found || e.Name == v
		}
	})
	return found
}

// differs reports that an expression may differ between threads of a block.
func (k *kernelCheck) differs(e *syntax.Expr) bool {
	return mentions(e, k.threads, "threadIdx", "__lane_id", "__activemask")
}

// collect finds out which variables depend on the thread.
func (k *kernelCheck) collect(s *syntax.Stmt) {
	if s == nil {
		return
	}
	for _, d := range s.Decls {
		if d.Shared {
			k.shared[d.Name] = d
		}
		k.assigned(d.Name, d.Init)
	}
	switch s.Op {
	case "if", "while", "do", "for", "switch":
		syntax.WalkExpr(s.Cond, func(e *syntax.Expr) { k.guarded[e.Name] = true })
	}
	for _, e := range []*syntax.Expr{s.Cond, s.Post} {
		syntax.WalkExpr(e, func(e *syntax.Expr) {
			switch {
			case e.Op == "name":
				k.used[e.Name] = true
			case e.Op == "?:", e.Op == "call" && (e.Kids[0].Name == "min" || e.Kids[0].Name == "assert"):
				syntax.WalkExpr(e, func(e *syntax.Expr) { k.guarded[e.Name] = true })
			case syntax.Assignments[e.Op] && e.Kids[0].Op == "name":
				k.assigned(e.Kids[0].Name, e.Kids[1])
			}
		})
	}
	for _, d := range s.Decls {
		syntax.WalkExpr(d.Init, func(e *syntax.Expr) {
			if k.used[e.Name] = true; e.Op == "?:" || e.Op == "call" && e.Kids[0].Name == "min" {
				syntax.WalkExpr(e, func(e *syntax.Expr) { k.guarded[e.Name] = true })
			}
		})
	}
	k.collect(s.Init)
	k.collect(s.Other)
	for _, b := range s.Body {
		k.collect(b)
	}
}

func (k *kernelCheck) assigned(name string, e *syntax.Expr) {
	if e == nil {
		return
	}
	if k.differs(e) {
		k.threads[name] = true
	}
	if mentions(e, nil, "blockIdx") && mentions(e, nil, "threadIdx") || mentions(e, k.global) && !mentions(e, k.guarded) {
		k.global[name] = true
	}
}

// barrier is the name of a function that is or contains a barrier; "" where e is no call
// of one.
func (k *kernelCheck) barrier(e *syntax.Expr, depth int) string {
	if e.Op != "call" || e.Kids[0].Op != "name" {
		return ""
	}
	name := e.Kids[0].Name
	if strings.HasPrefix(name, "__syncthreads") {
		return name
	}
	found, known := k.l.unit.Barriers[name]
	if known || depth > maxInline {
		return found
	}
	k.l.unit.Barriers[name] = "" // for one that calls itself
	for _, f := range k.l.unit.Functions[name] {
		if f.Body == nil || f.Header {
			continue
		}
		syntax.Walk(f.Body, func(e *syntax.Expr) {
			if found == "" {
				found = k.barrier(e, depth+1)
			}
		})
	}
	k.l.unit.Barriers[name] = found
	return found
}

// barriers warns of barriers below conditions that threads decide for themselves; why is
// the statement that decides.
func (k *kernelCheck) barriers(s *syntax.Stmt, why *syntax.Stmt) {
	if s == nil {
		return
	}
	for _, e := range []*syntax.Expr{s.Cond, s.Post} {
		syntax.WalkExpr(e, func(e *syntax.Expr) {
			if name := k.barrier(e, 0); name != "" && why != nil {
				k.l.warn(e.Tok, "move the barrier out of the "+why.Op+", so that every thread of the block reaches it",
					"%s() in divergent code: whether a thread comes here depends on its index (line %s)", name, k.l.c.Named(why.Tok.Pos.Line))
			}
		})
	}
	below := why
	switch s.Op {
	case "if", "for", "while", "do", "switch":
		if below == nil && s.Cond != nil && k.differs(s.Cond) {
			below = s
		}
	}
	k.barriers(s.Init, why)
	k.barriers(s.Other, below)
	for _, b := range s.Body {
		k.barriers(b, below)
	}
}

// written is what was written to a shared array since the last barrier.
type written struct {
	at    lex.Token
	keys  map[string]bool // indices
	depth int             // conditions on the thread around the write
}

// hazards are the shared variables that were written since the last barrier.
type hazards map[string]*written

// readBefore is the key of an access that came before the writes: what they cannot spoil.
func readBefore(name, key string) string { return "read " + name + key }

func (h hazards) clone() hazards {
	c := hazards{}
	for name, w := range h {
		c[name] = w
	}
	return c
}

// hazards reads statements in order; depth counts the conditions on the thread around.
func (k *kernelCheck) hazards(s *syntax.Stmt, h hazards, depth int) {
	if s == nil {
		return
	}
	k.hazards(s.Init, h, depth)
	for _, d := range s.Decls {
		k.accesses(d.Init, h, depth)
	}
	if s.Op == "do" {
		for _, b := range s.Body {
			k.hazards(b, h, depth)
		}
	}
	k.accesses(s.Cond, h, depth)
	below := depth
	if s.Cond != nil && (s.Op == "if" || s.Op == "for" || s.Op == "while") && k.differs(s.Cond) {
		below++
	}
	switch s.Op {
	case "do":
	case "if":
		before := h.clone()
		known := len(k.equal)
		k.learn(s.Cond)
		for _, b := range s.Body {
			k.hazards(b, h, below)
		}
		k.equal = k.equal[:known]
		k.hazards(s.Other, before, below)
		for name, w := range before {
			if h[name] == nil && s.Other != nil {
				h[name] = w
			}
		}
	default:
		for _, b := range s.Body {
			k.hazards(b, h, below)
		}
	}
	k.accesses(s.Post, h, depth)
}

// learn notes what a condition says of the thread that gets past it.
func (k *kernelCheck) learn(e *syntax.Expr) {
	switch {
	case e == nil:
	case e.Op == "&&":
		k.learn(e.Kids[0])
		k.learn(e.Kids[1])
	case e.Op == "==":
		k.equal = append(k.equal, equality{render(e.Kids[0]), render(e.Kids[1])})
	case e.Op == "unary" && e.Name == "!":
		k.equal = append(k.equal, equality{render(e.Kids[0]), "0"})
	}
}

// accesses reads an expression in the order in which it is evaluated.
func (k *kernelCheck) accesses(e *syntax.Expr, h hazards, depth int) {
	if e == nil {
		return
	}
	switch {
	case e.Op == "call" && e.Kids[0].Op == "name":
		name := e.Kids[0].Name
		for _, a := range e.Kids[1:] {
			if strings.HasPrefix(name, "atomic") && a == e.Kids[1] {
				continue
			}
			k.accesses(a, h, depth)
		}
		if k.barrier(e, 0) != "" || strings.Contains(name, "_sync") || name == "__syncwarp" || len(k.l.unit.Functions[name]) > 0 {
			clear(h)
		}
	case e.Op == "call":
		clear(h) // a method may be a barrier
	case syntax.Assignments[e.Op]:
		k.accesses(e.Kids[1], h, depth)
		if e.Op != "=" {
			k.accesses(e.Kids[0], h, depth)
		} else {
			k.indices(e.Kids[0], h, depth)
		}
		k.write(e.Kids[0], h, depth)
	case e.Op == "pre" || e.Op == "post":
		k.accesses(e.Kids[0], h, depth)
		k.write(e.Kids[0], h, depth)
	case e.Op == "index" || e.Op == "name":
		k.indices(e, h, depth)
		k.read(e, h, depth)
	default:
		for _, kid := range e.Kids {
			k.accesses(kid, h, depth)
		}
	}
}

// indices reads the subscripts of an access.
func (k *kernelCheck) indices(e *syntax.Expr, h hazards, depth int) {
	for e.Op == "index" {
		k.accesses(e.Kids[1], h, depth)
		e = e.Kids[0]
	}
}

// sharedAccess is the shared variable that an access names, and its subscripts as text.
func (k *kernelCheck) sharedAccess(e *syntax.Expr) (*syntax.Decl, string) {
	key := ""
	for e.Op == "index" {
		key = "[" + render(e.Kids[1]) + "]" + key
		e = e.Kids[0]
	}
	if e.Op != "name" {
		return nil, ""
	}
	d := k.shared[e.Name]
	if d == nil || volatile(d.Type) || d.Type.Kind == word.Array && key == "" || d.Type.Kind == word.Struct {
		return nil, ""
	}
	return d, key
}

func volatile(t *syntax.Type) bool {
	for t.Kind == word.Array {
		if t.Volatile {
			return true
		}
		t = t.Elem
	}
	return t.Volatile
}

func (k *kernelCheck) write(e *syntax.Expr, h hazards, depth int) {
	d, key := k.sharedAccess(e)
	if d == nil {
		return
	}
	w := h[d.Name]
	if w == nil {
		w = &written{at: e.Tok, keys: map[string]bool{}, depth: depth}
		h[d.Name] = w
	}
	w.keys[key] = true
}

func (k *kernelCheck) read(e *syntax.Expr, h hazards, depth int) {
	d, key := k.sharedAccess(e)
	if d == nil {
		return
	}
	w := h[d.Name]
	if w == nil {
		h[readBefore(d.Name, key)] = &written{at: e.Tok}
		return
	}
	if k.said[d.Name] || h[readBefore(d.Name, key)] != nil || w.keys[key] && !(key == "" && depth < w.depth) {
		return
	}
	for _, q := range k.equal {
		if key == "["+q.n+"]" && w.keys["["+q.x+"]"] {
			return
		}
	}
	k.said[d.Name] = true
	k.l.warn(e.Tok, "put __syncthreads() between", "'%s' is read here, and other threads may not have written it yet (line %s): no __syncthreads() stands between", d.Name, k.l.c.Named(w.at.Pos.Line))
}

// render is an expression as text, to compare subscripts.
func render(e *syntax.Expr) string {
	if e == nil {
		return ""
	}
	s := e.Op + e.Name
	if e.Op == "num" {
		s = e.Tok.Text
	} else if e.Op == "name" {
		return e.Name
	}
	parts := make([]string, len(e.Kids))
	for i, kid := range e.Kids {
		parts[i] = render(kid)
	}
	return s + "(" + strings.Join(parts, " ") + ")"
}

// bounds warns of a global index that nothing compares with a length.
func (k *kernelCheck) bounds() {
	var lengths []string
	pointers := map[string]bool{}
	for _, p := range k.f.Params {
		if p.Type.Kind == word.Pointer {
			pointers[p.Name] = true
		} else if p.Type.IsInt() && p.Type.Kind >= word.I32 {
			lengths = append(lengths, p.Name)
		}
	}
	if len(lengths) == 0 || mentions(whole(k.f.Body), nil, "gridDim") {
		return
	}
	syntax.Walk(k.f.Body, func(e *syntax.Expr) {
		if e.Op != "index" || e.Kids[0].Op != "name" || !pointers[e.Kids[0].Name] || k.said["[]"] {
			return
		}
		i := e.Kids[1]
		if !mentions(i, k.global) && !(mentions(i, nil, "blockIdx") && mentions(i, nil, "threadIdx")) || mentions(i, k.guarded) {
			return
		}
		for _, n := range lengths {
			if !k.used[n] || mentions(i, map[string]bool{n: true}) && !k.guarded[n] {
				k.said["[]"] = true
				k.l.warn(e.Tok, "write if (… < "+n+") around it: the last block may have more threads than there are elements", "no bounds check: the index of '%s' is not compared with '%s'", e.Kids[0].Name, n)
				return
			}
		}
	})
}

// whole is all expressions of a statement, as one.
func whole(s *syntax.Stmt) *syntax.Expr {
	all := &syntax.Expr{Op: ","}
	syntax.Walk(s, func(e *syntax.Expr) { all.Kids = append(all.Kids, &syntax.Expr{Op: e.Op, Name: e.Name}) })
	return all
}
