// Package gpuboard shows those who lead a class who has its GPUs and who waits, and lets them pause, put first, give and take.
package gpuboard

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"gputour/engine/session"
	"gputour/server/auth"
	"gputour/server/gpuq"
	"gputour/server/httpd"
	"gputour/server/lease"
	"gputour/server/markup"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/web/text"
)

//go:embed templates/*.html
var files embed.FS

// Path is the page's.
const Path = "/class/gpu"

// refresh is how many seconds a page stands before it is drawn anew.
const refresh = "4"

// endedMost is how many turns are shown that are over.
const endedMost = 12

// Options is what a Board shows. Turns is nil in a class that gives no GPUs out, which its page says.
type Options struct {
	Turns *lease.Manager
	Store store.Store
	Pages *page.Site
	Log   *slog.Logger
}

// Board answers the requests.
type Board struct {
	Options
	templates *markup.Set
}

// methods are what the template calls.
var methods = markup.Methods{
	"Machines": {board.Machines}, "Devices": {board.Devices}, "Mixed": {board.Mixed}, "On": {board.On}, "Who": {board.Who}, "Clock": {board.Clock}, "Since": {board.Since},
	"Till": {board.Till}, "Short": {board.Short}, "MS": {board.MS}, "Percent": {board.Percent},
}

// New returns a Board. It panics when its templates are broken, which a test excludes.
func New(o Options) *Board {
	return &Board{Options: o, templates: o.Pages.Parse(files, methods)}
}

// deeds are what an instructor can do, by the last part of the path.
var deeds = map[string]func(id string) gpuq.Op{
	"pause":  func(string) gpuq.Op { return gpuq.Pause{On: true} },
	"resume": func(string) gpuq.Op { return gpuq.Pause{} },
	"jump":   func(id string) gpuq.Op { return gpuq.Jump{ID: id} },
	"give":   func(id string) gpuq.Op { return gpuq.Give{ID: id} },
	"take":   func(id string) gpuq.Op { return gpuq.Take{ID: id} },
}

// Routes are what the page answers.
func (b *Board) Routes() []httpd.Route {
	return []httpd.Route{
		{Pattern: "GET " + Path, Action: auth.Watch, Handler: http.HandlerFunc(b.show)},
		{Pattern: "POST " + Path + "/{deed}", Action: auth.Lead, Handler: http.HandlerFunc(b.act)},
	}
}

// act does what a button says and shows the page again. A turn that is over by then is shown to be.
func (b *Board) act(w http.ResponseWriter, r *http.Request) {
	deed := deeds[r.PathValue("deed")]
	if deed == nil || b.Turns == nil {
		b.Pages.Missing(w, r)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	id := r.PostFormValue("id")
	view := b.Turns.View()
	err := b.Turns.Instruct(deed(id))
	var refused *session.Refusal
	if err != nil && !errors.As(err, &refused) {
		b.Log.Error("a GPU's turn", "deed", r.PathValue("deed"), "error", err)
	}
	if err == nil {
		b.note(r, view, id)
	}
	http.Redirect(w, r, Path, http.StatusSeeOther)
}

// note writes down what was done, and to whom.
func (b *Board) note(r *http.Request, view lease.View, id string) {
	by := auth.From(r.Context())
	a := store.Audit{At: view.Now, Actor: by.ID, Name: by.Name, Action: "gpu-" + r.PathValue("deed"), Target: memberOf(view, id)}
	a.Detail = b.names(r.Context())[a.Target]
	if err := b.Store.Commit(r.Context(), store.AddAudit{Audit: a}); err != nil {
		b.Log.Error("what was done with a GPU is not noted", "error", err)
	}
}

func memberOf(v lease.View, id string) string {
	for _, c := range v.Cards {
		if c.ID == id {
			return c.Member
		}
	}
	for _, w := range v.Waiting {
		if w.ID == id {
			return w.Member
		}
	}
	return ""
}

// names are the members' names by their ids.
func (b *Board) names(ctx context.Context) map[string]string {
	members, err := b.Store.Members(ctx)
	if err != nil {
		b.Log.Error("members are not read", "error", err)
	}
	names := make(map[string]string, len(members))
	for _, m := range members {
		names[m.ID] = m.Name
	}
	return names
}

// board is what the template gets.
type board struct {
	lease.View
	Off    bool
	names  map[string]string
	lang   text.Lang
	Recent []store.Lease
}

func (b *Board) show(w http.ResponseWriter, r *http.Request) {
	lang := page.LangOf(r)
	v := board{Off: b.Turns == nil, lang: lang}
	if !v.Off {
		v.View, v.names = b.Turns.View(), b.names(r.Context())
		var err error
		if v.Recent, err = b.Turns.Ended(r.Context(), endedMost); err != nil {
			b.Log.Error("turns are not read", "error", err)
			b.Pages.Problem(w, r, http.StatusServiceUnavailable, "problem.store")
			return
		}
		w.Header().Set("Refresh", refresh)
	}
	b.Pages.Show(w, r, page.Sheet{Title: lang.T("gpub.title"), Template: b.templates.Lookup("gpu.html"), Data: v})
}

// Machines is how many machines there are, Devices what their cards are, and Mixed whether they are of several kinds.
func (v board) Machines() int {
	names := map[string]bool{}
	for _, c := range v.Cards {
		names[c.Machine] = true
	}
	return len(names)
}

func (v board) Devices() string {
	var all []string
	for _, c := range v.Cards {
		if c.Device != "" && !slices.Contains(all, c.Device) {
			all = append(all, c.Device)
		}
	}
	slices.Sort(all)
	return strings.Join(all, v.lang.T("gpub.and"))
}

func (v board) Mixed() bool {
	return slices.ContainsFunc(v.Cards, func(c lease.CardView) bool {
		return c.Device != v.Cards[0].Device || c.Simulated != v.Cards[0].Simulated
	})
}

// On says which cards a turn had, from the row that is kept of it; rows of old programs have no machine.
func (v board) On(gpu string) string {
	machine, numbers, some := strings.Cut(gpu, ":")
	switch {
	case gpu == "":
		return ""
	case !some:
		return v.lang.T("gpub.card", gpu)
	}
	return v.lang.T("gpub.at", machine, numbers)
}

// Who is a member's name.
func (v board) Who(member string) string {
	if name := v.names[member]; name != "" {
		return name
	}
	return v.lang.T("gpub.somebody")
}

// Clock is a time of the day in the server's zone.
func (v board) Clock(ms int64) string { return time.UnixMilli(ms).Format("15:04:05") }

// Since is how long ago a time is, Until how long it is till then.
func (v board) Since(ms int64) string { return short(time.Duration(v.Now-ms) * time.Millisecond) }
func (v board) Till(ms int64) string  { return short(time.Duration(ms-v.Now) * time.Millisecond) }

// Short writes a duration as 3:05 or 1:02:03.
func (v board) Short(d time.Duration) string { return short(d) }

// MS is Short of ms.
func (v board) MS(ms int64) string { return short(time.Duration(ms) * time.Millisecond) }

// Percent writes a share.
func (v board) Percent(share float64) string { return strconv.Itoa(int(share*100+0.5)) + " %" }

func short(d time.Duration) string {
	s := int(max(0, d).Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
