package roster

import (
	"encoding/csv"
	"strings"
)

// Known is somebody who is in the class already.
type Known struct {
	ID, Name, Number, Group, Email string
	Gone                           bool // was removed
}

// Change is somebody of whom the list says something else than is known.
type Change struct {
	Known
	To     Entry
	Fields []string // that differ: "name", "number", "group", "email"
}

// Plan is what a list changes. Nobody is removed by a list: who does not stand in it any more is named.
type Plan struct {
	New     []Entry
	Changed []Change
	Same    int
	Missing []Known // in the class, not in the list
	Gone    []Entry // in the list, but removed from the class: they stay so
	Unclear []Entry // more than one of the class could be meant: they stay as they are

	named map[string]bool // who of the class stands in the list, by ID
}

// Names reports whether somebody of the class stands in the list.
func (p Plan) Names(id string) bool { return p.named[id] }

// Empty reports whether the plan changes nothing.
func (p Plan) Empty() bool { return len(p.New)+len(p.Changed) == 0 }

// Compare says what a list changes. People are the same who have one number; without it, who have one name, as long as only one
// person can be meant.
func Compare(class []Known, list []Entry) Plan {
	c := comparer{class: class, met: make([]bool, len(class))}
	at := make([]int, len(list)) // whom each entry means: an index of class, nobody or several
	for i, e := range list {
		at[i] = c.byNumber(e)
	}
	for i, e := range list {
		if at[i] == nobody {
			at[i] = c.byName(e)
		}
	}
	p := Plan{named: map[string]bool{}}
	for i, e := range list {
		p.add(e, at[i], class)
	}
	for i, k := range class {
		p.named[k.ID] = c.met[i]
		if !c.met[i] && !k.Gone {
			p.Missing = append(p.Missing, k)
		}
	}
	return p
}

// What an entry means when it is not one of the class.
const (
	nobody  = -1
	several = -2
)

func (p *Plan) add(e Entry, at int, class []Known) {
	switch {
	case at == nobody:
		p.New = append(p.New, e)
		return
	case at == several:
		p.Unclear = append(p.Unclear, e)
		return
	case class[at].Gone:
		p.Gone = append(p.Gone, e)
		return
	}
	known := class[at]
	change := Change{Known: known, To: e}
	for _, f := range []struct {
		name     string
		from, to *string
	}{
		{"name", &known.Name, &change.To.Name}, {"number", &known.Number, &change.To.Number},
		{"group", &known.Group, &change.To.Group}, {"email", &known.Email, &change.To.Email},
	} {
		switch {
		case *f.to == "": // the list does not say
			*f.to = *f.from
		case *f.to != *f.from:
			change.Fields = append(change.Fields, f.name)
		}
	}
	if change.Fields == nil {
		p.Same++
		return
	}
	p.Changed = append(p.Changed, change)
}

type comparer struct {
	class []Known
	met   []bool
}

func (c *comparer) byNumber(e Entry) int {
	for i, k := range c.class {
		if e.Number != "" && strings.EqualFold(k.Number, e.Number) && !c.met[i] {
			c.met[i] = true
			return i
		}
	}
	return nobody
}

func (c *comparer) byName(e Entry) int {
	found, inGroup := nobody, nobody
	for i, k := range c.class {
		if c.met[i] || !strings.EqualFold(k.Name, e.Name) || k.Number != "" && e.Number != "" {
			continue
		}
		if found = other(found, i); e.Group != "" && k.Group == e.Group {
			inGroup = other(inGroup, i)
		}
	}
	if inGroup >= 0 {
		found = inGroup
	}
	if found >= 0 {
		c.met[found] = true
	}
	return found
}

// other is i when nobody was found before.
func other(before, i int) int {
	if before == nobody {
		return i
	}
	return several
}

// Write returns a list as a table that Parse reads.
func Write(list []Entry) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"name", "number", "group", "email"})
	for _, e := range list {
		w.Write([]string{e.Name, e.Number, e.Group, e.Email})
	}
	w.Flush() // to memory: it does not fail
	return b.String()
}
