package gradebook

import (
	"fmt"
	"net/http"
	"strconv"

	"gputour/server/assign"
	"gputour/server/page"
	"gputour/server/store"
)

// This file is the table of all points, on a page and as CSV.

// gradeView is one row of the table.
type gradeView struct {
	Member store.Member
	Cells  []gradeCell
	Total  string
}

type gradeCell struct {
	Text, State, URL string
	Late, Override   bool
	Waits            bool
}

func (g *Gradebook) table(r *http.Request) (assign.Table, []store.Member, error) {
	books, err := g.books(r.Context())
	if err != nil {
		return assign.Table{}, nil, err
	}
	students, err := g.students(r.Context())
	if err != nil {
		return assign.Table{}, nil, err
	}
	var ids []string
	for _, m := range students {
		ids = append(ids, m.ID)
	}
	return assign.TableOf(books, ids, g.now()), students, nil
}

func (g *Gradebook) grades(w http.ResponseWriter, r *http.Request) error {
	t, students, err := g.table(r)
	if err != nil {
		return err
	}
	type head struct {
		Title, URL, Max, State string
		Weight                 int
		Mean                   string
	}
	var heads []head
	for i, b := range t.Books {
		h := head{Title: b.Assignment.Title, URL: address(b.Assignment.ID), Max: assign.Max(&b.Assignment).String(), State: string(b.Assignment.State), Weight: b.Assignment.Weight}
		var sum store.Points
		n := 0
		for _, row := range t.Rows {
			if row.Standing[i].Has() {
				sum += row.Standing[i].Points
				n++
			}
		}
		if n > 0 {
			h.Mean = ((sum + store.Points(n)/2) / store.Points(n)).String()
		}
		heads = append(heads, h)
	}
	var rows []gradeView
	for i, row := range t.Rows {
		v := gradeView{Member: students[i]}
		for j, s := range row.Standing {
			c := gradeCell{State: "none", Override: s.Override != nil}
			if s.Counted != nil {
				c.State, c.Late, c.Waits = string(s.Counted.Submission.State), s.Counted.Late.Late(), s.Counted.Waits
				c.URL = address(t.Books[j].Assignment.ID) + "/submissions/" + s.Counted.Submission.ID + "?member=" + row.Member
			}
			if s.Has() {
				c.Text = s.Points.String()
			}
			v.Cells = append(v.Cells, c)
		}
		v.Total = percent(row)
		rows = append(rows, v)
	}
	g.show(w, r, "grades.html", 0, "gb.grades", struct {
		Heads   []head
		Rows    []gradeView
		Formats []format
		CSV     string
	}{heads, rows, formats, GradesPath + ".csv"})
	return nil
}

func percent(row assign.Row) string {
	if !row.Counted {
		return ""
	}
	return strconv.FormatFloat(row.Total, 'f', 1, 64)
}

// csv answers with the table as a learning system reads it.
func (g *Gradebook) csv(w http.ResponseWriter, r *http.Request) error {
	t, students, err := g.table(r)
	if err != nil {
		return err
	}
	name := r.URL.Query().Get("format")
	f := formats[0]
	for _, known := range formats {
		if known.Name == name {
			f = known
		}
	}
	if err := g.Store.Commit(r.Context(), g.audit(r, "grades.exported", "", f.Name)); err != nil {
		return err
	}
	data, err := f.write(page.LangOf(r), t, students)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="grades-%s.csv"`, f.Name))
	w.Header().Set("Cache-Control", "no-store")
	w.Write(data) // a client that went away is not an error of ours
	return nil
}
