// This file looks over a kernel's text for classic mistakes: barriers that not all threads
// reach, shared memory that is read too early, and indices that nothing bounds.

package cudac

import (
	"gputour/cuda/cudac/word"
	"strings"
)

// kernelCheck is what is known of a kernel while its text is read.
type kernelCheck struct {
	l       *lowering
	f       *function
	threads map[string]bool // variables that differ between the threads of a block
	global  map[string]bool // variables made of the block's index and the thread's
	shared  map[string]*decl
	guarded map[string]bool // names that conditions mention
	used    map[string]bool // names that the body mentions
	said    map[string]bool
	equal   []equality // of the conditions around what is read
}

// equality is a condition x == n, which makes s[n] the element s[x] of that thread.
type equality struct{ x, n string }

func (l *lowering) checkKernel(f *function) {
	k := &kernelCheck{l: l, f: f, threads: map[string]bool{}, global: map[string]bool{}, shared: map[string]*decl{}, guarded: map[string]bool{}, used: map[string]bool{}, said: map[string]bool{}}
	for range 2 { // what depends on what comes later in a loop
		k.collect(f.body)
	}
	k.barriers(f.body, nil)
	k.hazards(f.body, hazards{}, 0)
	k.bounds()
}

// mentions reports that an expression contains a name of the set, or one of the built-in
// vectors.
func mentions(e *expr, set map[string]bool, vectors ...string) bool {
	found := false
	walkExpr(e, func(e *expr) {
		if e.op != "name" {
			return
		}
		found = found || set[e.name]
		for _, v := range vectors {
			found = found || e.name == v
		}
	})
	return found
}

// differs reports that an expression may differ between threads of a block.
func (k *kernelCheck) differs(e *expr) bool {
	return mentions(e, k.threads, "threadIdx", "__lane_id", "__activemask")
}

// collect finds out which variables depend on the thread.
func (k *kernelCheck) collect(s *stmt) {
	if s == nil {
		return
	}
	for _, d := range s.decls {
		if d.shared {
			k.shared[d.name] = d
		}
		k.assigned(d.name, d.init)
	}
	switch s.op {
	case "if", "while", "do", "for", "switch":
		walkExpr(s.cond, func(e *expr) { k.guarded[e.name] = true })
	}
	for _, e := range []*expr{s.cond, s.post} {
		walkExpr(e, func(e *expr) {
			switch {
			case e.op == "name":
				k.used[e.name] = true
			case e.op == "?:", e.op == "call" && (e.kids[0].name == "min" || e.kids[0].name == "assert"):
				walkExpr(e, func(e *expr) { k.guarded[e.name] = true })
			case assignments[e.op] && e.kids[0].op == "name":
				k.assigned(e.kids[0].name, e.kids[1])
			}
		})
	}
	for _, d := range s.decls {
		walkExpr(d.init, func(e *expr) {
			if k.used[e.name] = true; e.op == "?:" || e.op == "call" && e.kids[0].name == "min" {
				walkExpr(e, func(e *expr) { k.guarded[e.name] = true })
			}
		})
	}
	k.collect(s.init)
	k.collect(s.other)
	for _, b := range s.body {
		k.collect(b)
	}
}

func (k *kernelCheck) assigned(name string, e *expr) {
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
func (k *kernelCheck) barrier(e *expr, depth int) string {
	if e.op != "call" || e.kids[0].op != "name" {
		return ""
	}
	name := e.kids[0].name
	if strings.HasPrefix(name, "__syncthreads") {
		return name
	}
	found, known := k.l.unit.barriers[name]
	if known || depth > maxInline {
		return found
	}
	k.l.unit.barriers[name] = "" // for one that calls itself
	for _, f := range k.l.unit.functions[name] {
		if f.body == nil || f.header {
			continue
		}
		walk(f.body, func(e *expr) {
			if found == "" {
				found = k.barrier(e, depth+1)
			}
		})
	}
	k.l.unit.barriers[name] = found
	return found
}

// barriers warns of barriers below conditions that threads decide for themselves; why is
// the statement that decides.
func (k *kernelCheck) barriers(s *stmt, why *stmt) {
	if s == nil {
		return
	}
	for _, e := range []*expr{s.cond, s.post} {
		walkExpr(e, func(e *expr) {
			if name := k.barrier(e, 0); name != "" && why != nil {
				k.l.warn(e.tok, "move the barrier out of the "+why.op+", so that every thread of the block reaches it",
					"%s() in divergent code: whether a thread comes here depends on its index (line %s)", name, k.l.c.named(why.tok.pos.Line))
			}
		})
	}
	below := why
	switch s.op {
	case "if", "for", "while", "do", "switch":
		if below == nil && s.cond != nil && k.differs(s.cond) {
			below = s
		}
	}
	k.barriers(s.init, why)
	k.barriers(s.other, below)
	for _, b := range s.body {
		k.barriers(b, below)
	}
}

// written is what was written to a shared array since the last barrier.
type written struct {
	at    token
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
func (k *kernelCheck) hazards(s *stmt, h hazards, depth int) {
	if s == nil {
		return
	}
	k.hazards(s.init, h, depth)
	for _, d := range s.decls {
		k.accesses(d.init, h, depth)
	}
	if s.op == "do" {
		for _, b := range s.body {
			k.hazards(b, h, depth)
		}
	}
	k.accesses(s.cond, h, depth)
	below := depth
	if s.cond != nil && (s.op == "if" || s.op == "for" || s.op == "while") && k.differs(s.cond) {
		below++
	}
	switch s.op {
	case "do":
	case "if":
		before := h.clone()
		known := len(k.equal)
		k.learn(s.cond)
		for _, b := range s.body {
			k.hazards(b, h, below)
		}
		k.equal = k.equal[:known]
		k.hazards(s.other, before, below)
		for name, w := range before {
			if h[name] == nil && s.other != nil {
				h[name] = w
			}
		}
	default:
		for _, b := range s.body {
			k.hazards(b, h, below)
		}
	}
	k.accesses(s.post, h, depth)
}

// learn notes what a condition says of the thread that gets past it.
func (k *kernelCheck) learn(e *expr) {
	switch {
	case e == nil:
	case e.op == "&&":
		k.learn(e.kids[0])
		k.learn(e.kids[1])
	case e.op == "==":
		k.equal = append(k.equal, equality{render(e.kids[0]), render(e.kids[1])})
	case e.op == "unary" && e.name == "!":
		k.equal = append(k.equal, equality{render(e.kids[0]), "0"})
	}
}

// accesses reads an expression in the order in which it is evaluated.
func (k *kernelCheck) accesses(e *expr, h hazards, depth int) {
	if e == nil {
		return
	}
	switch {
	case e.op == "call" && e.kids[0].op == "name":
		name := e.kids[0].name
		for _, a := range e.kids[1:] {
			if strings.HasPrefix(name, "atomic") && a == e.kids[1] {
				continue
			}
			k.accesses(a, h, depth)
		}
		if k.barrier(e, 0) != "" || strings.Contains(name, "_sync") || name == "__syncwarp" || len(k.l.unit.functions[name]) > 0 {
			clear(h)
		}
	case e.op == "call":
		clear(h) // a method may be a barrier
	case assignments[e.op]:
		k.accesses(e.kids[1], h, depth)
		if e.op != "=" {
			k.accesses(e.kids[0], h, depth)
		} else {
			k.indices(e.kids[0], h, depth)
		}
		k.write(e.kids[0], h, depth)
	case e.op == "pre" || e.op == "post":
		k.accesses(e.kids[0], h, depth)
		k.write(e.kids[0], h, depth)
	case e.op == "index" || e.op == "name":
		k.indices(e, h, depth)
		k.read(e, h, depth)
	default:
		for _, kid := range e.kids {
			k.accesses(kid, h, depth)
		}
	}
}

// indices reads the subscripts of an access.
func (k *kernelCheck) indices(e *expr, h hazards, depth int) {
	for e.op == "index" {
		k.accesses(e.kids[1], h, depth)
		e = e.kids[0]
	}
}

// sharedAccess is the shared variable that an access names, and its subscripts as text.
func (k *kernelCheck) sharedAccess(e *expr) (*decl, string) {
	key := ""
	for e.op == "index" {
		key = "[" + render(e.kids[1]) + "]" + key
		e = e.kids[0]
	}
	if e.op != "name" {
		return nil, ""
	}
	d := k.shared[e.name]
	if d == nil || volatile(d.typ) || d.typ.Kind == word.Array && key == "" || d.typ.Kind == word.Struct {
		return nil, ""
	}
	return d, key
}

func volatile(t *Type) bool {
	for t.Kind == word.Array {
		if t.Volatile {
			return true
		}
		t = t.Elem
	}
	return t.Volatile
}

func (k *kernelCheck) write(e *expr, h hazards, depth int) {
	d, key := k.sharedAccess(e)
	if d == nil {
		return
	}
	w := h[d.name]
	if w == nil {
		w = &written{at: e.tok, keys: map[string]bool{}, depth: depth}
		h[d.name] = w
	}
	w.keys[key] = true
}

func (k *kernelCheck) read(e *expr, h hazards, depth int) {
	d, key := k.sharedAccess(e)
	if d == nil {
		return
	}
	w := h[d.name]
	if w == nil {
		h[readBefore(d.name, key)] = &written{at: e.tok}
		return
	}
	if k.said[d.name] || h[readBefore(d.name, key)] != nil || w.keys[key] && !(key == "" && depth < w.depth) {
		return
	}
	for _, q := range k.equal {
		if key == "["+q.n+"]" && w.keys["["+q.x+"]"] {
			return
		}
	}
	k.said[d.name] = true
	k.l.warn(e.tok, "put __syncthreads() between", "'%s' is read here, and other threads may not have written it yet (line %s): no __syncthreads() stands between", d.name, k.l.c.named(w.at.pos.Line))
}

// render is an expression as text, to compare subscripts.
func render(e *expr) string {
	if e == nil {
		return ""
	}
	s := e.op + e.name
	if e.op == "num" {
		s = e.tok.text
	} else if e.op == "name" {
		return e.name
	}
	parts := make([]string, len(e.kids))
	for i, kid := range e.kids {
		parts[i] = render(kid)
	}
	return s + "(" + strings.Join(parts, " ") + ")"
}

// bounds warns of a global index that nothing compares with a length.
func (k *kernelCheck) bounds() {
	var lengths []string
	pointers := map[string]bool{}
	for _, p := range k.f.params {
		if p.typ.Kind == word.Pointer {
			pointers[p.name] = true
		} else if p.typ.isInt() && p.typ.Kind >= word.I32 {
			lengths = append(lengths, p.name)
		}
	}
	if len(lengths) == 0 || mentions(whole(k.f.body), nil, "gridDim") {
		return
	}
	walk(k.f.body, func(e *expr) {
		if e.op != "index" || e.kids[0].op != "name" || !pointers[e.kids[0].name] || k.said["[]"] {
			return
		}
		i := e.kids[1]
		if !mentions(i, k.global) && !(mentions(i, nil, "blockIdx") && mentions(i, nil, "threadIdx")) || mentions(i, k.guarded) {
			return
		}
		for _, n := range lengths {
			if !k.used[n] || mentions(i, map[string]bool{n: true}) && !k.guarded[n] {
				k.said["[]"] = true
				k.l.warn(e.tok, "write if (… < "+n+") around it: the last block may have more threads than there are elements", "no bounds check: the index of '%s' is not compared with '%s'", e.kids[0].name, n)
				return
			}
		}
	})
}

// whole is all expressions of a statement, as one.
func whole(s *stmt) *expr {
	all := &expr{op: ","}
	walk(s, func(e *expr) { all.kids = append(all.kids, &expr{op: e.op, name: e.name}) })
	return all
}
