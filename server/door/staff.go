package door

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"gputour/server/auth"
	"gputour/server/httpd"
	"gputour/server/page"
	"gputour/server/roster"
	"gputour/server/store"
	"gputour/web/text"
)

// This file has the pages from which a class's people are led: roster, import, log.

// mostUpload bounds a form with a list, in bytes: the list, as a file or once more as text.
const mostUpload = 3*roster.MostBytes + mostForm

// staffRoutes are the routes of those who are in.
func (d *Door) staffRoutes() []httpd.Route {
	route := func(pattern string, action auth.Action, f http.HandlerFunc) httpd.Route {
		return httpd.Route{Pattern: pattern, Action: action, Handler: f}
	}
	return []httpd.Route{
		route("GET /class/start", auth.Settings, d.startPage),
		route("POST /class/start", auth.Settings, d.start),
		route("GET /class/show", auth.Watch, d.projector),
		route("GET /class/roster", auth.Enrol, d.rosterPage),
		route("POST /class/roster", auth.Enrol, d.importList),
		route("POST /class/members", auth.Enrol, d.add),
		route("POST /class/members/admit", auth.Enrol, d.each(d.opts.Class.Admit)),
		route("POST /class/members/rename", auth.Enrol, d.rename),
		route("POST /class/members/signout", auth.Enrol, d.signOut),
		route("POST /class/members/rejoin", auth.Enrol, d.givePass),
		route("POST /class/members/remove", auth.Remove, d.each(d.opts.Class.Remove)),
		route("POST /class/members/restore", auth.Remove, d.each(d.opts.Class.Restore)),
		route("POST /class/members/role", auth.Settings, d.setRole),
		route("GET /class/settings", auth.Settings, d.settingsPage),
		route("POST /class/settings", auth.Settings, d.settings),
		route("POST /class/code", auth.Settings, d.rotate),
		route("POST /class/state", auth.Settings, d.setState),
		route("GET /class/log", auth.Settings, d.logPage),
		route("GET /me", auth.Learn, d.mePage),
		route("POST /me/password", auth.Watch, d.setPassword),
		route("POST /me/signout", auth.Learn, d.signOutOthers),
	}
}

// rosterView is what the roster page shows.
type rosterView struct {
	Waiting, In, Removed []memberRow
	Said                 string // key
	Problem              string // key
	Pass, PassFor        string // a code that was just made
	Address              string // where it is typed
	Join                 string
	Text                 string // of a list that has problems
	Problems             []roster.Problem
	Plan                 *roster.Plan
	List                 string // as Plan was made from it
}

// memberRow is a member in the table.
type memberRow struct {
	store.Member
	Seen     string
	Browsers int
	Below    bool // who looks may act for and against them
	Self     bool
	Roles    []auth.Role // that who looks may give them
}

func (d *Door) rosterPage(w http.ResponseWriter, r *http.Request) {
	d.showRoster(w, r, http.StatusOK, rosterView{Said: said(r)})
}

func (d *Door) showRoster(w http.ResponseWriter, r *http.Request, status int, v rosterView) {
	rows, err := d.rows(r.Context())
	if err != nil {
		d.fail(w, r, err)
		return
	}
	for _, row := range rows {
		switch row.Status {
		case store.Waiting:
			v.Waiting = append(v.Waiting, row)
		case store.Removed:
			v.Removed = append(v.Removed, row)
		default:
			v.In = append(v.In, row)
		}
	}
	v.Join, v.Address = d.opts.Class.Row().Join, d.opts.Addresses()[0]+"/rejoin"
	if len(v.Waiting) > 0 && r.Method == http.MethodGet {
		w.Header().Set("Refresh", "15") // who waits is seen soon
	}
	d.show(w, r, "roster.html", status, "roster.title", v)
}

// rows are the members as whoever sends the request sees them: those who teach first, then by name.
func (d *Door) rows(ctx context.Context) ([]memberRow, error) {
	who := auth.From(ctx)
	all, err := d.opts.Class.Members(ctx)
	if err != nil {
		return nil, err
	}
	browsers, err := d.opts.Class.store.Browsers(ctx)
	if err != nil {
		return nil, err
	}
	seen := map[string]store.Browsers{}
	for _, b := range browsers {
		seen[b.Owner] = b
	}
	rows := make([]memberRow, len(all))
	for i, m := range all {
		row := memberRow{Member: m, Browsers: seen[m.ID].Count, Below: who.Role.Above(auth.Role(m.Role)), Self: m.ID == who.ID}
		if at := seen[m.ID].Seen; at > 0 {
			row.Seen = clock(at)
		}
		for _, role := range auth.Roles {
			if who.Role.MayChange(auth.Role(m.Role), role) {
				row.Roles = append(row.Roles, role)
			}
		}
		rows[i] = row
	}
	slices.SortStableFunc(rows, func(a, b memberRow) int {
		if a.Role != b.Role {
			return slices.Index(auth.Roles, auth.Role(b.Role)) - slices.Index(auth.Roles, auth.Role(a.Role))
		}
		return strings.Compare(a.Group+"\x00"+a.Name, b.Group+"\x00"+b.Name)
	})
	return rows, nil
}

// clock is a time for people to read, by the server's clock.
func clock(ms int64) string { return time.UnixMilli(ms).Format("2006-01-02 15:04") }

// Waiting is how many people want to be let in.
func (c *Class) Waiting(ctx context.Context) (waiting, in int, err error) {
	all, err := c.Members(ctx)
	for _, m := range all {
		switch {
		case m.Status == store.Waiting:
			waiting++
		case m.Status == store.Active && m.Role == string(auth.Student):
			in++
		}
	}
	return waiting, in, err
}

// acted answers a form of the roster page.
func (d *Door) acted(w http.ResponseWriter, r *http.Request, word_ string, err error) {
	if err == nil {
		d.done(w, r, "/class/roster", word_)
		return
	}
	d.refuseRoster(w, r, rosterView{}, err)
}

func (d *Door) refuseRoster(w http.ResponseWriter, r *http.Request, v rosterView, err error) {
	key, status := word(err)
	if key == "" {
		d.fail(w, r, err)
		return
	}
	v.Problem = key
	d.showRoster(w, r, status, v)
}

// each is the handler of an action that needs no more than a member.
func (d *Door) each(f func(context.Context, auth.Person, string) (store.Member, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, err := f(r.Context(), auth.From(r.Context()), d.form(w, r, "id"))
		d.acted(w, r, "done", err)
	}
}

// form is a field of a small form.
func (d *Door) form(w http.ResponseWriter, r *http.Request, name string) string {
	if r.PostForm == nil {
		r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	}
	return r.PostFormValue(name)
}

func (d *Door) add(w http.ResponseWriter, r *http.Request) {
	err := d.opts.Class.Add(r.Context(), auth.From(r.Context()), d.form(w, r, "name"), d.form(w, r, "number"), d.form(w, r, "group"))
	var problems roster.Problems
	if errors.As(err, &problems) {
		d.showRoster(w, r, http.StatusUnprocessableEntity, rosterView{Problem: "roster." + problems[0].Code})
		return
	}
	d.acted(w, r, "added", err)
}

func (d *Door) rename(w http.ResponseWriter, r *http.Request) {
	_, err := d.opts.Class.Rename(r.Context(), auth.From(r.Context()), d.form(w, r, "id"), d.form(w, r, "name"))
	d.acted(w, r, "done", err)
}

func (d *Door) setRole(w http.ResponseWriter, r *http.Request) {
	_, err := d.opts.Class.SetRole(r.Context(), auth.From(r.Context()), d.form(w, r, "id"), auth.Role(d.form(w, r, "role")))
	d.acted(w, r, "done", err)
}

func (d *Door) signOut(w http.ResponseWriter, r *http.Request) {
	err := d.opts.Class.SignOut(r.Context(), auth.From(r.Context()), d.form(w, r, "id"), nil)
	d.acted(w, r, "signedout", err)
}

// givePass shows a code with which a member comes back. It is shown once.
func (d *Door) givePass(w http.ResponseWriter, r *http.Request) {
	pass, m, err := d.opts.Class.Rejoin(r.Context(), auth.From(r.Context()), d.form(w, r, "id"))
	if err != nil {
		d.acted(w, r, "", err)
		return
	}
	d.showRoster(w, r, http.StatusOK, rosterView{Pass: auth.Spaced(pass), PassFor: m.Name})
}

// importList says what a list would change and, when that has been seen, changes it.
func (d *Door) importList(w http.ResponseWriter, r *http.Request) {
	data, err := upload(w, r)
	if err != nil {
		d.showRoster(w, r, http.StatusUnprocessableEntity, rosterView{Problem: "roster.too-large"})
		return
	}
	list, err := ReadList(data)
	var problems roster.Problems
	if errors.As(err, &problems) {
		d.showRoster(w, r, http.StatusUnprocessableEntity, rosterView{Problems: problems, Text: r.FormValue("text")})
		return
	}
	if r.FormValue("step") == "apply" {
		_, err = d.opts.Class.Import(r.Context(), auth.From(r.Context()), list)
		if err == nil && r.FormValue("join") == store.JoinRoster && auth.From(r.Context()).Role.May(auth.Settings) {
			err = d.opts.Class.Change(r.Context(), auth.From(r.Context()), "settings", store.JoinRoster, func(c *store.Class) { c.Join = store.JoinRoster })
		}
		d.acted(w, r, "imported", err)
		return
	}
	plan, err := d.opts.Class.Preview(r.Context(), list)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	d.showRoster(w, r, http.StatusOK, rosterView{Plan: &plan, List: roster.Write(list)})
}

// upload is the list of a form: a file, or what stands in the field.
func upload(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	r.Body = http.MaxBytesReader(w, r.Body, mostUpload)
	if err := r.ParseMultipartForm(1 << 20); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return nil, err
	}
	defer func() {
		if r.MultipartForm != nil {
			r.MultipartForm.RemoveAll()
		}
	}()
	file, _, err := r.FormFile("file")
	if err != nil {
		return []byte(r.FormValue("text")), nil
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if len(data) == 0 {
		data = []byte(r.FormValue("text"))
	}
	return data, err
}

// logView is what the log page shows.
type logView struct {
	Rows  []logRow
	Older int64
}

type logRow struct {
	store.Audit
	Time string
}

// perPage is how many lines of the log a page has.
const perPage = 100

func (d *Door) logPage(w http.ResponseWriter, r *http.Request) {
	before, _ := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64) // nonsense is the newest
	rows, err := d.opts.Class.store.Audits(r.Context(), before, perPage)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	var v logView
	lang := page.LangOf(r)
	for _, a := range rows {
		a.Detail = detail(lang, a)
		v.Rows = append(v.Rows, logRow{a, clock(a.At)})
	}
	if len(rows) == perPage {
		v.Older = rows[len(rows)-1].Seq
	}
	d.show(w, r, "log.html", http.StatusOK, "log.title", v)
}

// detail is what an audit has to say, with the names of roles, states and ways in as the pages have them.
func detail(lang text.Lang, a store.Audit) string {
	prefix, suffix := "", ""
	switch a.Action {
	case "role":
		prefix = "role."
	case "state":
		prefix, suffix = "state.", ".do"
	case "settings":
		prefix = "joins."
	default:
		return a.Detail
	}
	said := strings.Fields(a.Detail)
	for i, word := range said {
		if key := prefix + word + suffix; text.Has(key) {
			said[i] = lang.T(key)
		}
	}
	return strings.Join(said, " ")
}

// actions are the words that audits have, for the log page: each has its text in the catalogue.
var actions = []string{
	"join", "knock", "return", "signin", "signout", "admit", "remove", "restore", "role", "rename", "rejoin", "password", "import", "settings", "code", "state",
}
