// Package script reads a file of cells: a percent-format .py file, a lesson .md or a
// Jupyter .ipynb, all to the same list of code cells.
package script

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

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
	switch filepath.Ext(name) {
	case ".md":
		return parseLesson(name, src)
	case ".ipynb":
		return parseNotebook(src)
	}
	s := &Script{Flags: flags(string(src))}
	if whole {
		s.Cells = []Cell{{Code: string(src), Line: 1}}
	} else {
		s.Cells = parsePercent(string(src))
	}
	return s, nil
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
	}
	if err := json.Unmarshal(src, &nb); err != nil {
		return nil, fmt.Errorf("not a notebook: %w", err)
	}
	if nb.Cells == nil {
		return nil, errors.New("not a notebook: no cells")
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
