package door

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"gputour/server/auth"
	"gputour/server/httpd"
	"gputour/server/markup"
	"gputour/server/page"
	"gputour/server/roster"
	"gputour/server/store"
)

// This file is the door as the web server sees it: who sends a request, and what to say to whom may not.

//go:embed templates/*.html
var files embed.FS

// Options is what a Door shows, and with what it works.
type Options struct {
	Class *Class
	Pages *page.Site
	Log   *slog.Logger
	Port  string
	// Addresses are those that one types to come here, best first: scheme, host and port.
	Addresses func() []string
	// TLS and Isolation say how well what is sent and what runs is kept apart, as keys of the catalogue with their words.
	TLS, Isolation Word
	// Fingerprint is of the certificate's authority, for comparing; "" without one of our own.
	Fingerprint string
	// CA is that authority's certificate in PEM, for downloading.
	CA []byte
	// Secure is said when the server speaks TLS.
	Secure bool
	// Home is where those who lead a class begin, when it is set up.
	Home string
	// Provider is the name of the provider of identities, "" without one; its routes are elsewhere.
	Provider string
}

// Word is a text of the catalogue with what goes into its places.
type Word struct {
	Key  string
	Args []any
}

// Strings are Args as text.
func (w Word) Strings() []string {
	var all []string
	for _, a := range w.Args {
		all = append(all, fmt.Sprint(a))
	}
	return all
}

// Door implements httpd.Door.
type Door struct {
	opts      Options
	cookies   httpd.Cookies
	templates *markup.Set
	throttle  *auth.Throttle
}

// New returns the door of a class.
func New(opts Options) *Door {
	d := &Door{
		opts: opts, cookies: httpd.Cookies{Port: opts.Port, Secure: opts.Secure},
		templates: opts.Pages.Parse(files, markup.Methods{"Empty": {roster.Plan.Empty}}), throttle: auth.NewThrottle(opts.Class.now),
	}
	opts.Class.failed = d.throttle.Failed
	return d
}

var _ httpd.Door = (*Door)(nil)

// Enter implements httpd.Door.
func (d *Door) Enter(r *http.Request) (context.Context, func(), error) {
	cookie := d.cookies.Of(r)
	if cookie == "" {
		return r.Context(), func() {}, nil
	}
	hash := auth.Digest(cookie)
	var person auth.Person
	ctx, leave, who, err := d.opts.Class.guests.enter(r.Context(), func() (*guest, error) {
		var err error
		person, err = d.opts.Class.visitor(r.Context(), hash)
		if person.ID == "" {
			return nil, err
		}
		return &guest{member: person.ID, login: hash, role: string(person.Role)}, err
	})
	if who == nil {
		return ctx, leave, err
	}
	return auth.With(ctx, person), leave, nil
}

// seenEvery is how often it is written that a browser is here.
const seenEvery = 10 * time.Minute

// visitor is whose cookie it is; the zero Person when it is nobody's.
func (c *Class) visitor(ctx context.Context, hash [32]byte) (auth.Person, error) {
	login, err := c.store.Login(ctx, hash)
	if errors.Is(err, store.ErrNone) {
		return auth.Person{}, nil
	}
	if err != nil {
		return auth.Person{}, err
	}
	m, err := c.store.Member(ctx, login.Owner)
	switch {
	case errors.Is(err, store.ErrNone), m.Status == store.Removed, m.Status == store.Invited:
		return auth.Person{}, nil
	case err != nil:
		return auth.Person{}, err
	}
	if at := c.ms(); at-login.Seen > seenEvery.Milliseconds() {
		if err := c.store.Commit(ctx, store.SeeLogin{Hash: hash, At: at}); err != nil {
			return auth.Person{}, err
		}
	}
	p := personOf(m)
	if p.Role == auth.Student && c.Row().State == store.ClassClosed {
		p.Role = auth.Nobody
	}
	return p, nil
}

// Refuse implements httpd.Door. A page says how one comes in, at the address where it was asked for; anything else gets a line.
func (d *Door) Refuse(w http.ResponseWriter, r *http.Request) {
	who := auth.From(r.Context())
	status := http.StatusForbidden
	if who.ID == "" {
		status = http.StatusUnauthorized
	}
	switch wantsPage := r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html"); {
	case !wantsPage:
		http.Error(w, "sign in first, or ask whoever leads the class", status)
	case who.ID == "":
		d.showJoin(w, r, status, joinView{To: r.URL.Path})
	case who.Role != auth.Nobody:
		d.opts.Pages.Problem(w, r, status, "door.role")
	case d.opts.Class.Row().State == store.ClassClosed:
		d.opts.Pages.Problem(w, r, status, "door.closed")
	default:
		w.Header().Set("Refresh", "3") // it goes on by itself
		d.show(w, r, "waiting.html", status, "door.waiting", nil)
	}
}

// show answers with one of our pages.
func (d *Door) show(w http.ResponseWriter, r *http.Request, name string, status int, title string, data any) {
	d.opts.Pages.Show(w, r, page.Sheet{
		Title: page.LangOf(r).T(title), Template: d.templates.Lookup(name), Data: data, Status: status,
		Outside: auth.From(r.Context()).Role == auth.Nobody,
	})
}

// admit gives a browser the cookie of a login and sends it on.
func (d *Door) admit(w http.ResponseWriter, r *http.Request, cookie, to string) {
	http.SetCookie(w, d.cookies.New(cookie))
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// lessonPath are the addresses to which somebody may want to go back who comes in.
var lessonPath = regexp.MustCompile(`^/(?:zh|en)/(?:(?:lessons|pages)/[a-z0-9][a-z0-9-]*|scratch)?$`)

// back is where somebody goes on who comes in: where they wanted to go, if it is a page of the course, or the beginning.
func back(to string) string {
	if lessonPath.MatchString(to) {
		return to
	}
	return "/"
}

// fail notes an error that is not the visitor's, and answers.
func (d *Door) fail(w http.ResponseWriter, r *http.Request, err error) {
	d.opts.Log.Error("the door could not read or write its data", "path", r.URL.Path, "error", err)
	d.opts.Pages.Problem(w, r, http.StatusServiceUnavailable, "problem.store")
}

// done answers a form: back to a page of ours, with a word to say there.
func (d *Door) done(w http.ResponseWriter, r *http.Request, path, word string) {
	if word != "" {
		path += "?said=" + url.QueryEscape(word)
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
}

// said is the word that done had for this page: one of ours, or "".
func said(r *http.Request) string {
	if word := r.URL.Query().Get("said"); saidWord.MatchString(word) {
		return "said." + word
	}
	return ""
}

var saidWord = regexp.MustCompile(`^[a-z]{1,20}$`)

// words are the keys of what is said about errors that are the visitor's, and the status that goes with them.
var words = []struct {
	err    error
	key    string
	status int
}{
	{ErrCode, "door.wrong-code", http.StatusForbidden},
	{ErrShortCode, "door.short-code", http.StatusUnprocessableEntity},
	{ErrLocked, "door.locked", http.StatusForbidden},
	{ErrClosed, "door.closed", http.StatusForbidden},
	{ErrName, "door.name-taken", http.StatusConflict},
	{ErrNobody, "door.nobody", http.StatusNotFound},
	{ErrClaimed, "door.claimed", http.StatusConflict},
	{ErrSlow, "door.slow", http.StatusTooManyRequests},
	{ErrTicket, "door.ticket", http.StatusForbidden},
	{ErrRank, "door.rank", http.StatusForbidden},
	{ErrLast, "door.last", http.StatusConflict},
	{ErrPassword, "door.password", http.StatusForbidden},
	{ErrTitle, "door.bad-title", http.StatusUnprocessableEntity},
	{ErrWay, "door.way", http.StatusForbidden},
	{auth.ErrNoName, "door.no-name", http.StatusUnprocessableEntity},
	{auth.ErrLongName, "door.long-name", http.StatusUnprocessableEntity},
	{auth.ErrBadName, "door.bad-name", http.StatusUnprocessableEntity},
	{auth.ErrShortPassword, "door.short-password", http.StatusUnprocessableEntity},
}

// word is what is said about an error, and the status; "" when it is not the visitor's.
func word(err error) (key string, status int) {
	for _, w := range words {
		if errors.Is(err, w.err) {
			return w.key, w.status
		}
	}
	return "", 0
}
