// This file lowers scanf and its kin.

package lower

import (
	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// scanIntrinsics are scanf and its kin.
func scanIntrinsics() map[string]intrinsic {
	return map[string]intrinsic{
		"sscanf": {-1, false, func(l *lowering, c *call) value { return l.scanner(c, 0, true) }},
		"fscanf": {-1, false, func(l *lowering, c *call) value { return l.scanner(c, 0, false) }},
		"scanf":  {-1, false, func(l *lowering, c *call) value { return l.scanner(c, -1, false) }},
	}
}

// scanner lowers a scanf that reads from argument from: a string, or a file.
func (l *lowering) scanner(c *call, from int, text bool) value {
	if !l.host {
		l.fail(c.at, "", "'%s' is not there in device code", c.name)
	}
	if len(c.args) < from+2 {
		l.fail(c.at, "", "%s needs a format", c.name)
	}
	d, at := l.reg(), l.site(c.at, "")
	var run simt.Op
	var values []value
	for _, a := range c.args {
		v := l.rvalue(a)
		if v.typ.Kind != word.Pointer {
			l.fail(a.Tok, "pass an address: &x", "'%s' needs pointers, not '%s'", c.name, v.typ)
		}
		run = seq(run, v.run)
		values = append(values, v)
	}
	into := values[from+2:]
	return value{typ: syntax.Basic[word.I32], slot: d, run: seq(run, func(w *simt.Warp, _ uint32) {
		s := &host.Scanning{}
		var file *host.Stream
		switch {
		case text:
			s.Text = []byte(w.CString(w.In(values[0].slot)[0], 0, at))
		case from >= 0:
			file = host.Of(w).Sink(int(w.In(values[0].slot)[0]))
			s.Text = file.Rest()
		}
		s.Put = func(i int, verb byte, word string) bool {
			if i >= len(into) {
				w.Fail("memcheck", at, 0, "the format asks for more values than there are arguments")
			}
			return host.PutScanned(w, w.In(into[i].slot)[0], into[i].typ.Elem, verb, word, s.At, at)
		}
		n := s.Scan(w.CString(w.In(values[from+1].slot)[0], 0, at))
		if file != nil {
			file.At += s.At
			file.Ended = file.Ended || n < 0
		}
		w.Out(d)[0] = uint64(int64(n))
	})}
}
