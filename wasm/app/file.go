package app

import (
	"gputour/wasm/notebook"
)

// This file opens and saves notebooks as files.

// Document is the notebook as a document for a file.
func (s *State) Document() notebook.Document {
	d := notebook.Document{Title: s.Page.Title}
	for _, c := range s.Order() {
		d.Cells = append(d.Cells, notebook.Cell{Code: c.Code, Note: c.Note})
	}
	return d
}

var fileTypes = map[string]string{
	"md": "text/markdown", "py": "text/x-python", "ipynb": "application/x-ipynb+json",
}

func (s *State) download(ext string) {
	text, err := notebook.Format(s.Document(), ext)
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
	s.Doc = nil
	for _, cell := range d.Cells {
		c := newCell(s.ownID(), cell.Code)
		c.Note, c.Shown = cell.Note, cell.Note
		s.insertAt(len(s.Doc), c)
	}
	if len(s.Doc) == 0 {
		s.insertAt(0, newCell(s.ownID(), ""))
	}
	s.selectEnd(false)
	s.docChanged()
	s.toastWith(s.T("file.opened", op.Name), "undo", s.T("undo"))
}
