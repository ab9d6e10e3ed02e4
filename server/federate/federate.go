// Package federate lets people in for whom other systems speak, and sends their points back: sign-in at a provider of identities
// (package oidc) and learning systems (package lti) as a class meets them, with pages, rows and retries.
//
// Its one idea: whatever begins here and ends elsewhere is a handshake. It is kept in the store under the digest of what goes round,
// belongs to the one browser that began it, ends after minutes, and is taken away by the first who brings it back.
package federate

import (
	"context"
	"embed"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"gputour/lessons/lesson"
	"gputour/server/auth"
	"gputour/server/door"
	"gputour/server/httpd"
	"gputour/server/idtoken"
	"gputour/server/lti"
	"gputour/server/markup"
	"gputour/server/oidc"
	"gputour/server/page"
	"gputour/server/store"
)

//go:embed templates/*.html
var files embed.FS

// Options is with what a Service works.
type Options struct {
	Store  store.Store
	Class  *door.Class
	Pages  *page.Site
	Course func() *lesson.Course
	Log    *slog.Logger
	Now    func() time.Time
	Port   string
	Secure bool   // the server speaks TLS
	Base   string // https://host that browsers type to come here, "" when it is what they ask for
	// Admit gives a browser the cookie of a login.
	Admit    func(w http.ResponseWriter, cookie string)
	Provider *oidc.Provider // nil: none
	Name     string         // of the provider
	HTTP     *http.Client   // for learning systems; nil: one with a bound of 20 s
}

// Service answers for other systems. Its methods may be called from any goroutine.
type Service struct {
	opts      Options
	templates *markup.Set
	services  *lti.Services
	wake      chan struct{}
	begins    begins

	mu   sync.Mutex
	keys map[string]*idtoken.Remote // of platforms, by address
	ring sync.Mutex                 // held while our keys are changed
}

// New returns a service.
func New(opts Options) *Service {
	if opts.HTTP == nil {
		opts.HTTP = &http.Client{Timeout: 20 * time.Second}
	}
	s := &Service{opts: opts, templates: opts.Pages.Parse(files, markup.Methods{"Get": {url.Values.Get}}), wake: make(chan struct{}, 1), keys: map[string]*idtoken.Remote{}}
	s.services = &lti.Services{HTTP: opts.HTTP, Now: opts.Now, Sign: s.sign}
	return s
}

// Routes are those of this package.
func (s *Service) Routes() []httpd.Route {
	route := func(pattern string, action auth.Action, f http.HandlerFunc) httpd.Route {
		return httpd.Route{Pattern: pattern, Action: action, Handler: f}
	}
	all := []httpd.Route{
		route("POST /login/first", auth.Arrive, s.first),
		route("GET /lti/login", auth.Arrive, s.announce),
		route("POST /lti/login", auth.Arrive, s.announce),
		route("POST /lti/launch", auth.Arrive, s.launch),
		route("POST /lti/choose", auth.Arrive, s.choose),
		route("GET /lti/keys", auth.Arrive, s.published),
		route("GET /lti/return.js", auth.Arrive, returnScript),
		route("GET /lti/register/{secret}", auth.Arrive, s.register),
		route("GET /class/lti", auth.Federate, s.settings),
		route("POST /class/lti", auth.Federate, s.change),
	}
	if s.opts.Provider != nil {
		all = append(all, route("GET /login/oidc", auth.Arrive, s.begin), route("GET /login/oidc/callback", auth.Arrive, s.finish), route("GET /login/oidc/leave", auth.Arrive, s.leave))
	}
	return all
}

// Foreign are the patterns to which pages of other sites send something: a handshake of the browser says that it asked for it.
func Foreign() map[string]bool {
	return map[string]bool{"POST /lti/login": true, "POST /lti/launch": true}
}

// base is the address of this server as the browser of a request knows it. The gate has checked the host.
func (s *Service) base(r *http.Request) string {
	switch {
	case s.opts.Base != "":
		return s.opts.Base
	case s.opts.Secure:
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// safe reports whether nobody between a browser and us can read along: learning systems ask for that, and browsers for their cookies.
func safe(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	host := u.Hostname()
	ip := net.ParseIP(host)
	return u.Scheme == "https" || host == "localhost" || ip != nil && ip.IsLoopback()
}

// show answers with a page of ours.
func (s *Service) show(w http.ResponseWriter, r *http.Request, name string, sheet page.Sheet) {
	sheet.Title, sheet.Template = page.LangOf(r).T(sheet.Title), s.templates.Lookup(name)
	sheet.Once = r.URL.Path != settingsPath
	sheet.Outside = auth.From(r.Context()).Role == auth.Nobody || len(sheet.Frames) > 0
	s.opts.Pages.Show(w, r, sheet)
}

// refusal is what the page says to somebody who was not let in.
type refusal struct {
	Words, Code string
	Provider    bool // they may try again there
}

// refuse says why somebody was not let in. What is not theirs or the other system's is an error of ours.
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	key, code, status := reason(err)
	if key == "" {
		s.fail(w, r, err)
		return
	}
	s.opts.Log.Warn("somebody was not let in", "path", r.URL.Path, "why", err.Error())
	s.show(w, r, "refused.html", page.Sheet{Title: "federate.refused", Status: status, Data: refusal{key, code, s.opts.Provider != nil && strings.HasPrefix(r.URL.Path, "/login/")}})
}

func (s *Service) fail(w http.ResponseWriter, r *http.Request, err error) {
	s.opts.Log.Error("another system's visitor", "path", r.URL.Path, "error", err)
	s.opts.Pages.Problem(w, r, http.StatusServiceUnavailable, "problem.store")
}

// The errors of this package; the pages have the words of each.
var (
	errState    = errors.New("no such handshake: it was used, has ended, or never was")
	errBrowser  = errors.New("the handshake is another browser's")
	errInsecure = errors.New("without TLS no learning system can sign anybody in")
	errCourse   = errors.New("the course is not of this class")
	errForm     = errors.New("the form is not as we made it")
)

// own are the errors that have words: ours and the class's.
var own = []struct {
	err    error
	key    string
	status int
}{
	{errState, "federate.state", http.StatusForbidden},
	{errBrowser, "federate.browser", http.StatusForbidden},
	{errInsecure, "federate.insecure", http.StatusForbidden},
	{errCourse, "federate.course", http.StatusForbidden},
	{errForm, "federate.form", http.StatusBadRequest},
	{errMany, "federate.many", http.StatusTooManyRequests},
	{door.ErrLocked, "door.locked", http.StatusForbidden},
	{door.ErrClosed, "door.closed", http.StatusForbidden},
	{door.ErrRemoved, "federate.removed", http.StatusForbidden},
	{auth.ErrNoName, "door.no-name", http.StatusUnprocessableEntity},
	{auth.ErrLongName, "door.long-name", http.StatusUnprocessableEntity},
	{auth.ErrBadName, "door.bad-name", http.StatusUnprocessableEntity},
}

// reason is the key of what to say about an error, a code for whoever looks after this server, and the status; "" for an error of ours.
func reason(err error) (key, code string, status int) {
	var token *idtoken.Refusal
	var provider *oidc.Refusal
	var platform *lti.Refusal
	switch {
	case errors.As(err, &token):
		return "federate.token." + string(token.Code), "token " + string(token.Code), away(token.Code == idtoken.NoKeys)
	case errors.As(err, &provider):
		return "federate.oidc." + string(provider.Code), "provider " + string(provider.Code), away(provider.Code == oidc.Unreachable || provider.Code == oidc.Failed)
	case errors.As(err, &platform):
		return "federate.lti." + string(platform.Code), "launch " + string(platform.Code), http.StatusForbidden
	}
	for _, o := range own {
		if errors.Is(err, o.err) {
			return o.key, "", o.status
		}
	}
	return "", "", 0
}

// away is the status of a refusal: whether the other system does not answer, or somebody may not come in.
func away(yes bool) int {
	if yes {
		return http.StatusBadGateway
	}
	return http.StatusForbidden
}

func (s *Service) commit(ctx context.Context, writes ...store.Write) error {
	return s.opts.Store.Commit(ctx, writes...)
}

func (s *Service) ms() int64 { return s.opts.Now().UnixMilli() }
