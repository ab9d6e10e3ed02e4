// Package gradebook has the pages of assignments: those who lead a class make them, mark and release what was handed in;
// students see their own. All of it are forms and tables that need no script.
//
// Its one idea: a page shows what package assign makes of the rows, and a form writes rows; nothing is worked out here.
package gradebook

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"gputour/lessons/lesson"
	"gputour/server/assign"
	"gputour/server/auth"
	"gputour/server/handin"
	"gputour/server/httpd"
	"gputour/server/markup"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/web/text"
)

//go:embed templates/*.html
var files embed.FS

// Store is what a gradebook needs of one.
type Store interface {
	store.Assignments
	store.Classroom
	Commit(ctx context.Context, writes ...store.Write) error
}

// Options say with what a Gradebook works.
type Options struct {
	Store  Store
	Desk   *handin.Desk
	Pages  *page.Site
	Course func() *lesson.Course
	Files  func() fs.FS // of the course, for pinning lessons
	Wake   func()       // called when something waits for the grader
	Now    func() time.Time
	Zone   *time.Location // of the times that people write; nil: this machine's
	Log    *slog.Logger
}

// Gradebook serves the pages.
type Gradebook struct {
	Options
	templates *markup.Set
}

// New returns the pages of a class.
func New(o Options) *Gradebook {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Zone == nil {
		o.Zone = time.Local
	}
	if o.Wake == nil {
		o.Wake = func() {}
	}
	return &Gradebook{Options: o, templates: o.Pages.Parse(files, nil)}
}

// The paths of pages that others link to.
const (
	Path        = "/class/assignments"
	GradesPath  = "/class/grades"
	StudentPath = "/assignments"
)

// Routes are what the pages answer.
func (g *Gradebook) Routes() []httpd.Route {
	const one = Path + "/{id}"
	get := func(pattern string, action auth.Action, f handler) httpd.Route {
		return httpd.Route{Pattern: "GET " + pattern, Action: action, Handler: g.serve(f)}
	}
	post := func(pattern string, action auth.Action, f handler) httpd.Route {
		return httpd.Route{Pattern: "POST " + pattern, Action: action, Handler: g.serve(f)}
	}
	return []httpd.Route{
		get(Path, auth.Grade, g.list),
		get(Path+"/new", auth.Assign, g.draft),
		post(Path, auth.Assign, g.create),
		get(one, auth.Grade, g.one),
		get(one+"/edit", auth.Assign, g.edit),
		post(one+"/edit", auth.Assign, g.save),
		post(one+"/state", auth.Assign, g.move),
		post(one+"/delete", auth.Assign, g.drop),
		post(one+"/lesson", auth.Assign, g.repin),
		post(one+"/regrade", auth.Grade, g.regrade),
		post(one+"/extension", auth.Grade, g.extend),
		post(one+"/groups", auth.Assign, g.groups),
		post(one+"/override", auth.Assign, g.override),
		get(one+"/submissions/{submission}", auth.Grade, g.marking),
		post(one+"/submissions/{submission}", auth.Grade, g.mark),
		get(one+"/alike", auth.Grade, g.alike),
		get(one+"/notebooks.zip", auth.Export, g.zip),
		get(GradesPath, auth.Grade, g.grades),
		get(GradesPath+".csv", auth.Export, g.csv),
		get("/class/receipts", auth.Grade, g.receipts),
		post("/class/receipts", auth.Grade, g.receipts),
		get(StudentPath, auth.Learn, g.own),
		get(StudentPath+"/receipts/{submission}", auth.Learn, g.receipt),
	}
}

// handler answers a request, or says why not.
type handler func(w http.ResponseWriter, r *http.Request) error

// wrong is an error in what somebody has written into a form; its value is the catalogue's key.
type wrong string

func (w wrong) Error() string { return string(w) }

const formMost = 1 << 20 // bytes of a form

func (g *Gradebook) serve(f handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, formMost)
		err := f(w, r)
		var bad wrong
		switch {
		case err == nil:
		case errors.Is(err, store.ErrNone):
			g.Pages.Missing(w, r)
		case errors.As(err, &bad):
			g.show(w, r, "wrong.html", http.StatusUnprocessableEntity, "gb.wrong", string(bad))
		default:
			g.Log.Error("the gradebook", "path", r.URL.Path, "error", err)
			g.Pages.Problem(w, r, http.StatusServiceUnavailable, "problem.store")
		}
	})
}

// show answers with a page; title is the catalogue's key, or a title.
func (g *Gradebook) show(w http.ResponseWriter, r *http.Request, name string, status int, title string, data any) {
	lang := page.LangOf(r)
	g.Pages.Show(w, r, page.Sheet{Title: lang.T(title), Template: g.templates.Lookup(name), Data: data, Status: status})
}

// back sends the browser to a page after what it posted.
func back(w http.ResponseWriter, r *http.Request, to string) error {
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

func address(id string) string { return Path + "/" + id }

func (g *Gradebook) now() int64 { return g.Now().UnixMilli() }

// audit notes what somebody does.
func (g *Gradebook) audit(r *http.Request, action, target, detail string) store.Write {
	p := auth.From(r.Context())
	return store.AddAudit{Audit: store.Audit{At: g.now(), Actor: p.ID, Name: p.Name, Action: action, Target: target, Detail: detail}}
}

// book is all of one assignment.
func (g *Gradebook) book(ctx context.Context, id string) (*assign.Book, error) {
	a, err := g.Store.Assignment(ctx, id)
	if err != nil {
		return nil, err
	}
	rows := &assign.Rows{Assignment: a}
	return g.fill(ctx, rows, id)
}

func (g *Gradebook) fill(ctx context.Context, r *assign.Rows, id string) (*assign.Book, error) {
	err := errors.Join(
		into(&r.Extensions, g.Store.Extensions, ctx, id), into(&r.Groups, g.Store.Groups, ctx, id), into(&r.Overrides, g.Store.Overrides, ctx, id),
		into(&r.Submissions, g.Store.Submissions, ctx, id), into(&r.Scores, g.Store.Scores, ctx, id), into(&r.Marks, g.Store.Marks, ctx, id),
		into(&r.Comments, g.Store.Comments, ctx, id))
	return assign.Open(r), err
}

func into[T any](to *[]T, read func(context.Context, string) ([]T, error), ctx context.Context, id string) (err error) {
	*to, err = read(ctx, id)
	return err
}

// books are those of all assignments that students see, in the order in which they are due.
func (g *Gradebook) books(ctx context.Context) ([]*assign.Book, error) {
	list, err := g.Store.Assignments(ctx)
	if err != nil {
		return nil, err
	}
	all, err := g.fill(ctx, &assign.Rows{}, "")
	if err != nil {
		return nil, err
	}
	of := map[string]string{} // submission to assignment
	for _, s := range all.Submissions {
		of[s.ID] = s.Assignment
	}
	var books []*assign.Book
	for _, a := range list {
		if a.State == store.AssignmentDraft {
			continue
		}
		if a, err = g.Store.Assignment(ctx, a.ID); err != nil {
			return nil, err
		}
		books = append(books, assign.Open(&assign.Rows{
			Assignment:  a,
			Extensions:  only(all.Extensions, func(e store.Extension) bool { return e.Assignment == a.ID }),
			Groups:      only(all.Groups, func(e store.GroupMember) bool { return e.Assignment == a.ID }),
			Overrides:   only(all.Overrides, func(e store.Override) bool { return e.Assignment == a.ID }),
			Submissions: only(all.Submissions, func(e store.Submission) bool { return e.Assignment == a.ID }),
			Scores:      only(all.Scores, func(e store.Score) bool { return of[e.Submission] == a.ID }),
			Marks:       only(all.Marks, func(e store.Mark) bool { return of[e.Submission] == a.ID }),
			Comments:    only(all.Comments, func(e store.Comment) bool { return of[e.Submission] == a.ID }),
		}))
	}
	return books, nil
}

func only[T any](all []T, keep func(T) bool) []T {
	var kept []T
	for _, v := range all {
		if keep(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// students are those of the class, by name.
func (g *Gradebook) students(ctx context.Context) ([]store.Member, error) {
	all, err := g.Store.Members(ctx)
	if err != nil {
		return nil, err
	}
	all = only(all, func(m store.Member) bool {
		return m.Role == string(auth.Student) && (m.Status == store.Active || m.Status == store.Invited)
	})
	slices.SortStableFunc(all, func(a, b store.Member) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// student is one of them.
func (g *Gradebook) student(r *http.Request, id string) (store.Member, error) {
	m, err := g.Store.Member(r.Context(), id)
	if err == nil && m.Role != string(auth.Student) {
		err = store.ErrNone
	}
	return m, err
}

// when writes a time as people read it.
func (g *Gradebook) when(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).In(g.Zone).Format("2006-01-02 15:04")
}

// field is how an input of a time wants it.
const field = "2006-01-02T15:04"

func (g *Gradebook) fieldOf(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).In(g.Zone).Format(field)
}

// timeOf reads what an input of a time sends; "" is 0.
func (g *Gradebook) timeOf(value string) (int64, error) {
	if value == "" {
		return 0, nil
	}
	t, err := time.ParseInLocation(field, value[:min(len(value), len(field))], g.Zone)
	if err != nil || t.Year() < 2000 || t.Year() > 9999 {
		return 0, wrong("gb.wrong.time")
	}
	return t.UnixMilli(), nil
}

// zone names the time zone of what people write.
func (g *Gradebook) zone() string { return g.Now().In(g.Zone).Format("MST (UTC-07:00)") }

// lateWords says how late something was.
func lateWords(lang text.Lang, d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < time.Hour:
		return lang.T("gb.late.minutes", fmt.Sprint(int((d+time.Minute-1)/time.Minute)))
	case d < 48*time.Hour:
		return lang.T("gb.late.hours", fmt.Sprint(int((d+time.Hour-1)/time.Hour)))
	}
	return lang.T("gb.late.days", fmt.Sprint(int((d+24*time.Hour-1)/(24*time.Hour))))
}
