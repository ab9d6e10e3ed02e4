package page

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/url"
	"strings"

	"gputour/server/auth"
	"gputour/server/markup"
	"gputour/web/boot"
	"gputour/web/text"
)

// This file lets other packages show pages in the layout of this one: a class's forms and tables.

// Sheet is a page whose content another package's template makes.
type Sheet struct {
	Title    string           // plain text
	Template *markup.Template // from Parse, by Lookup; it gets a Frame
	Data     any
	Status   int      // 0 is 200
	Frames   []string // origins whose pages may show it in a frame; none: nobody
	Posts    []string // origins, beside ours, to which its forms may send
	Once     bool     // the address cannot be opened again, so that there are no links to it in other languages
	Outside  bool     // for who is not in the class yet: no navigation
	Kind     string   // a kind of package boot when the client wakes up in the page; otherwise "", and it is not loaded
	Page     boot.Page
}

// Frame is what a Sheet's template gets.
type Frame struct {
	Lang   text.Lang
	Person auth.Person
	Class  string // its title
	Data   any
}

// T is the interface's text for a key.
func (f Frame) T(key string, args ...any) string { return words(f.Lang, key, args) }

// Words is T for arguments that are in a list.
func (f Frame) Words(key string, args []any) string { return words(f.Lang, key, args) }

// May reports whether who sees the page may do an action.
func (f Frame) May(action string) bool { return f.Person.Role.May(auth.Action(action)) }

// frameMethods are what all sheets call.
var frameMethods = markup.Methods{
	"T": {Frame.T, func(l text.Lang, key string) string { return l.T(key) }}, "Tag": {text.Lang.Tag}, "Words": {Frame.Words}, "May": {Frame.May},
}

// Parse reads the templates of a package, from its folder templates, with what they call on its values. They have this package's
// functions: asset is the address of a file of web/dist.
// It panics when they are broken, which a test of theirs excludes.
func (s *Site) Parse(files fs.FS, called markup.Methods) *markup.Set {
	return markup.New(s.funcs(), frameMethods, called).Must(files, "templates/*.html")
}

// Show answers with a sheet in the visitor's language.
func (s *Site) Show(w http.ResponseWriter, r *http.Request, sheet Sheet) {
	kind := sheet.Kind
	if kind == "" {
		kind = plainKind
	}
	l, p := s.layoutFor(r, LangOf(r), kind, func(to text.Lang) string { return inLang(r, to) })
	var content bytes.Buffer
	if err := sheet.Template.Execute(&content, Frame{l.Lang, l.Person, l.Class, sheet.Data}); err != nil {
		http.Error(w, "the page could not be written: "+err.Error(), http.StatusInternalServerError)
		return
	}
	l.Title, l.Body = sheet.Title, markup.HTML(content.String())
	if sheet.Once {
		l.Langs = nil
	}
	if sheet.Outside {
		l.Nav, l.Person = nil, auth.Person{}
	}
	for i := range l.Nav {
		l.Nav[i].Current = l.Nav[i].URL == r.URL.Path
	}
	if sheet.Kind != "" {
		own := sheet.Page
		own.Kind, own.Lang, own.Langs, own.Course, own.Most, own.Real, own.Class = p.Kind, p.Lang, p.Langs, p.Course, p.Most, p.Real, p.Class
		p = own
	}
	if sheet.Status == 0 {
		sheet.Status = http.StatusOK
	}
	l.Frames, l.Posts = sheet.Frames, sheet.Posts
	s.write(w, r, sheetPage, sheet.Status, l, p)
}

// sheetPage is the template around a sheet.
const sheetPage = "sheet.html"

// plainKind is the kind of a page without a client.
const plainKind = "sheet"

// langCookie remembers the language for pages whose address has none.
const langCookie = "lang"

// LangOf is the language of a page whose address begins with none: what ?lang= asks for, what was chosen last, what the browser prefers.
func LangOf(r *http.Request) text.Lang {
	if lang, ok := langOf(r); ok {
		return lang
	}
	wanted := []string{r.URL.Query().Get("lang")}
	if c, err := r.Cookie(langCookie); err == nil {
		wanted = append(wanted, c.Value)
	}
	for _, lang := range wanted {
		if known(text.Lang(lang)) {
			return text.Lang(lang)
		}
	}
	return text.Prefer(r.Header.Get("Accept-Language"))
}

// inLang is the address of a request's page in a language. What was in the address for once only is left out.
func inLang(r *http.Request, lang text.Lang) string {
	if first, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/"); known(text.Lang(first)) {
		return (&url.URL{Path: "/" + string(lang) + "/" + rest}).String()
	}
	query := r.URL.Query()
	query.Del("token")
	query.Del("said")
	query.Set("lang", string(lang))
	return (&url.URL{Path: r.URL.Path, RawQuery: query.Encode()}).String()
}

// nav are the pages of a class in order of display; who may do the action sees the link. A key is the catalogue's.
var nav = []struct {
	key, path string
	action    auth.Action
}{
	{"nav.lessons", "/", auth.Learn},
	{"nav.board", "/class/board", auth.Watch},
	{"nav.own", "/assignments", auth.Learn},
	{"nav.show", "/class/show", auth.Watch},
	{"nav.assignments", "/class/assignments", auth.Grade},
	{"nav.grades", "/class/grades", auth.Grade},
	{"nav.gpu", "/class/gpu", auth.Watch},
	{"nav.roster", "/class/roster", auth.Enrol},
	{"nav.settings", "/class/settings", auth.Settings},
	{"nav.lti", "/class/lti", auth.Federate},
	{"nav.me", "/me", auth.Learn},
}

// navLink is a link to one of a class's pages.
type navLink struct {
	Title, URL string
	Current    bool
}

// navFor are the pages of the class that somebody may see.
func navFor(p auth.Person, lang text.Lang) []navLink {
	var links []navLink
	for _, n := range nav {
		if p.Role.May(n.action) {
			links = append(links, navLink{Title: lang.T(n.key), URL: n.path})
		}
	}
	return links
}
