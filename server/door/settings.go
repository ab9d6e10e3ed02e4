package door

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rsc.io/qr"

	"gputour/server/auth"
	"gputour/server/markup"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/web/text"
)

// This file has the pages on which a class is set up and shown.

// joins are the ways in that a class may have here; with a provider of identities one more.
func (d *Door) joins() []string {
	ways := []string{store.JoinOpen, store.JoinApprove, store.JoinRoster}
	if d.opts.Provider != "" {
		ways = append(ways, store.JoinOIDC)
	}
	return ways
}

// setupView is what the first page and the settings show.
type setupView struct {
	Class     store.Class
	Code      string // as it is shown
	Me        store.Member
	Joins     []string
	Langs     []text.Lang
	States    []string
	Said      string
	Problem   string
	Addresses []string
	TLS       string
	Isolation string
	Print     string // fingerprint
	CA        bool
	Plain     bool
	Waiting   int
	In        int
}

func (d *Door) setup(w http.ResponseWriter, r *http.Request) (setupView, bool) {
	row := d.opts.Class.Row()
	v := setupView{
		Class: row, Code: auth.Spaced(row.Code), Joins: d.joins(), Langs: text.Langs, States: states, Said: said(r), Addresses: d.opts.Addresses(),
		TLS: d.say(r, d.opts.TLS), Isolation: d.say(r, d.opts.Isolation), Print: d.opts.Fingerprint, CA: d.opts.CA != nil, Plain: !d.opts.Secure,
	}
	var err error
	if v.Me, err = d.opts.Class.member(r.Context(), auth.From(r.Context()).ID); err == nil {
		v.Waiting, v.In, err = d.opts.Class.Waiting(r.Context())
	}
	if err != nil {
		d.fail(w, r, err)
	}
	return v, err == nil
}

// say is a text in the visitor's language.
func (d *Door) say(r *http.Request, say Word) string {
	if say.Key == "" {
		return ""
	}
	return page.LangOf(r).T(say.Key, say.Strings()...)
}

// startPage asks what a new class needs; where one is set up it goes on to it.
func (d *Door) startPage(w http.ResponseWriter, r *http.Request) {
	v, ok := d.setup(w, r)
	switch {
	case !ok:
	case v.Class.Title != "" && v.Me.Name != "":
		http.Redirect(w, r, d.opts.Home, http.StatusSeeOther)
	default:
		if v.Class.Lang == "" {
			v.Class.Lang = string(page.LangOf(r))
		}
		d.show(w, r, "start.html", http.StatusOK, "start.title", v)
	}
}

func (d *Door) start(w http.ResponseWriter, r *http.Request) {
	ctx, who := r.Context(), auth.From(r.Context())
	v, ok := d.setup(w, r)
	if !ok {
		return
	}
	v.Me.Name = d.form(w, r, "name")
	err := d.fill(r, &v.Class)
	if err == nil {
		_, err = d.opts.Class.Rename(ctx, who, who.ID, v.Me.Name)
	}
	if password := r.PostFormValue("password"); err == nil && password != "" {
		err = d.opts.Class.SetPassword(ctx, who, who.ID, password, d.cookies.Of(r))
	}
	if err == nil {
		err = d.change(r, v.Class)
	}
	d.setUp(w, r, "start.html", "start.title", "/class/show", v, err)
}

// setUp answers a form of settings.
func (d *Door) setUp(w http.ResponseWriter, r *http.Request, name, title, next string, v setupView, err error) {
	if err == nil {
		d.done(w, r, next, "saved")
		return
	}
	key, status := word(err)
	if key == "" {
		d.fail(w, r, err)
		return
	}
	v.Problem = key
	d.show(w, r, name, status, title, v)
}

// fill takes what a form says of the class.
func (d *Door) fill(r *http.Request, c *store.Class) error {
	title, err := auth.CleanTitle(r.PostFormValue("title"))
	c.Title = strings.TrimSpace(r.PostFormValue("title"))
	if lang := r.PostFormValue("lang"); slices.Contains(text.Langs, text.Lang(lang)) {
		c.Lang = lang
	}
	if way := r.PostFormValue("join"); slices.Contains(d.joins(), way) {
		c.Join = way
	}
	if err == nil {
		c.Title = title
	}
	return titleError(err)
}

func (d *Door) change(r *http.Request, to store.Class) error {
	return d.opts.Class.Change(r.Context(), auth.From(r.Context()), "settings", to.Title+" · "+to.Join, func(c *store.Class) {
		c.Title, c.Lang, c.Join = to.Title, to.Lang, to.Join
	})
}

func (d *Door) settingsPage(w http.ResponseWriter, r *http.Request) {
	if v, ok := d.setup(w, r); ok {
		d.show(w, r, "settings.html", http.StatusOK, "settings.title", v)
	}
}

func (d *Door) settings(w http.ResponseWriter, r *http.Request) {
	d.form(w, r, "title") // bounds the body
	v, ok := d.setup(w, r)
	if !ok {
		return
	}
	err := d.fill(r, &v.Class)
	if err == nil {
		err = d.change(r, v.Class)
	}
	d.setUp(w, r, "settings.html", "settings.title", "/class/settings", v, err)
}

// rotate gives the class a new code, or the word that is wished for.
func (d *Door) rotate(w http.ResponseWriter, r *http.Request) {
	wished := d.form(w, r, "code")
	_, err := d.opts.Class.Rotate(r.Context(), auth.From(r.Context()), wished)
	if v, ok := d.setup(w, r); ok {
		d.setUp(w, r, "settings.html", "settings.title", "/class/settings", v, err)
	}
}

// states are those of a class, in order of display.
var states = []string{store.ClassOpen, store.ClassLocked, store.ClassClosed}

// setState opens, locks or closes the class.
func (d *Door) setState(w http.ResponseWriter, r *http.Request) {
	state := d.form(w, r, "state")
	if !slices.Contains(states, state) {
		http.Error(w, "a class is open, locked or closed", http.StatusUnprocessableEntity)
		return
	}
	err := d.opts.Class.Change(r.Context(), auth.From(r.Context()), "state", state, func(c *store.Class) { c.State = state })
	if err != nil {
		d.fail(w, r, err)
		return
	}
	d.done(w, r, "/class/settings", state)
}

// showView is what the projector shows.
type showView struct {
	setupView
	QR      markup.HTML
	Address string // to read aloud
}

// projector shows large how one comes in.
func (d *Door) projector(w http.ResponseWriter, r *http.Request) {
	v, ok := d.setup(w, r)
	if !ok {
		return
	}
	w.Header().Set("Refresh", "10") // the number of those who are here
	at := v.Addresses[0]
	if address := r.URL.Query().Get("at"); slices.Contains(v.Addresses, address) {
		at = address
	}
	_, bare, _ := strings.Cut(at, "://")
	d.show(w, r, "show.html", http.StatusOK, "show.title", showView{v, picture(at + "/join/" + v.Class.Code), bare + "/join"})
}

// picture is a QR code as a drawing, which goes by the colours of paper in any theme: readers want dark on light.
func picture(content string) markup.HTML {
	code, err := qr.Encode(content, qr.M)
	if err != nil {
		return "" // it is too long; the address stands beside
	}
	const margin = 4 // ISO/IEC 18004
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				path.WriteString("M" + strconv.Itoa(x+margin) + " " + strconv.Itoa(y+margin) + "h1v1h-1z")
			}
		}
	}
	side := strconv.Itoa(code.Size + 2*margin)
	return markup.HTML(`<svg class="qr" viewBox="0 0 ` + side + ` ` + side + `" role="img" shape-rendering="crispEdges" aria-label="QR"><rect width="` + side + `" height="` + side + `" fill="#fff"/><path fill="#000" d="` + path.String() + `"/></svg>`)
}

// meView is what one's own page shows.
type meView struct {
	Me       store.Member
	Browsers []browser
	Said     string
	Problem  string
	Plain    bool
}

type browser struct {
	Agent, Since, Seen string
	This               bool
}

func (d *Door) mePage(w http.ResponseWriter, r *http.Request) { d.showMe(w, r, http.StatusOK, "") }

func (d *Door) showMe(w http.ResponseWriter, r *http.Request, status int, problem string) {
	v := meView{Said: said(r), Problem: problem, Plain: !d.opts.Secure}
	var err error
	var logins []store.Login
	if v.Me, err = d.opts.Class.member(r.Context(), auth.From(r.Context()).ID); err == nil {
		logins, err = d.opts.Class.store.Logins(r.Context(), v.Me.ID)
	}
	if err != nil {
		d.fail(w, r, err)
		return
	}
	this := auth.Digest(d.cookies.Of(r))
	for _, l := range logins {
		v.Browsers = append(v.Browsers, browser{l.Agent, clock(l.Created), clock(max(l.Seen, l.Created)), l.Hash == this})
	}
	d.show(w, r, "me.html", status, "me.title", v)
}

func (d *Door) setPassword(w http.ResponseWriter, r *http.Request) {
	who := auth.From(r.Context())
	err := d.opts.Class.SetPassword(r.Context(), who, who.ID, d.form(w, r, "password"), d.cookies.Of(r))
	d.mine(w, r, err)
}

// signOutOthers ends all browsers of whoever asks but this one.
func (d *Door) signOutOthers(w http.ResponseWriter, r *http.Request) {
	d.mine(w, r, d.opts.Class.KeepOnly(r.Context(), auth.From(r.Context()).ID, d.cookies.Of(r)))
}

func (d *Door) mine(w http.ResponseWriter, r *http.Request, err error) {
	key, status := word(err)
	switch {
	case err == nil:
		d.done(w, r, "/me", "saved")
	case key == "":
		d.fail(w, r, err)
	default:
		d.showMe(w, r, status, key)
	}
}
