package main

import (
	"fmt"
	"sort"
)

// WebAssembly has no jumps, only blocks that one can leave and loops that one can begin
// again. Where the code's order stays, every label that is jumped to from above ends a
// block, and every one that is jumped to from below begins a loop; blocks begin early
// enough, and loops end late enough, that they nest.

// scope is a block or loop around the instructions [start, end).
type scope struct {
	start, end int
	loop       bool
	label      string
}

// scopes are those of a function, outer ones first where they start together.
func scopes(f *function) ([]*scope, error) {
	found := map[string]*scope{}
	var all []*scope
	for at, in := range f.code {
		for _, o := range in.operands {
			if o.kind != target {
				continue
			}
			place, ok := f.labels[o.name]
			if !ok {
				return nil, fmt.Errorf("%s: no label %s", f.name, o.name)
			}
			s, key := found[o.name], o.name
			if place <= at {
				key = "loop " + key
				s = found[key]
			}
			switch {
			case s == nil && place > at:
				s = &scope{start: at, end: place, label: o.name}
			case s == nil:
				s = &scope{start: place, end: at + 1, loop: true, label: o.name}
			case s.loop:
				s.end = max(s.end, at+1)
				continue
			default:
				continue
			}
			found[key] = s
			all = append(all, s)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, a := range all {
			for _, b := range all {
				if !(a.start < b.start && b.start < a.end && a.end < b.end) {
					continue
				}
				switch {
				case !b.loop:
					b.start = a.start
				case a.loop:
					a.end = b.end
				default:
					return nil, fmt.Errorf("%s: a jump into the loop %s", f.name, b.label)
				}
				changed = true
			}
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].start != all[j].start {
			return all[i].start < all[j].start
		}
		return all[i].end > all[j].end
	})
	return all, nil
}
