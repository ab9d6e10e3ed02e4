// Package script reads a file of cells: a percent-format .py file, a lesson .md or a
// Jupyter .ipynb, all to the same list of code cells.
package script

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gputour/lessons/lesson"
)

// Script is a file's cells and what it says about running them.
type Script struct {
	Cells []Cell
	Flags []string // of a first line "# gputour: FLAGS"
	// Devices is the device spec that a lesson asks for; empty elsewhere.
	Devices string
}

// Cell is one code cell. Cells without code are left out.
type Cell struct {
	Code   string
	Line   int  // line of the file that Code begins on
	Raises bool // it must raise an exception
}

// Raises is the tag of a cell that must raise.
const Raises = "raises-exception"

// Parse reads a file by the ending of its name. whole takes a .py file as one cell.
func Parse(name string, src []byte, whole bool) (*Script, error) {
	src, err := decode(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	switch filepath.Ext(name) {
	case ".md":
		return parseLesson(name, src)
	case ".ipynb":
		s, err := parseNotebook(src)
		if err != nil {
			return nil, fmt.Errorf("%s is no notebook: %w", name, err)
		}
		return s, nil
	}
	s := &Script{Flags: flags(string(src))}
	if whole {
		s.Cells = []Cell{{Code: string(src), Line: 1}}
	} else {
		s.Cells = parsePercent(string(src))
	}
	return s, nil
}

// coding is what a source says of its encoding, in one of its first two lines.
var coding = regexp.MustCompile(`^(?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)

// decode returns a source as UTF-8 without a byte order mark. Other encodings than
// Latin-1 are refused, and bytes that are no text.
func decode(src []byte) ([]byte, error) {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if utf8.Valid(src) {
		return src, nil
	}
	if m := coding.FindSubmatch(src); m != nil && slices.Contains([]string{"latin-1", "latin1", "iso-8859-1"}, strings.ToLower(string(m[1]))) {
		text := make([]rune, len(src))
		for i, b := range src {
			text[i] = rune(b)
		}
		return []byte(string(text)), nil
	}
	at := 0
	for {
		if r, n := utf8.DecodeRune(src[at:]); r != utf8.RuneError || n != 1 {
			at += n
			continue
		}
		return nil, fmt.Errorf("line %d: not UTF-8: byte 0x%02x", 1+bytes.Count(src[:at], []byte("\n")), src[at])
	}
}

// flags reads a first line "# gputour: FLAGS".
func flags(src string) []string {
	line, _, _ := strings.Cut(src, "\n")
	rest, ok := strings.CutPrefix(line, "# gputour:")
	if !ok {
		return nil
	}
	return strings.Fields(rest)
}

var tagList = regexp.MustCompile(`\btags\s*=\s*\[([^\]]*)\]`)

// parsePercent cuts at lines that begin "# %%". A separator with [markdown] begins text.
func parsePercent(src string) []Cell {
	var cells []Cell
	var code strings.Builder
	cell, text := Cell{Line: 1}, false
	end := func() {
		cell.Code = code.String()
		if strings.TrimSpace(cell.Code) != "" && !text {
			cells = append(cells, cell)
		}
		code.Reset()
	}
	for i, line := range strings.SplitAfter(src, "\n") {
		if !strings.HasPrefix(line, "# %%") {
			code.WriteString(line)
			continue
		}
		end()
		text = strings.Contains(line, "[markdown]")
		cell = Cell{Line: i + 2, Raises: hasTag(line)}
	}
	end()
	return cells
}

func hasTag(separator string) bool {
	m := tagList.FindStringSubmatch(separator)
	return m != nil && strings.Contains(m[1], Raises)
}

// parseLesson takes the cells that run: not quizzes, not tests.
func parseLesson(name string, src []byte) (*Script, error) {
	l, errs := lesson.Parse(name, src)
	if len(errs) > 0 {
		return nil, errs
	}
	s := &Script{Devices: l.Devices[0]}
	for _, c := range l.Cells() {
		if c.Kind != lesson.Quiz && c.Kind != lesson.Tests && c.Code != "" {
			s.Cells = append(s.Cells, Cell{Code: c.Code, Line: c.CodePos.Line, Raises: c.Raises()})
		}
	}
	return s, nil
}

// parseNotebook reads nbformat 4.
func parseNotebook(src []byte) (*Script, error) {
	var nb struct {
		Cells []struct {
			Type     string          `json:"cell_type"`
			Source   json.RawMessage `json:"source"`
			Metadata struct {
				Tags []string `json:"tags"`
			} `json:"metadata"`
		} `json:"cells"`
		Worksheets json.RawMessage `json:"worksheets"`
	}
	if err := json.Unmarshal(src, &nb); err != nil {
		return nil, jsonError(src, err)
	}
	switch {
	case nb.Cells == nil && nb.Worksheets != nil:
		return nil, errors.New("it is written in nbformat 3; Jupyter writes it anew as nbformat 4 when it saves it")
	case nb.Cells == nil:
		return nil, errors.New("it has no cells")
	}
	s := &Script{}
	for i, c := range nb.Cells {
		code, err := source(c.Source)
		if err != nil {
			return nil, fmt.Errorf("cell %d: %w", i+1, err)
		}
		if c.Type == "code" && strings.TrimSpace(code) != "" {
			s.Cells = append(s.Cells, Cell{Code: code, Line: 1, Raises: strings.Contains(strings.Join(c.Metadata.Tags, " "), Raises)})
		}
	}
	return s, nil
}

// jsonError says where JSON is broken, and of what is no notebook's JSON what is wrong with it.
func jsonError(src []byte, err error) error {
	var broken *json.SyntaxError
	var other *json.UnmarshalTypeError
	switch {
	case len(bytes.TrimSpace(src)) == 0:
		return errors.New("it is empty")
	case errors.As(err, &broken):
		before := src[:min(int(broken.Offset), len(src))]
		return fmt.Errorf("line %d: %w", 1+bytes.Count(before, []byte("\n")), err)
	case errors.As(err, &other) && other.Field != "":
		return fmt.Errorf("%s must not be %s", other.Field, other.Value)
	case errors.As(err, &other):
		return fmt.Errorf("it must be an object, not %s", other.Value)
	}
	return err
}

// source reads a text that nbformat writes as a string or as a list of lines.
func source(raw json.RawMessage) (string, error) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, nil
	}
	var lines []string
	if json.Unmarshal(raw, &lines) == nil {
		return strings.Join(lines, ""), nil
	}
	return "", errors.New("source is neither text nor lines")
}
