package archive

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gputour/server/store/database"
)

// This file writes what people want to have of a class.

// told are the tables of an export. What is not here stays in the store: secrets, what only the program can read, and tables that
// have parts of the zip of their own. A test wants every table to be in one of the two.
var told = map[string]bool{
	"class": true, "member": true, "audit": true, "live": true, "push": true, "poll": true, "vote": true, "hand": true, "progress": true,
	"assignment": true, "assignment_item": true, "assignment_extension": true, "assignment_group": true, "assignment_override": true,
	"submission": true, "submission_score": true, "submission_mark": true, "submission_comment": true,
	"gpu_queue": true, "gpu_use": true, "lease": true, "member_identity": true, "lti_course": true, "lti_column": true, "lti_delivery": true,
}

var untold = map[string]bool{
	"session": true, "event": true, "draft": true, "draft_version": true, "file": true, "login": true, "ticket": true, "secret": true,
	"handshake": true, "lti_platform": true, "lti_key": true, "lesson_content": true, "schema_least": true,
}

// secret are the columns that are told of no table.
var secret = map[string]bool{"pass": true, "token": true, "claim": true, "node": true}

// Notebook returns a lesson with somebody's texts in place of its cells, and false when there is no such lesson.
type Notebook func(lesson string, texts map[string]string) ([]byte, bool)

// Export writes a zip of a store as it is at one moment. It holds one lesson of one person in memory, or one file. elsewhere is nil
// when all is kept in rows.
func Export(ctx context.Context, store *database.Store, elsewhere Elsewhere, notebook Notebook, to io.Writer) error {
	contents, err := elsewhere.of(ctx, store)
	if err != nil {
		return err
	}
	z := zip.NewWriter(to)
	err = store.Read(ctx, func(s *database.Snapshot) error {
		w := &exporter{ctx: ctx, snapshot: s, zip: z, contents: contents, notebook: notebook, people: map[string]string{}}
		return w.all()
	})
	if err != nil {
		return err
	}
	return z.Close()
}

type exporter struct {
	ctx      context.Context
	snapshot *database.Snapshot
	zip      *zip.Writer
	notebook Notebook
	contents Contents
	people   map[string]string // folder of each, by owner
}

func (w *exporter) all() error {
	tables, err := w.snapshot.Tables(w.ctx)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if table == "member" {
			if err := w.name(); err != nil {
				return err
			}
		}
		if told[table] {
			if err := w.table(table); err != nil {
				return err
			}
		}
	}
	if err := w.texts(); err != nil {
		return err
	}
	return w.files()
}

// row is a row by the names of its columns.
type row map[string]any

func (r row) text(column string) string { return cell(r[column]) }

func (w *exporter) each(table, after string, f func(row) error) error {
	return each(w.ctx, w.snapshot, table, after, f)
}

// name finds the folders of the members.
func (w *exporter) name() error {
	return w.each("member", "", func(r row) error {
		w.people[r.text("id")] = safe(r.text("name") + " " + r.text("id")[:min(8, len(r.text("id")))])
		return nil
	})
}

// person is the folder of an owner.
func (w *exporter) person(owner string) string {
	switch folder, ok := w.people[owner]; {
	case ok:
		return "people/" + folder
	case owner == "":
		return "people/me"
	}
	return "people/" + safe(owner)
}

// table writes a table as CSV.
func (w *exporter) table(name string) error {
	f, err := w.zip.Create("tables/" + name + ".csv")
	if err != nil {
		return err
	}
	out := csv.NewWriter(f)
	var shown []int
	err = w.snapshot.Each(w.ctx, name, "", func(columns []string, values []any) error {
		if shown == nil {
			var head []string
			for i, c := range columns {
				if !secret[c] {
					shown, head = append(shown, i), append(head, c)
				}
			}
			out.Write(head)
		}
		var line []string
		for _, i := range shown {
			line = append(line, harmless(cell(values[i])))
		}
		return out.Write(line)
	})
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

// cell is a value as text.
func cell(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case []byte:
		if utf8.Valid(v) {
			return string(v)
		}
		return hex.EncodeToString(v)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}

// harmless keeps a spreadsheet from taking a text for a formula.
func harmless(text string) string {
	if t := strings.TrimLeft(text, " "); t != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(t)[0]) {
		if _, err := strconv.ParseInt(text, 10, 64); err != nil {
			return "'" + text
		}
	}
	return text
}

// texts writes what people wrote: each text, and a notebook of each lesson.
func (w *exporter) texts() error {
	var owner, lesson string
	texts := map[string]string{}
	flush := func() error {
		if len(texts) == 0 {
			return nil
		}
		data, ok := w.notebook(lesson, texts)
		clear(texts)
		if !ok {
			return nil
		}
		return w.write(w.person(owner)+"/"+safe(lesson)+".ipynb", data)
	}
	err := w.each("draft", "ORDER BY owner, lesson, cell", func(r row) error {
		if o, l := r.text("owner"), r.text("lesson"); o != owner || l != lesson {
			if err := flush(); err != nil {
				return err
			}
			owner, lesson = o, l
		}
		texts[r.text("cell")] = r.text("code")
		return w.write(path.Join(w.person(owner), "cells", safe(lesson), safe(r.text("cell"))+".txt"), []byte(r.text("code")))
	})
	if err != nil {
		return err
	}
	return flush()
}

// files writes the files that cells have made.
func (w *exporter) files() error {
	owners := map[string]string{}
	if err := w.each("session", "", func(r row) error { owners[r.text("id")] = r.text("owner"); return nil }); err != nil {
		return err
	}
	return w.each("file", "ORDER BY session, path", func(r row) error {
		data, err := fetch(w.ctx, w.contents, holders["file"].what(r), r)
		if err != nil {
			return err
		}
		parts := []string{w.person(owners[r.text("session")]), "files", safe(r.text("session"))}
		for _, part := range strings.Split(strings.Trim(r.text("path"), "/"), "/") {
			parts = append(parts, safe(part))
		}
		return w.write(path.Join(parts...), data)
	})
}

func (w *exporter) write(name string, data []byte) error {
	f, err := w.zip.Create(name)
	if err == nil {
		_, err = f.Write(data)
	}
	return err
}

// longName bounds one part of a path, in bytes.
const longName = 100

// reserved are names that Windows keeps to itself, whatever follows a dot (learn.microsoft.com, Naming Files, Paths, and Namespaces).
var reserved = map[string]bool{"con": true, "prn": true, "aux": true, "nul": true}

// safe is a text as one part of a path, on any system. What had to be changed ends in a mark of its own, so that two texts never
// become one name.
func safe(text string) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune(" ._-@", r) {
			return r
		}
		return '_'
	}, strings.ToValidUTF8(text, "_"))
	clean = strings.Trim(clean, ". ")
	for len(clean) > longName {
		_, n := utf8.DecodeLastRuneInString(clean)
		clean = clean[:len(clean)-n]
	}
	first, _, _ := strings.Cut(strings.ToLower(clean), ".")
	device := len(first) == 4 && (strings.HasPrefix(first, "com") || strings.HasPrefix(first, "lpt"))
	if clean == text && clean != "" && !reserved[first] && !device {
		return clean
	}
	mark := sha256.Sum256([]byte(text))
	return clean + "~" + hex.EncodeToString(mark[:4])
}
