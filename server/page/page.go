// Package page renders the site's pages on the server: the map of the course,
// lessons, the scratchpad, and what is wrong.
//
// A page can be read before any script has run and says what is still loading;
// the client then takes over the notebook inside it. All text from lessons goes
// through package markup or through goldmark without raw HTML.
package page

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/rand"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"

	"gputour/lessons/lesson"
	"gputour/server/auth"
	"gputour/server/markup"
	"gputour/server/prose"
	"gputour/web"
	"gputour/web/boot"
	"gputour/web/text"
)

//go:embed templates/*.html
var templateFiles embed.FS

// Options is what a Site shows.
type Options struct {
	// Course returns the course as it stands; a reload may swap it between calls.
	Course func() *lesson.Course
	// Class is the title of the class that the site serves; nil where there is none.
	Class func() string
	// Files is the folder that the course was read from, for pages that go on when the server is lost; nil offers that nowhere.
	Files func() fs.FS
	// GPUs is how many simulated and real GPUs a session may ask for, for the switch of devices; nil bounds nothing.
	GPUs func() (simulated, real int)
}

// Site renders pages. It may be used by several goroutines.
type Site struct {
	opts      Options
	at        addresses
	langsOf   []text.Lang // of a static site; nil is all
	templates *markup.Set
	files     web.Manifest
	prose     *prose.Renderer
	made      sync.Map // what is made once: of text.Lang the lists of api.go, of docKey the documents
}

// New returns a Site. It panics only if the embedded templates are broken, which a test excludes.
func New(opts Options) *Site {
	return newSite(opts, served)
}

func newSite(opts Options, at addresses) *Site {
	s := &Site{opts: opts, at: at, files: web.Load(), prose: prose.New(at.link, at.image)}
	s.templates = s.Parse(templateFiles, methods)
	return s
}

// funcs are the functions of templates.
func (s *Site) funcs() markup.Funcs {
	return markup.Funcs{
		"asset": func(name string) string { return s.at.root + s.files.Path(name)[1:] },
		"has":   func(name string) bool { return s.files[name] != "" },
	}
}

// methods are what this package's templates call.
var methods = markup.Methods{
	"T": {layout.T, apiView.T}, "Client": {layout.Client}, "Parts": {layout.Parts},
	"Exercises": {lessonView.Exercises}, "Exercise": {cellView.Exercise}, "Predict": {cellView.Predict}, "Quiz": {cellView.Quiz},
}

// layout is what every template gets.
type layout struct {
	Lang    text.Lang
	Title   string
	Kind    string
	Policy  string // Content-Security-Policy, in a page that no server sends
	Static  bool   // the page is a file of a static site
	Root    string // of that site
	Note    string // what it cannot do, as the catalogue's key
	Packed  map[string]int64
	Home    string // addresses
	Scratch string
	Nonce   string
	Boot    markup.JSON // the boot.Page as JSON
	Langs   []langLink
	Built   bool
	Entries []entryView
	Pages   []pageLink
	Docs    []pageLink // in a page of one
	Problem int        // broken lessons
	Class   string     // title of the class, "" where there is none
	Person  auth.Person
	Nav     []navLink
	Frames  []string // as in Sheet
	Posts   []string
	Body    any
}

type langLink struct {
	Lang    text.Lang
	Label   string
	URL     string
	Current bool
}

// T is the interface's text for a key.
func (l layout) T(key string, args ...any) string {
	if here := key + "@tab"; l.Static && text.Has(here) {
		key = here
	}
	return words(l.Lang, key, args)
}

func words(lang text.Lang, key string, args []any) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = fmt.Sprint(a)
	}
	return lang.T(key, words...)
}

// Client reports whether the client wakes up in the page.
func (l layout) Client() bool { return l.Kind != problemKind && l.Kind != plainKind }

// CSP is the policy of every page: everything from here, scripts from files only,
// styles from files and from the editor, which knows the nonce.
func CSP(nonce string) string {
	return "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-" + nonce + "'; " +
		"img-src 'self' data:; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; " +
		"form-action 'self'; frame-ancestors 'none'"
}

// policy is the page's own.
func (l layout) policy() string {
	policy := CSP(l.Nonce)
	if len(l.Frames) > 0 {
		policy = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors "+strings.Join(l.Frames, " "), 1)
	}
	if len(l.Posts) > 0 {
		policy = strings.Replace(policy, "form-action 'self'", "form-action 'self' "+strings.Join(l.Posts, " "), 1)
	}
	return policy
}

// Nonce returns a fresh random value for a response's CSP.
func Nonce() string {
	var raw [16]byte
	rand.Read(raw[:]) // never fails since Go 1.24
	return base64.StdEncoding.EncodeToString(raw[:])
}

// write renders a template into w with the headers of a page.
func (s *Site) write(w http.ResponseWriter, r *http.Request, name string, status int, l layout, p boot.Page) {
	l.Nonce = Nonce()
	page, err := s.render(name, l, p)
	if err != nil {
		http.Error(w, "the page could not be written", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", l.Lang.Tag())
	h.Set("Content-Security-Policy", l.policy())
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	http.SetCookie(w, &http.Cookie{Name: langCookie, Value: string(l.Lang), Path: "/", MaxAge: 365 * 24 * 3600, SameSite: http.SameSiteLaxMode})
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Vary", "Accept-Encoding")
	if name != sheetPage && web.Accepts(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		page = packed(page)
	}
	w.WriteHeader(status)
	w.Write(page) // a client that went away is not an error of ours
}

// packed is a page as it goes over the wire, a fourth of its size. Sheets are not packed: from a size a stranger could guess
// the codes that stand in some, bit by bit. In pages stands no secret, and the nonce is another one each time.
func packed(page []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed+2) // the level is one that there is
	z.Write(page)
	z.Close() // neither fails into a buffer
	return b.Bytes()
}

// render fills in a template.
func (s *Site) render(name string, l layout, p boot.Page) ([]byte, error) {
	l.Built = len(s.files) > 0
	if !l.Client() {
		p = boot.Page{Kind: p.Kind, Lang: p.Lang}
	}
	data, err := json.Marshal(p) // escapes <, > and &, so it cannot end the script element
	if err != nil {
		return nil, err
	}
	l.Boot = markup.JSON(data)
	var page bytes.Buffer
	err = s.templates.Execute(&page, name, l)
	return page.Bytes(), err
}

// layoutFor fills in what all pages share, for who asks for one. urlIn gives this page's address in a language.
func (s *Site) layoutFor(r *http.Request, lang text.Lang, kind string, urlIn func(text.Lang) string) (layout, boot.Page) {
	l, p := s.layout(lang, kind, urlIn)
	if s.opts.Class != nil {
		l.Class, l.Person = s.opts.Class(), auth.From(r.Context())
		l.Nav = navFor(l.Person, lang)
		if who := l.Person; who.Role.May(auth.Learn) {
			p.Class = &boot.Class{Title: l.Class, ID: who.ID, Name: who.Name, Role: string(who.Role), Leads: who.Role.May(auth.Lead)}
		}
	}
	return l, p
}

// layout fills in what all pages share, whoever asks.
func (s *Site) layout(lang text.Lang, kind string, urlIn func(text.Lang) string) (layout, boot.Page) {
	l := layout{
		Lang: lang, Kind: kind, Entries: s.entries(lang), Pages: s.pages(lang), Problem: len(s.opts.Course().Problems),
		Home: s.at.home(lang), Scratch: s.at.scratch(lang),
	}
	p := boot.Page{Kind: kind, Lang: string(lang), Langs: map[string]string{}, Home: l.Home, Scratch: l.Scratch}
	if s.opts.GPUs != nil {
		simulated, real := s.opts.GPUs()
		p.Most, p.Real = cmp.Or(simulated, -1), real
	}
	for _, other := range s.langs() {
		url := urlIn(other)
		l.Langs = append(l.Langs, langLink{other, other.T("lang.short"), url, other == lang})
		p.Langs[string(other)] = url
	}
	for _, e := range l.Entries {
		p.Course = append(p.Course, boot.Entry{ID: e.ID, Title: e.Plain, URL: e.URL, Cells: e.Cells})
	}
	return l, p
}

// langOf is the language that an address begins with, and whether there is such a one.
func langOf(r *http.Request) (text.Lang, bool) {
	first, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if lang := text.Lang(first); known(lang) {
		return lang, true
	}
	return text.Parse(""), false
}

// langs are the languages of the site.
func (s *Site) langs() []text.Lang {
	if s.langsOf != nil {
		return s.langsOf
	}
	return text.Langs
}

func known(lang text.Lang) bool { return slices.Contains(text.Langs, lang) }

// Root sends the visitor to the home page in the preferred language.
func (s *Site) Root(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Vary", "Accept-Language")
	http.Redirect(w, r, s.at.home(LangOf(r)), http.StatusFound)
}

// Missing answers an address that is no page.
func (s *Site) Missing(w http.ResponseWriter, r *http.Request) {
	s.Problem(w, r, http.StatusNotFound, "problem.missing")
}

// Problem answers with a page that says what went wrong, in the visitor's
// language; key is the catalogue's.
func (s *Site) Problem(w http.ResponseWriter, r *http.Request, status int, key string) {
	lang := LangOf(r)
	l, p := s.layoutFor(r, lang, problemKind, s.at.home)
	l.Title, l.Body = l.T("problem.title"), problem{l.T(key), s.at.home(lang)}
	if status == http.StatusUnauthorized {
		l.Title, l.Body = l.T("problem.signin"), problem{l.T(key), ""}
	}
	s.write(w, r, "problem.html", status, l, p)
}

const problemKind = "problem"

// problem is what a page says in the place of another, and where to go from it.
type problem struct{ Words, Home string }
