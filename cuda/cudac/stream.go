// This file is the files that a program opens, and the streams that it writes strings to.

package cudac

import (
	"bytes"
	"strconv"
	"strings"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// stream is an open file, or a string that is written.
type stream struct {
	name   string // of a file; "" for a string
	data   []byte
	at     int
	writes bool
	ended  bool // a read met the end
	closed bool
}

// sink is the stream of a file number; an empty one where there is none.
func (h *host) sink(file int) *stream {
	if i := file - simt.FirstSink; i >= 0 && i < len(h.sinks) {
		return h.sinks[i]
	}
	return &stream{closed: true}
}

// writeTo writes to a file or a string of the program's.
func (h *host) WriteTo(w *simt.Warp, file int, text string) {
	if nowhere := (&simt.Site{}); !h.hold(2*int64(len(text)), "a stream", nowhere) {
		w.Fail("memcheck", nowhere, 0, "std::bad_alloc: %d bytes are more than there is room for", len(text))
	}
	h.sink(file).Write([]byte(text))
}

func (h *host) addStream(s *stream) uint64 {
	h.sinks = append(h.sinks, s)
	return uint64(simt.FirstSink + len(h.sinks) - 1)
}

// Write puts bytes at the stream's place.
func (s *stream) Write(b []byte) {
	if s.at > len(s.data) {
		s.data = append(s.data, make([]byte, s.at-len(s.data))...)
	}
	n := copy(s.data[s.at:], b)
	s.data = append(s.data, b[n:]...)
	s.at += len(b)
}

// rest is what has not been read.
func (s *stream) rest() []byte { return s.data[min(s.at, len(s.data)):] }

// text is what a program wrote, or the file's content from the session.
func (h *host) content(name string) ([]byte, bool) {
	if b, ok := h.written[name]; ok {
		return b, true
	}
	if h.Open == nil {
		return nil, false
	}
	if b, ok := h.Open(name); ok {
		return b, true
	}
	return h.built(name)
}

// maxFile bounds a file that a program writes.
const maxFile = 256 << 20

// fileNatives are the functions of C's files.
var fileNatives = map[string]func(c *nativeCall) uint64{
	"fopen": func(c *nativeCall) uint64 {
		name, mode := c.text(0), c.text(1)
		b, ok := c.h.content(name)
		s := &stream{name: name, writes: strings.ContainsAny(mode, "wa+")}
		switch {
		case strings.Contains(mode, "w"):
		case strings.Contains(mode, "r") && !ok:
			return 0
		default:
			c.hold(len(b), "a file")
			s.data = bytes.Clone(b)
		}
		if strings.Contains(mode, "a") {
			s.at = len(s.data)
		}
		c.hold(64, "a file")
		return c.h.addStream(s)
	},
	"fclose": func(c *nativeCall) uint64 {
		s := c.stream(0)
		if s.writes && s.name != "" {
			c.h.written[s.name] = s.data
			if c.h.Save != nil {
				c.h.Save(s.name, s.data)
			}
		}
		s.closed, s.data = true, nil
		return 0
	},
	"fread": func(c *nativeCall) uint64 {
		s, size := c.stream(3), c.a[1]
		if size == 0 || c.a[2] > maxAllocation/size {
			return 0
		}
		rest := s.rest()
		n := min(c.a[2], uint64(len(rest))/size)
		s.ended = s.ended || n < c.a[2]
		if s.at += int(n * size); n > 0 {
			copy(c.Bytes(0, n*size, true), rest)
		}
		return n
	},
	"fwrite": func(c *nativeCall) uint64 {
		size := c.a[1]
		if size == 0 || c.a[2] > maxAllocation/size {
			return 0
		}
		b := c.Bytes(0, size*c.a[2], false)
		if int(c.a[3]) < simt.FirstSink {
			c.w.Write(int(c.a[3]), string(b))
			return c.a[2]
		}
		c.writeStream(c.stream(3), b)
		return c.a[2]
	},
	"fgetc": func(c *nativeCall) uint64 {
		s := c.stream(0)
		if rest := s.rest(); len(rest) > 0 {
			s.at++
			return uint64(rest[0])
		}
		s.ended = true
		return word.Signed(-1)
	},
	"fgets": func(c *nativeCall) uint64 {
		s := c.stream(2)
		rest := s.rest()
		if len(rest) == 0 || c.a[1] < 2 {
			s.ended = s.ended || len(rest) == 0
			return 0
		}
		n := bytes.IndexByte(rest, '\n') + 1
		if n == 0 {
			n = len(rest)
		}
		n = min(n, int(min(c.a[1], maxFile))-1)
		b := c.Bytes(0, uint64(n+1), true)
		copy(b, rest[:n])
		b[n] = 0
		s.at += n
		return c.a[0]
	},
	"feof": func(c *nativeCall) uint64 { return word.Bit(c.stream(0).ended) },
	"fseek": func(c *nativeCall) uint64 {
		s := c.stream(0)
		to := int64(c.a[1]) + []int64{0, int64(s.at), int64(len(s.data))}[min(c.a[2], 2)]
		if to < 0 || to > maxFile {
			return word.Signed(-1)
		}
		s.at, s.ended = int(to), false
		return 0
	},
	"ftell":    func(c *nativeCall) uint64 { return uint64(c.stream(0).at) },
	"remove":   func(c *nativeCall) uint64 { delete(c.h.written, c.text(0)); return 0 },
	"__isOpen": func(c *nativeCall) uint64 { return word.Bit(!c.h.sink(int(c.a[0])).closed) },
	"__sink": func(c *nativeCall) uint64 {
		c.hold(64, "a stream")
		return c.h.addStream(&stream{writes: true})
	},
	"__sinkSize": func(c *nativeCall) uint64 { return uint64(len(c.h.sink(int(c.a[0])).data)) },
	"__sinkText": func(c *nativeCall) uint64 {
		s := c.h.sink(int(c.a[0])).data
		copy(c.Bytes(1, uint64(len(s)), true), s)
		return 0
	},
	"__sinkSet": func(c *nativeCall) uint64 {
		s := c.h.sink(int(c.a[0]))
		s.data, s.at, s.ended = bytes.Clone(c.Bytes(1, c.a[2], false)), 0, false
		c.hold(len(s.data), "a stream")
		return 0
	},
	// __word reads a word, or a line where stop is a character; the number of its bytes, or -1.
	"__word": func(c *nativeCall) uint64 {
		s := c.h.sink(int(c.a[0]))
		rest := s.rest()
		if c.a[1] == 0 {
			n := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n\v\f"))
			s.at, rest = s.at+n, rest[n:]
		}
		if len(rest) == 0 {
			s.ended = true
			return word.Signed(-1)
		}
		n := bytes.IndexAny(rest, " \t\r\n\v\f")
		if c.a[1] != 0 {
			n = bytes.IndexByte(rest, byte(c.a[1]))
		}
		if n < 0 {
			n, s.ended = len(rest), true
		}
		return uint64(n)
	},
	// __taken copies what __word found, and passes it.
	"__taken": func(c *nativeCall) uint64 {
		s, n := c.h.sink(int(c.a[0])), int(c.a[2])
		copy(c.Bytes(1, uint64(n), true), s.rest())
		s.at += n
		if c.a[3] != 0 && s.at < len(s.data) {
			s.at++
		}
		return 0
	},
	"__unread": func(c *nativeCall) uint64 { s := c.h.sink(int(c.a[0])); s.at = max(0, s.at-int(c.a[1])); return 0 },
}

// stream is the file that an argument names, which must be open.
func (c *nativeCall) stream(i int) *stream {
	if c.a[i] < simt.FirstSink {
		return &stream{}
	}
	s := c.h.sink(int(c.a[i]))
	if s.closed {
		c.w.Fail("memcheck", c.at, c.lane, "this file is not open")
	}
	return s
}

func (c *nativeCall) writeStream(s *stream, b []byte) {
	c.hold(len(b), "a file")
	if len(s.data)+len(b) > maxFile {
		c.w.Fail("memcheck", c.at, c.lane, "the file grows beyond 256 MiB")
	}
	s.Write(b)
}

// scanning is a scanf that runs: the text, the place in it, and where values go.
type scanning struct {
	text []byte
	at   int
	put  func(i int, verb byte, word string) bool
}

const blanks = " \t\r\n\v\f"

// scan reads values as a format says, and returns how many; -1 at the end of the text.
func (s *scanning) scan(format string) int {
	count, next := 0, 0
	for i := 0; i < len(format); i++ {
		f := format[i]
		if strings.IndexByte(blanks, f) >= 0 {
			s.skip()
			continue
		}
		if f != '%' {
			if s.at >= len(s.text) || s.text[s.at] != f {
				return s.end(count)
			}
			s.at++
			continue
		}
		i++
		quiet := i < len(format) && format[i] == '*'
		if quiet {
			i++
		}
		from := i
		for i < len(format) && format[i] >= '0' && format[i] <= '9' {
			i++
		}
		width, err := strconv.Atoi(format[from:i])
		if err != nil {
			width = len(s.text)
		}
		for i < len(format) && strings.IndexByte("hlLzjt", format[i]) >= 0 {
			i++
		}
		if i >= len(format) {
			return count
		}
		set := ""
		verb := format[i]
		if verb == '[' {
			end := strings.IndexByte(format[min(i+2, len(format)):], ']')
			if end < 0 {
				return count
			}
			set = format[i+1 : i+2+end]
			i += 2 + end
		}
		word := s.word(verb, set, width)
		if word == "" && verb != 'n' {
			return s.end(count)
		}
		if quiet {
			continue
		}
		if !s.put(next, verb, word) {
			return s.end(count)
		}
		next++
		count++
	}
	return count
}

func (s *scanning) end(count int) int {
	if count == 0 && s.at >= len(s.text) {
		return -1
	}
	return count
}

func (s *scanning) skip() {
	for s.at < len(s.text) && strings.IndexByte(blanks, s.text[s.at]) >= 0 {
		s.at++
	}
}

// word takes the letters that a directive wants.
func (s *scanning) word(verb byte, set string, width int) string {
	if verb != 'c' && verb != '[' {
		s.skip()
	}
	wanted := func(b byte) bool { return strings.IndexByte(blanks, b) < 0 }
	switch verb {
	case 'c':
		width, wanted = min(width, 1), func(byte) bool { return true }
	case 'd', 'u':
		wanted = func(b byte) bool { return b >= '0' && b <= '9' || b == '-' || b == '+' }
	case 'x', 'X', 'i':
		wanted = func(b byte) bool { return strings.IndexByte("0123456789abcdefABCDEFxX+-", b) >= 0 }
	case 'f', 'g', 'e', 'E', 'G':
		wanted = func(b byte) bool { return strings.IndexByte("0123456789.eE+-infaINFA", b) >= 0 }
	case '[':
		not := strings.HasPrefix(set, "^")
		set = strings.TrimPrefix(set, "^")
		wanted = func(b byte) bool { return inSet(set, b) != not }
	}
	from := s.at
	for s.at < len(s.text) && s.at-from < width && wanted(s.text[s.at]) {
		s.at++
	}
	return string(s.text[from:s.at])
}

// inSet reports that a letter is in a set of scanf's, in which a-z is a range.
func inSet(set string, b byte) bool {
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' {
			if b >= set[i] && b <= set[i+2] {
				return true
			}
			i += 2
		} else if set[i] == b {
			return true
		}
	}
	return false
}

// putScanned stores what a directive read.
func putScanned(w *simt.Warp, to uint64, t *syntax.Type, verb byte, found string, read int, at *simt.Site) bool {
	switch {
	case verb == 's' || verb == '[':
		copy(w.Block(to, len(found)+1, 0, at, true), found+"\x00")
		return true
	case verb == 'c' && t.Kind.Size() == 1:
		w.Block(to, 1, 0, at, true)[0] = found[0]
		return true
	case verb == 'n':
		word.Store(w.Block(to, 4, 0, at, true), word.I32, uint64(read))
		return true
	case !t.IsNumber():
		w.Fail("memcheck", at, 0, "the format's %%%c does not fit a pointer to '%s'", verb, t)
	case t.IsFloat():
		f, err := strconv.ParseFloat(found, 64)
		if err != nil {
			f = leadingFloat(found)
		}
		word.Store(w.Block(to, t.Size(), 0, at, true), t.Kind, syntax.Converted(word.Bits64(f), syntax.Basic[word.F64], t))
		return true
	}
	base := 10
	if verb == 'x' || verb == 'X' {
		base, found = 16, strings.TrimPrefix(strings.TrimPrefix(found, "0x"), "0X")
	} else if verb == 'i' {
		base = 0
	}
	n, err := strconv.ParseInt(found, base, 64)
	if err != nil {
		if u, err := strconv.ParseUint(found, base, 64); err == nil {
			n = int64(u)
		} else if n = leadingInt(found); n == 0 && found != "0" {
			return false
		}
	}
	word.Store(w.Block(to, t.Size(), 0, at, true), t.Kind, word.Wrap(t.Kind, uint64(n)))
	return true
}
