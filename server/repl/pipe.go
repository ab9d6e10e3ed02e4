package repl

import (
	"bufio"
	"io"
	"strings"

	"gputour/engine/eval/cell"
	"gputour/engine/wire"
)

// Pipe reads cells from a file. Unlike the prompt of Python it needs no empty line
// after a block: a line that does not continue it ends it, and empty lines inside it
// do not.
type Pipe struct {
	in    *bufio.Reader
	ahead []string // lines read and not used
}

// NewPipe returns the lines of in.
func NewPipe(in io.Reader) *Pipe { return &Pipe{in: bufio.NewReader(in)} }

// next returns a line without its newline.
func (p *Pipe) next() (string, error) {
	if len(p.ahead) > 0 {
		line := p.ahead[0]
		p.ahead = p.ahead[1:]
		return line, nil
	}
	line, err := p.in.ReadString('\n')
	if err != nil && line == "" {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// Cell implements Lines.
func (p *Pipe) Cell(int) (string, error) {
	text := ""
	for {
		line, err := p.next()
		if err != nil && text == "" {
			return "", err
		}
		if err != nil {
			return text, nil // the parser says what is missing
		}
		text += line + "\n"
		if !p.unfinished(text) {
			return text, nil
		}
	}
}

// unfinished reports whether the next line belongs to the cell that text begins.
func (p *Pipe) unfinished(text string) bool {
	code := strings.TrimSuffix(text, "\n")
	switch {
	case strings.HasPrefix(text, "%%"):
		return cell.Unfinished(code)
	case !strings.Contains(code, "\n"):
		return cell.Unfinished(code)
	}
	return cell.Unfinished(text+"\n") || p.continued()
}

// continued reports whether the next line that is not empty goes on with a block.
func (p *Pipe) continued() bool {
	for i := 0; ; i++ {
		if i == len(p.ahead) {
			line, err := p.in.ReadString('\n')
			if err != nil && line == "" {
				return false
			}
			p.ahead = append(p.ahead, strings.TrimRight(line, "\r\n"))
		}
		if line := p.ahead[i]; strings.TrimSpace(line) != "" {
			return continuesBlock(line)
		}
	}
}

// continuesBlock reports whether a line cannot begin a statement at the margin.
func continuesBlock(line string) bool {
	if line[0] == ' ' || line[0] == '\t' {
		return true
	}
	for _, word := range []string{"else", "elif", "except", "finally"} {
		if rest, ok := strings.CutPrefix(line, word); ok && (rest == "" || strings.ContainsAny(rest[:1], " :*(")) {
			return true
		}
	}
	return false
}

// Answer implements Lines: input() reads the line after the statement.
func (p *Pipe) Answer(wire.InputRequestBody) (string, error) { return p.next() }
