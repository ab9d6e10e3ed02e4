package notebook

import (
	"errors"
	"strings"

	"gputour/engine/wire/fields"
)

// This file writes whole Jupyter notebooks: prose, code, what the cells showed, metadata.

// Entry is a cell as it stands on the page. ID is the one that the notebook of its lesson
// has for it, if there is one.
type Entry struct {
	Cell
	ID      string
	Raises  bool // it is meant to fail
	Raw     bool // neither code nor Markdown
	Count   int
	Outputs []Output
	// Metadata is what a file had for it, as JSON; nil where it came from no file.
	Metadata fields.Raw
}

// Output is one of nbformat's outputs.
type Output struct {
	Type     string            // "stream", "display_data", "execute_result", "error"
	Name     string            // of a stream; of an error its class
	Text     string            // of a stream; of an error what it says
	Lines    []string          // of an error's traceback
	Data     map[string]string // of a display, by MIME type
	Metadata map[string]string
}

// savedOutput is an output in a file.
type savedOutput struct {
	Type      string          `json:"output_type"`
	Name      string          `json:"name"`
	Text      source          `json:"text"`
	Data      map[string]mime `json:"data"`
	Meta      fields.Raw      `json:"metadata"`
	Class     string          `json:"ename"`
	Value     string          `json:"evalue"`
	Traceback []string        `json:"traceback"`
}

// mime is a representation: a text, lines of one, or JSON as it stands.
type mime string

func (m *mime) UnmarshalJSON(data []byte) error {
	var text source
	if text.UnmarshalJSON(data) == nil {
		*m = mime(text)
		return nil
	}
	*m = mime(data)
	return nil
}

func (o savedOutput) output() Output {
	out := Output{Type: o.Type, Name: o.Name, Text: string(o.Text)}
	switch o.Type {
	case "stream":
	case "error":
		out.Name, out.Text, out.Lines = o.Class, o.Value, o.Traceback
	default:
		out.Data = map[string]string{}
		for name, text := range o.Data {
			out.Data[name] = string(text)
		}
	}
	return out
}

func (o Output) json(count int) map[string]any {
	switch o.Type {
	case "stream":
		return map[string]any{"output_type": "stream", "name": o.Name, "text": o.Text}
	case "error":
		return map[string]any{"output_type": "error", "ename": o.Name, "evalue": o.Text, "traceback": append([]string{}, o.Lines...)}
	}
	data := map[string]any{}
	for mime, text := range o.Data {
		data[mime] = text
		if mime == "application/json" || strings.HasSuffix(mime, "+json") { // they stand as they are
			if v, err := fields.Parse(text); err == nil {
				data[mime] = v
			}
		}
	}
	m := map[string]any{"output_type": o.Type, "data": data, "metadata": map[string]any{}}
	if o.Type == "execute_result" {
		m["execution_count"] = count
	}
	return m
}

// json is the entry as nbformat has it, with the metadata that a notebook had for it.
func (e Entry) json(metadata any) map[string]any {
	if metadata == nil && len(e.Metadata) > 0 && e.Metadata[0] == '{' {
		metadata = e.Metadata
	}
	if metadata == nil {
		metadata = map[string]any{}
		if e.Raises {
			metadata = map[string]any{"tags": []string{"raises-exception"}}
		}
	}
	cell := map[string]any{"id": e.ID, "metadata": metadata, "source": e.Code}
	if e.Note {
		cell["cell_type"] = "markdown"
		if e.Raw {
			cell["cell_type"] = "raw"
		}
		return cell
	}
	cell["cell_type"], cell["execution_count"] = "code", nil
	if e.Count > 0 {
		cell["execution_count"] = e.Count
	}
	outputs := []any{}
	for _, o := range e.Outputs {
		outputs = append(outputs, o.json(e.Count))
	}
	cell["outputs"] = outputs
	return cell
}

// Jupyter writes a notebook. base is the one of a lesson, whose text it keeps around the
// cells, or "" for none; metadata what a file had that the notebook came from, or nil.
func Jupyter(title, base string, metadata fields.Raw, entries []Entry) (string, error) {
	nb := map[string]any{
		"cells": []any{}, "nbformat": 4, "nbformat_minor": 5,
		"metadata": map[string]any{
			"kernelspec":    map[string]any{"display_name": "Python 3", "language": "python", "name": "python3"},
			"language_info": map[string]any{"name": "python"},
		},
	}
	if own, err := fields.Parse(string(metadata)); err == nil {
		own, _ := own.(map[string]any)
		for name, v := range own {
			nb["metadata"].(map[string]any)[name] = v
		}
	}
	if base != "" {
		v, err := fields.Parse(base)
		lesson, ok := v.(map[string]any)
		if err != nil || !ok {
			return "", errors.New("the lesson's notebook cannot be read")
		}
		for name, v := range lesson {
			nb[name] = v
		}
	}
	cells, ok := nb["cells"].([]any)
	if !ok {
		return "", errors.New("the lesson's notebook cannot be read")
	}
	if meta, ok := nb["metadata"].(map[string]any); ok && title != "" {
		meta["title"] = title
	}
	nb["cells"] = woven(cells, entries)
	return fields.Indented(nb, 1) + "\n", nil
}

// woven puts the entries in the places that their ids have among cells, and each that has no
// place behind the one before it.
func woven(cells []any, entries []Entry) []any {
	ids := map[string]bool{}
	for i, e := range entries {
		if e.ID == "" || !validID(e.ID) || ids[e.ID] {
			entries[i].ID = cellID(i)
		}
		ids[entries[i].ID] = true
	}
	places := map[string]bool{}
	for _, c := range cells {
		places[idOf(c)] = true
	}
	next := 0
	list := []any{}
	own := func() {
		for ; next < len(entries) && !places[entries[next].ID]; next++ {
			list = append(list, entries[next].json(nil))
		}
	}
	moved := map[string]Entry{}
	for _, e := range entries {
		moved[e.ID] = e
	}
	for _, c := range cells {
		e, ok := moved[idOf(c)]
		if !ok {
			list = append(list, c)
			continue
		}
		own() // those above it
		list = append(list, e.json(c.(map[string]any)["metadata"]))
		if next < len(entries) && entries[next].ID == e.ID {
			next++
		}
		own()
	}
	for ; next < len(entries); next++ {
		if !places[entries[next].ID] {
			list = append(list, entries[next].json(nil))
		}
	}
	return list
}

func idOf(cell any) string {
	if c, ok := cell.(map[string]any); ok && c["cell_type"] == "code" {
		id, _ := c["id"].(string)
		return id
	}
	return ""
}

// validID reports whether nbformat 4.5 takes an id.
func validID(id string) bool {
	for _, r := range id {
		if !(r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return false
		}
	}
	return len(id) >= 1 && len(id) <= 64
}
