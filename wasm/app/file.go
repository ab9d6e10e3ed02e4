package app

import (
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/wasm/notebook"
	"gputour/wasm/terminal"
	"gputour/web/boot"
)

// This file opens and saves notebooks as files.

// Document is the notebook as a document for a file, with the text between its cells as far
// as the page has read it.
func (s *State) Document() notebook.Document {
	d := notebook.Document{Title: s.Page.Title}
	for _, b := range s.Doc {
		c := s.Cells[b.Cell]
		switch {
		case c == nil && s.prose[b.Key] != "":
			d.Cells = append(d.Cells, notebook.Cell{Code: s.prose[b.Key], Note: true})
		case c != nil && (c.Runs() || c.Note) && c.Code != "":
			d.Cells = append(d.Cells, notebook.Cell{Code: c.Code, Note: c.Note})
		}
	}
	return d
}

// entries are the cells with what they showed.
func (s *State) entries() []notebook.Entry {
	var list []notebook.Entry
	for _, c := range s.Order() {
		if !c.Runs() && !c.Note || strings.TrimSpace(c.Code) == "" && len(c.Outputs) == 0 {
			continue
		}
		e := notebook.Entry{Cell: notebook.Cell{Code: c.Code, Note: c.Note}, ID: c.ID, Count: c.Count}
		e.Raises = c.Lesson != nil && c.Lesson.Raises
		e.Metadata, e.Raw = c.meta, c.raw
		for _, o := range c.Outputs {
			if saved, ok := savedOutput(o); ok && !c.Note {
				e.Outputs = append(e.Outputs, saved)
			}
		}
		list = append(list, e)
	}
	return list
}

// savedOutput is an output as Jupyter keeps it; a progress bar is not kept.
func savedOutput(o *Output) (notebook.Output, bool) {
	switch o.Kind {
	case StreamOutput:
		var b strings.Builder
		for _, c := range o.Stream.Chunks {
			if c.Lost > 0 {
				b.WriteString("\n[… " + strconv.FormatInt(c.Lost, 10) + " bytes left out …]\n")
			}
			b.WriteString(c.Text)
		}
		return notebook.Output{Type: "stream", Name: o.Stream.Name, Text: b.String()}, true
	case DisplayOutput:
		kind := "display_data"
		if o.Result {
			kind = "execute_result"
		}
		return notebook.Output{Type: kind, Data: o.Display.Data}, true
	case FailureOutput:
		return failureSaved(o.Failure), true
	case LimitOutput:
		return notebook.Output{Type: "stream", Name: "stderr", Text: o.Limit.Text + "\n"}, o.Limit.Text != ""
	}
	return notebook.Output{}, false
}

func failureSaved(b *wire.ErrorBody) notebook.Output {
	return notebook.Output{Type: "error", Name: b.Name, Text: b.Value, Lines: strings.Split(strings.TrimRight(b.Text, "\n"), "\n")}
}

var fileTypes = map[string]string{
	"md": "text/markdown", "py": "text/x-python", "ipynb": "application/x-ipynb+json",
}

// download offers the notebook as a file. A lesson's text stands on the server, in the
// form that Jupyter reads.
func (s *State) download(ext string) {
	switch {
	case ext == "ipynb" && s.Page.Kind == boot.Lesson:
		s.do(Fetch{ext, s.Page.Jupyter})
	case ext == "ipynb":
		text, err := notebook.Jupyter("", "", s.fileMeta, s.entries())
		s.offer(ext, text, err)
	case s.prose == nil && s.Page.Kind == boot.Lesson:
		s.saving = ext
		s.do(ReadProse{})
	default:
		text, err := notebook.Format(s.Document(), ext)
		s.offer(ext, text, err)
	}
}

// proseRead takes the texts of the served blocks, and saves what waited for them.
func (s *State) proseRead(text map[string]string) {
	s.prose = text
	s.touch(Layer)
	if ext := s.saving; ext != "" {
		s.saving = ""
		s.download(ext)
	}
}

// fetched fills the lesson's notebook with what the page has.
func (s *State) fetched(op Fetched) {
	if op.What != "ipynb" {
		return
	}
	if !op.OK {
		s.toast(s.T("conn.needed"))
		return
	}
	text, err := notebook.Jupyter(s.Page.Title, op.Text, nil, s.entries())
	s.offer("ipynb", text, err)
}

func (s *State) offer(ext, text string, err error) {
	if err != nil {
		s.toast(s.T("file.bad", err.Error()))
		return
	}
	s.do(Download{s.place() + "." + ext, fileTypes[ext], text})
}

// fileOpened replaces the scratchpad by a file; it can be undone.
func (s *State) fileOpened(op FileOpened) {
	d, err := notebook.Parse(op.Name, op.Text)
	if err != nil {
		s.toast(s.T("file.bad", err.Error()))
		return
	}
	s.remember()
	s.Doc, s.fileMeta = nil, d.Metadata
	for i, cell := range d.Cells {
		c := newCell(s.ownID(), cell.Code)
		c.Note, c.Shown = cell.Note, cell.Note
		if d.Entries != nil {
			c.restore(d.Entries[i])
		}
		s.insertAt(len(s.Doc), c)
	}
	if len(s.Doc) == 0 {
		s.insertAt(0, newCell(s.ownID(), ""))
	}
	s.selectEnd(false)
	s.docChanged()
	s.toastWith(s.T("file.opened", op.Name), "undo", s.T("undo"))
}

// restore gives a cell what a file has of it: what it showed is of another session.
func (c *Cell) restore(e notebook.Entry) {
	c.meta, c.raw = e.Metadata, e.Raw
	for _, o := range e.Outputs {
		switch o.Type {
		case "stream":
			st := &terminal.Stream{Name: o.Name}
			st.Write(o.Text)
			c.Outputs = append(c.Outputs, &Output{Kind: StreamOutput, Stream: st})
		case "error":
			c.Outputs = append(c.Outputs, &Output{Kind: FailureOutput, Failure: &wire.ErrorBody{Name: o.Name, Value: o.Text, Text: strings.Join(o.Lines, "\n")}})
		case "display_data", "execute_result":
			c.Outputs = append(c.Outputs, &Output{Kind: DisplayOutput, Display: &wire.DisplayBody{Data: wire.Bundle(o.Data)}, Result: o.Type == "execute_result"})
		}
	}
	c.Past = len(c.Outputs) > 0
}
