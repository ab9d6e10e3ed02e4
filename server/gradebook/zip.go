package gradebook

import (
	"archive/zip"
	"fmt"
	"net/http"
	"path"
	"strings"
	"time"

	"gputour/server/assign"
	"gputour/server/export"
	"gputour/server/page"
)

// This file packs what was handed in as Jupyter notebooks.

// zip answers with a notebook for each student: the lesson with their answers in it, and below each what its judge found.
func (g *Gradebook) zip(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	b, err := g.book(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	_, e, err := g.pinned(r)
	if err != nil {
		return err
	}
	students, err := g.students(ctx)
	if err != nil {
		return err
	}
	if err := g.Store.Commit(ctx, g.audit(r, "assignment.exported", b.Assignment.ID, b.Assignment.Title)); err != nil {
		return err
	}
	lang := page.LangOf(r)
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.zip"`, b.Assignment.ID))
	w.Header().Set("Cache-Control", "no-store")
	out := zip.NewWriter(w)
	for i, m := range students {
		c := b.Standing(m.ID).Counted
		if c == nil {
			continue
		}
		s, err := g.Store.Submission(ctx, c.Submission.ID)
		if err != nil {
			return g.cut(r, err)
		}
		answers, err := assign.ReadAnswers(s)
		if err != nil {
			return g.cut(r, err)
		}
		outputs := map[string]string{}
		for _, cell := range c.Cells {
			if cell.Score != nil {
				outputs[cell.Item.Cell] = words(result(lang, assign.ResultOf(*cell.Score), cell.Item.Parts), cell)
			}
		}
		data, err := export.Answered(e.Lang(string(lang)), answers, outputs)
		if err != nil {
			return g.cut(r, err)
		}
		f, err := out.CreateHeader(&zip.FileHeader{Name: fileName(m.Number, m.Name, i) + ".ipynb", Method: zip.Deflate, Modified: time.UnixMilli(s.At)})
		if err != nil {
			return g.cut(r, err)
		}
		if _, err := f.Write(data); err != nil {
			return nil // a client that went away is not an error of ours
		}
	}
	out.Close()
	return nil
}

// cut ends an answer that has begun: what is missing at its end says that it is not whole.
func (g *Gradebook) cut(r *http.Request, err error) error {
	g.Log.Error("an export is cut short", "path", r.URL.Path, "error", err)
	panic(http.ErrAbortHandler)
}

// words is a result as a notebook shows it.
func words(r *resultView, c assign.Cell) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v / %v\n", r.Words, c.Points, c.Item.Max)
	for _, t := range r.Tests {
		fmt.Fprintf(&b, "%s  %s", t.Words, t.Name)
		if t.Message != "" {
			fmt.Fprintf(&b, ": %s", t.Message)
		}
		b.WriteByte('\n')
	}
	if r.Message != "" {
		b.WriteString(r.Message + "\n")
	}
	if c.Comment != nil {
		b.WriteString(c.Comment.Text + "\n")
	}
	return b.String()
}

// fileName makes a name for a student's file that every system takes and no two students share.
func fileName(number, name string, i int) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|.`, r) {
			return '_'
		}
		return r
	}, strings.TrimSpace(number+" "+name))
	if len(clean) > 120 {
		clean = strings.ToValidUTF8(clean[:120], "")
	}
	return path.Clean(fmt.Sprintf("%03d %s", i+1, clean))
}
