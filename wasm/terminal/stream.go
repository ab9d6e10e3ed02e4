// Package terminal reads what programs print as a terminal does, with its colours and the lines that are written over, and
// keeps it in pieces that can be drawn one by one.
package terminal

import "strings"

// chunkLines and chunkBytes bound a Chunk: small enough to be drawn at once, large
// enough that a megabyte is few of them.
const (
	chunkLines = 100
	chunkBytes = 16 << 10
)

// Stream is text that a run printed, cut into chunks of whole lines. Only the last
// chunk ever changes.
type Stream struct {
	Name   string
	Chunks []*Chunk
	Bytes  int
	Lines  int
	// returned: a carriage return was read and what follows replaces the line.
	returned bool
}

// Chunk is some lines of a stream. Lost bytes are missing before it.
type Chunk struct {
	Text  string
	Lines int
	Lost  int64
	Style Style // in force at the beginning
}

func (s *Stream) last() *Chunk {
	if len(s.Chunks) == 0 {
		s.Chunks = append(s.Chunks, &Chunk{})
	}
	return s.Chunks[len(s.Chunks)-1]
}

// Write appends text. What follows a \r takes the place of the line. A terminal leaves the end of a longer one, which is not known
// here: of what a line was overwritten with the session keeps only the last.
func (s *Stream) Write(text string) {
	for text != "" {
		line, rest, whole := strings.Cut(text, "\n")
		text = rest
		if whole {
			line = strings.TrimSuffix(line, "\r")
		}
		s.writeLine(line, whole)
	}
}

func (s *Stream) writeLine(line string, whole bool) {
	if s.returned && line != "" {
		s.dropLine()
	}
	if line != "" || whole {
		s.returned = false
	}
	if i := strings.LastIndexByte(line, '\r'); i >= 0 {
		if tail := line[i+1:]; tail != "" {
			s.dropLine()
			line = tail
		} else {
			s.returned = true
			line = line[:i]
			if j := strings.LastIndexByte(line, '\r'); j >= 0 {
				s.dropLine()
				line = line[j+1:]
			}
		}
	}
	if whole {
		line += "\n"
		s.Lines++
	}
	s.append(line, whole)
}

// Full reports whether the chunk will not grow any more.
func (c *Chunk) Full() bool { return c.Lines >= chunkLines || len(c.Text) >= chunkBytes }

// append adds text without carriage returns to the last chunk, or to a fresh one
// when that is full.
func (s *Stream) append(text string, whole bool) {
	c := s.last()
	full := c.Full()
	if full && (strings.HasSuffix(c.Text, "\n") || len(c.Text) >= 2*chunkBytes) {
		next := &Chunk{Style: StyleAfter(c.Text, c.Style)}
		s.Chunks = append(s.Chunks, next)
		c = next
	}
	c.Text += text
	s.Bytes += len(text)
	if whole {
		c.Lines++
	}
}

// dropLine takes back the unfinished last line.
func (s *Stream) dropLine() {
	c := s.last()
	keep := strings.LastIndexByte(c.Text, '\n') + 1
	s.Bytes -= len(c.Text) - keep
	c.Text = c.Text[:keep]
}

// Skip notes that n bytes are missing here.
func (s *Stream) Skip(n int64) {
	c := s.last()
	if c.Text == "" {
		c.Lost += n
		return
	}
	s.Chunks = append(s.Chunks, &Chunk{Lost: n, Style: StyleAfter(c.Text, c.Style)})
}

// String is the whole text.
func (s *Stream) String() string {
	var b strings.Builder
	for _, c := range s.Chunks {
		b.WriteString(c.Text)
	}
	return b.String()
}

// Open reports whether the last line goes on: it has text and no end.
func (s *Stream) Open() bool {
	text := s.last().Text
	return text != "" && !strings.HasSuffix(text, "\n")
}
