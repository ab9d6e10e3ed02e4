// Package view draws the client's state: functions from app.State to vdom trees.
//
// Each function draws one region of the page. They read the state and change
// nothing; what a click does is named by a command of app in data-act. The package
// must not import syscall/js.
package view

import (
	"strconv"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/classroom"
	"gputour/wasm/view/piece"
	"gputour/web/boot"
)

// megabytes are bytes in words, without the unit.
func megabytes(n int) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) }

// Top draws the state of connection and of saving, in words.
func Top(s *app.State) []*Node {
	if !s.Page.Notebook() {
		return classroom.Top(s)
	}
	state, words := connection(s)
	kids := []*Node{El("span", Class("status"), A("data-state", state), A("role", "status"), words)}
	if c := s.Conn; c.Total > 0 && !c.Live() {
		kids = append(kids, El("progress", A("max", piece.Itoa(c.Total)), A("value", piece.Itoa(c.Loaded)), A("aria-label", s.T("conn.loading.bar"))))
	}
	if s.Conn.State == app.Waiting {
		kids = append(kids, piece.Button("link", s.T("conn.retry"), Act("retry")))
	}
	if s.Conn.State == app.Refused && s.Conn.Code == wire.CloseAuth {
		kids = append(kids, piece.Button("link", s.T("conn.retry"), Act("retry")))
	} else if s.Conn.State == app.Refused {
		kids = append(kids, piece.Button("link", s.T("conn.reload"), Act("reload")))
	}
	if !s.Watched() {
		kids = append(kids, El("span", Class("wide"), A("role", "status"), s.T("save."+s.Safe())))
	}
	kids = append(kids, classroom.Top(s)...)
	if s.Pen.Tabs > 1 && !s.Pen.Mine && s.Conn.Live() {
		kids = append(kids, piece.Button("link", s.T("pen.take"), Act("take-pen"), A("title", s.T("pen.elsewhere"))))
	}
	return kids
}

// connection is the state of the connection for the style sheet and in words.
func connection(s *app.State) (state, words string) {
	switch c := s.Conn; c.State {
	case app.Online:
		return "online", s.T("conn.online")
	case app.Connecting, app.Retrying:
		if c.Total > 0 {
			return "waiting", s.T("conn.loading", megabytes(c.Loaded), megabytes(c.Total))
		}
		if c.State == app.Connecting {
			return "waiting", s.T("conn.connecting")
		}
		return "waiting", s.T("conn.retrying")
	case app.Refused:
		return "offline", s.T(piece.Refusal(c.Code))
	case app.Waiting:
		left := (c.RetryAt - s.Now + 999) / 1000
		if left < 1 {
			left = 1
		}
		words := "conn.waiting"
		if c.Silent {
			words = "conn.silent.in"
		}
		if c.Full != "" {
			words = "full." + c.Full
		}
		return "offline", s.T(words, strconv.FormatInt(left, 10), strconv.Itoa(c.Most))
	}
	return "waiting", s.T("loading")
}

// TopMore draws the buttons at the end of the bar.
func TopMore(s *app.State) []*Node {
	kids := []*Node{
		piece.IconButton(map[string]string{"system": "system", "light": "sun", "dark": "moon"}[s.Theme], s.T("theme."+s.Theme), Act("theme"), Class("icon-button theme")),
	}
	if s.Page.Notebook() || s.Page.Kind == boot.Board {
		kids = append(kids, El("button", Class("button wide"), A("type", "button"), A("data-kind", "quiet"), Act("shortcuts"), "H "+s.T("shortcuts")))
	}
	return kids
}

// Toolbar draws the commands of the whole lesson.
func Toolbar(s *app.State) []*Node {
	if len(s.Doc) == 0 {
		return nil
	}
	kids := []*Node{
		piece.Button("quiet", "", piece.Icon("all"), s.T("cmd.run-all"), Act("run-all")),
		piece.Button("quiet", "", piece.Icon("restart"), s.T("cmd.restart"), Act("restart")),
	}
	if n := len(s.SelectedCells()); n > 1 {
		return []*Node{El("span", Class("picked"), A("role", "status"), s.T("picked", piece.Itoa(n))),
			piece.Button("quiet", "", piece.Icon("all"), s.T("run"), Act("run"), piece.Disabled(!s.MayRun())),
			piece.IconButton("copy", s.T("cmd.copy-cell"), Act("copy-cell")), piece.IconButton("up", s.T("cmd.move-up"), Act("move-up")),
			piece.IconButton("down", s.T("cmd.move-down"), Act("move-down")), piece.IconButton("bin", s.T("cmd.delete"), Act("delete")),
			piece.Button("quiet", s.T("picked.none"), Act("unpick"))}
	}
	if n := len(s.StaleCells()); n > 0 {
		kids = append(kids, piece.Button("quiet", "", piece.Icon("restart"), s.T("stale.run", piece.Itoa(n)), Act("run-stale")))
	}
	if s.Busy() {
		kids = append(kids, piece.Button("quiet", "", El("span", Class("stop-glyph"), A("aria-hidden", "true")), s.T("stop"), Act("stop")))
	}
	kids = append(kids, gpuTools(s)...)
	kids = append(kids, piece.Button("quiet", "", piece.Icon("outline"), s.T("outline"), Act("outline")), piece.Button("quiet", "", piece.Icon("more"), s.T("more"), Act("palette")))
	if s.Page.Kind == boot.Scratch {
		kids = append(kids, piece.Button("quiet", s.T("cmd.open-file"), Act("open-file")), piece.Button("quiet", s.T("cmd.save-ipynb"), Act("save-ipynb")))
	}
	return kids
}

// Mark is what the map of the course says of a lesson.
type Mark struct {
	Lesson, Words, Action string
	Done                  bool
	Percent               int
}

// Days says in words how much was done and on how many days; "" when that is not known.
func Days(s *app.State) string {
	cells, days := 0, len(s.Progress.Days)
	for _, e := range s.Page.Course {
		done, _ := s.Done(e)
		cells += done
	}
	switch {
	case days == 0 || cells == 0:
		return ""
	case days == 1:
		return s.T("home.day", piece.Itoa(cells))
	}
	return s.T("home.days", piece.Itoa(cells), piece.Itoa(days))
}

// Course says how far the learner is in each lesson, and where to go on.
func Course(s *app.State) (marks []Mark, next boot.Entry, begun bool) {
	last, lastDone := -1, false
	for i, e := range s.Page.Course {
		done, all := s.Done(e)
		m := Mark{Lesson: e.ID, Done: all > 0 && done == all}
		if all > 0 {
			m.Percent = done * 100 / all
		}
		switch {
		case m.Done:
			m.Words, m.Action = s.T("progress.done", piece.Itoa(done), piece.Itoa(all)), s.T("review")
		case done > 0:
			m.Words, m.Action = s.T("progress.some", piece.Itoa(done), piece.Itoa(all)), s.T("continue")+" ›"
		}
		begun = begun || done > 0
		if e.ID == s.Last() {
			last, lastDone, begun = i, m.Done, true
		}
		marks = append(marks, m)
	}
	for i, e := range s.Page.Course { // the lesson visited last, or the first after it that is not done
		if next.ID == "" && i >= last && !marks[i].Done || i == last && !lastDone {
			next = e
		}
	}
	for i, e := range s.Page.Course {
		if next.ID == "" && !marks[i].Done {
			next = e
		}
	}
	return marks, next, begun
}
