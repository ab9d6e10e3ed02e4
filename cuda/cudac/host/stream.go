// This file is the files that a program opens, and the streams that it writes strings to.

package host

import (
	"bytes"
	"strconv"
	"strings"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// Stream is an open file, or a string that is written.
type Stream struct {
	name   string // of a file; "" for a string
	data   []byte
	At     int
	writes bool
	Ended  bool // a read met the end
	closed bool
}

// Sink is the stream of a file number; an empty one where there is none.
func (h *host) Sink(file int) *Stream {
	if i := file - simt.FirstSink; i >= 0 && i < len(h.sinks) {
		return h.sinks[i]
	}
	return &Stream{closed: true}
}

// WriteTo writes to a file or a string of the program's.
func (h *host) WriteTo(w *simt.Warp, file int, text string) {
	if nowhere := (&simt.Site{}); !h.hold(2*int64(len(text)), "a stream", nowhere) {
		w.Fail("memcheck", nowhere, 0, "std::bad_alloc: %d bytes are more than there is room for", len(text))
	}
	h.Sink(file).Write([]byte(text))
}

func (h *host) addStream(s *Stream) uint64 {
	h.sinks = append(h.sinks, s)
	return uint64(simt.FirstSink + len(h.sinks) - 1)
}

// Write puts bytes at the stream's place.
func (s *Stream) Write(b []byte) {
	if s.At > len(s.data) {
		s.data = append(s.data, make([]byte, s.At-len(s.data))...)
	}
	n := copy(s.data[s.At:], b)
	s.data = append(s.data, b[n:]...)
	s.At += len(b)
}

// Rest is what has not been read.
func (s *Stream) Rest() []byte { return s.data[min(s.At, len(s.data)):] }

// Text is what a program wrote, or the file's content from the session.
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
var fileNatives = map[string]func(c *Call) uint64{
	"fopen": func(c *Call) uint64 {
		name, mode := c.text(0), c.text(1)
		b, ok := c.H.content(name)
		s := &Stream{name: name, writes: strings.ContainsAny(mode, "wa+")}
		switch {
		case strings.Contains(mode, "w"):
		case strings.Contains(mode, "r") && !ok:
			return 0
		default:
			c.hold(len(b), "a file")
			s.data = bytes.Clone(b)
		}
		if strings.Contains(mode, "a") {
			s.At = len(s.data)
		}
		c.hold(64, "a file")
		return c.H.addStream(s)
	},
	"fclose": func(c *Call) uint64 {
		s := c.stream(0)
		if s.writes && s.name != "" {
			c.H.written[s.name] = s.data
			if c.H.Save != nil {
				c.H.Save(s.name, s.data)
			}
		}
		s.closed, s.data = true, nil
		return 0
	},
	"fread": func(c *Call) uint64 {
		s, size := c.stream(3), c.A[1]
		if size == 0 || c.A[2] > maxAllocation/size {
			return 0
		}
		rest := s.Rest()
		n := min(c.A[2], uint64(len(rest))/size)
		s.Ended = s.Ended || n < c.A[2]
		if s.At += int(n * size); n > 0 {
			copy(c.bytes(0, n*size, true), rest)
		}
		return n
	},
	"fwrite": func(c *Call) uint64 {
		size := c.A[1]
		if size == 0 || c.A[2] > maxAllocation/size {
			return 0
		}
		b := c.bytes(0, size*c.A[2], false)
		if int(c.A[3]) < simt.FirstSink {
			c.W.Write(int(c.A[3]), string(b))
			return c.A[2]
		}
		c.writeStream(c.stream(3), b)
		return c.A[2]
	},
	"fgetc": func(c *Call) uint64 {
		s := c.stream(0)
		if rest := s.Rest(); len(rest) > 0 {
			s.At++
			return uint64(rest[0])
		}
		s.Ended = true
		return word.Signed(-1)
	},
	"fgets": func(c *Call) uint64 {
		s := c.stream(2)
		rest := s.Rest()
		if len(rest) == 0 || c.A[1] < 2 {
			s.Ended = s.Ended || len(rest) == 0
			return 0
		}
		n := bytes.IndexByte(rest, '\n') + 1
		if n == 0 {
			n = len(rest)
		}
		n = min(n, int(min(c.A[1], maxFile))-1)
		b := c.bytes(0, uint64(n+1), true)
		copy(b, rest[:n])
		b[n] = 0
		s.At += n
		return c.A[0]
	},
	"feof": func(c *Call) uint64 { return word.Bit(c.stream(0).Ended) },
	"fseek": func(c *Call) uint64 {
		s := c.stream(0)
		to := int64(c.A[1]) + []int64{0, int64(s.At), int64(len(s.data))}[min(c.A[2], 2)]
		if to < 0 || to > maxFile {
			return word.Signed(-1)
		}
		s.At, s.Ended = int(to), false
		return 0
	},
	"ftell":    func(c *Call) uint64 { return uint64(c.stream(0).At) },
	"remove":   func(c *Call) uint64 { delete(c.H.written, c.text(0)); return 0 },
	"__isOpen": func(c *Call) uint64 { return word.Bit(!c.H.Sink(int(c.A[0])).closed) },
	"__sink": func(c *Call) uint64 {
		c.hold(64, "a stream")
		return c.H.addStream(&Stream{writes: true})
	},
	"__sinkSize": func(c *Call) uint64 { return uint64(len(c.H.Sink(int(c.A[0])).data)) },
	"__sinkText": func(c *Call) uint64 {
		s := c.H.Sink(int(c.A[0])).data
		copy(c.bytes(1, uint64(len(s)), true), s)
		return 0
	},
	"__sinkSet": func(c *Call) uint64 {
		s := c.H.Sink(int(c.A[0]))
		s.data, s.At, s.Ended = bytes.Clone(c.bytes(1, c.A[2], false)), 0, false
		c.hold(len(s.data), "a stream")
		return 0
	},
	// __word reads a word, or a line where stop is a character; the number of its bytes, or -1.
	"__word": func(c *Call) uint64 {
		s := c.H.Sink(int(c.A[0]))
		rest := s.Rest()
		if c.A[1] == 0 {
			n := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n\v\f"))
			s.At, rest = s.At+n, rest[n:]
		}
		if len(rest) == 0 {
			s.Ended = true
			return word.Signed(-1)
		}
		n := bytes.IndexAny(rest, " \t\r\n\v\f")
		if c.A[1] != 0 {
			n = bytes.IndexByte(rest, byte(c.A[1]))
		}
		if n < 0 {
			n, s.Ended = len(rest), true
		}
		return uint64(n)
	},
	// __taken copies what __word found, and passes it.
	"__taken": func(c *Call) uint64 {
		s, n := c.H.Sink(int(c.A[0])), int(c.A[2])
		copy(c.bytes(1, uint64(n), true), s.Rest())
		s.At += n
		if c.A[3] != 0 && s.At < len(s.data) {
			s.At++
		}
		return 0
	},
	"__unread": func(c *Call) uint64 { s := c.H.Sink(int(c.A[0])); s.At = max(0, s.At-int(c.A[1])); return 0 },
}

// stream is the file that an argument names, which must be open.
func (c *Call) stream(i int) *Stream {
	if c.A[i] < simt.FirstSink {
		return &Stream{}
	}
	s := c.H.Sink(int(c.A[i]))
	if s.closed {
		c.W.Fail("memcheck", c.At, c.Lane, "this file is not open")
	}
	return s
}

func (c *Call) writeStream(s *Stream, b []byte) {
	c.hold(len(b), "a file")
	if len(s.data)+len(b) > maxFile {
		c.W.Fail("memcheck", c.At, c.Lane, "the file grows beyond 256 MiB")
	}
	s.Write(b)
}

// Scanning is a scanf that runs: the text, the place in it, and where values go.
type Scanning struct {
	Text []byte
	At   int
	Put  func(i int, verb byte, word string) bool
}

const blanks = " \t\r\n\v\f"

// Scan reads values as a format says, and returns how many; -1 at the end of the text.
func (s *Scanning) Scan(format string) int {
	count, next := 0, 0
	for i := 0; i < len(format); i++ {
		f := format[i]
		if strings.IndexByte(blanks, f) >= 0 {
			s.skip()
			continue
		}
		if f != '%' {
			if s.At >= len(s.Text) || s.Text[s.At] != f {
				return s.end(count)
			}
			s.At++
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
			width = len(s.Text)
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
		if !s.Put(next, verb, word) {
			return s.end(count)
		}
		next++
		count++
	}
	return count
}

func (s *Scanning) end(count int) int {
	if count == 0 && s.At >= len(s.Text) {
		return -1
	}
	return count
}

func (s *Scanning) skip() {
	for s.At < len(s.Text) && strings.IndexByte(blanks, s.Text[s.At]) >= 0 {
		s.At++
	}
}

// word takes the letters that a directive wants.
func (s *Scanning) word(verb byte, set string, width int) string {
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
	from := s.At
	for s.At < len(s.Text) && s.At-from < width && wanted(s.Text[s.At]) {
		s.At++
	}
	return string(s.Text[from:s.At])
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

// PutScanned stores what a directive read.
func PutScanned(w *simt.Warp, to uint64, t *syntax.Type, verb byte, found string, read int, at *simt.Site) bool {
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
