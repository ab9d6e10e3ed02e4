package gradebook

import (
	"fmt"
	"net/http"

	"gputour/engine/wire"
	"gputour/server/assign"
	"gputour/server/auth"
	"gputour/server/page"
	"gputour/server/store"
	"time"
)

// This file is what a student sees: their own assignments and receipts.

// ownView is one assignment of a student.
type ownView struct {
	wire.Assignment
	URL, DueAt, ClosesAt, LastAt, LateWords, Receipt string
	Cells                                            []ownCell
	Until                                            bool // points are told later
}

type ownCell struct {
	wire.CellGrade
	Words *resultView
}

func (g *Gradebook) own(w http.ResponseWriter, r *http.Request) error {
	p := auth.From(r.Context())
	told, err := g.Desk.Told(r.Context(), p, "")
	if err != nil {
		return err
	}
	lang := page.LangOf(r)
	var list []ownView
	for _, a := range told.Assignments {
		row, err := g.Store.Assignment(r.Context(), a.ID)
		if err != nil {
			return err
		}
		v := ownView{Assignment: a, URL: "/" + string(lang) + "/lessons/" + row.Lesson, DueAt: g.when(a.Due), ClosesAt: g.when(a.Closes)}
		if a.Last != nil {
			v.LastAt, v.LateWords = g.when(a.Last.At), lateWords(lang, time.Duration(a.LateBy)*time.Millisecond)
			v.Receipt = StudentPath + "/receipts/" + a.Last.ID
			v.Until = a.Points == "" && !a.Waits
		}
		for _, c := range a.Grades {
			cell := ownCell{CellGrade: c}
			if c.Result != nil {
				cell.Words = result(lang, *c.Result, nil)
			}
			v.Cells = append(v.Cells, cell)
		}
		list = append(list, v)
	}
	g.show(w, r, "own.html", 0, "gb.own", struct {
		List []ownView
		Zone string
	}{list, g.zone()})
	return nil
}

// receipt answers with the receipt of a submission, to those whose it is and to those who mark it.
func (g *Gradebook) receipt(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	p := auth.From(ctx)
	s, err := g.Store.Submission(ctx, r.PathValue("submission"))
	if err != nil {
		return err
	}
	a, err := g.Store.Assignment(ctx, s.Assignment)
	if err != nil {
		return err
	}
	if !p.Role.May(auth.Grade) {
		b, err := g.Desk.Book(ctx, a, p.ID)
		if err != nil {
			return err
		}
		if !contains(b.Attempts(p.ID), s.ID) {
			return store.ErrNone
		}
	}
	m, err := g.Store.Member(ctx, s.Member)
	if err != nil {
		return err
	}
	key, err := g.Desk.Key(ctx)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="receipt-%s-%d.json"`, a.ID, s.N))
	w.Header().Set("Cache-Control", "no-store")
	w.Write(assign.ReceiptFor(&a, s, m.Name).Sign(key)) // a client that went away is not an error of ours
	return nil
}

func contains(all []*store.Submission, id string) bool {
	for _, s := range all {
		if s.ID == id {
			return true
		}
	}
	return false
}

// receipts says whether a receipt is one of ours, and whether what is kept is what it says.
func (g *Gradebook) receipts(w http.ResponseWriter, r *http.Request) error {
	view := struct {
		Text, Verdict, At string
		Receipt           *assign.Receipt
		URL               string
	}{Text: r.PostFormValue("receipt")}
	if view.Text != "" {
		key, err := g.Desk.Key(r.Context())
		if err != nil {
			return err
		}
		receipt, err := assign.ReadReceipt([]byte(view.Text), key)
		if err != nil {
			view.Verdict = "gb.receipt.forged"
		} else {
			view.Receipt, view.Verdict = &receipt, "gb.receipt.lost"
			s, err := g.Store.Submission(r.Context(), receipt.Submission)
			if err == nil {
				view.Verdict, view.At, view.URL = "gb.receipt.differs", g.when(s.At), address(s.Assignment)+"/submissions/"+s.ID
				if receipt.Matches(s) {
					view.Verdict = "gb.receipt.good"
				}
			}
		}
	}
	g.show(w, r, "receipts.html", 0, "gb.receipts", view)
	return nil
}
