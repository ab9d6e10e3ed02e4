package door

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"gputour/server/auth"
	"gputour/server/httpd"
	"gputour/server/page"
	"gputour/server/store"
)

// This file has the pages of who is not in yet.

// mostForm bounds a form without a file, in bytes.
const mostForm = 64 << 10

// Routes implements httpd.Door.
func (d *Door) Routes() []httpd.Route {
	route := func(pattern string, action auth.Action, f http.HandlerFunc) httpd.Route {
		return httpd.Route{Pattern: pattern, Action: action, Handler: f}
	}
	return append(d.staffRoutes(), []httpd.Route{
		route("GET /join", auth.Arrive, d.joinPage),
		route("GET /join/{code}", auth.Arrive, d.joinPage),
		route("POST /join", auth.Arrive, d.join),
		route("GET /login", auth.Arrive, d.loginPage),
		route("POST /login", auth.Arrive, d.login),
		route("GET /rejoin", auth.Arrive, d.rejoinPage),
		route("POST /rejoin", auth.Arrive, d.rejoin),
		route("POST /logout", auth.Arrive, d.logout),
		route("GET /class/authority.pem", auth.Arrive, d.authority),
	}...)
}

// authority is the certificate that a browser has to know to trust this server.
func (d *Door) authority(w http.ResponseWriter, r *http.Request) {
	if d.opts.CA == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/x-x509-ca-cert")
	w.Header().Set("Content-Disposition", `attachment; filename="gputour-class.pem"`)
	w.Write(d.opts.CA) // a client that went away is not an error of ours
}

// joinView is what the join page shows.
type joinView struct {
	To      string // where to go on
	Code    string
	Right   bool // Code is that of the class
	Name    string
	Number  string
	Problem string // key of what was wrong
	Mode    string // as store.Class.Join
	List    []listed
	Plain   bool // what is sent can be read along
	Closed  string
	Other   string // name of the provider of identities
}

// listed is somebody of the list who may come.
type listed struct {
	ID, Name, Group string
	Taken           bool
}

func (d *Door) joinPage(w http.ResponseWriter, r *http.Request) {
	if auth.From(r.Context()).Role != auth.Nobody {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	if auth.From(r.Context()).ID != "" {
		d.Refuse(w, r)
		return
	}
	v := joinView{Code: r.PathValue("code"), To: "/"}
	if v.Code != "" {
		if err := d.try(r, v.Code); err != nil {
			d.refuseJoin(w, r, v, err)
			return
		}
		v.Right = true
	}
	d.showJoin(w, r, http.StatusOK, v)
}

// try checks a code; a wrong one counts against its address.
func (d *Door) try(r *http.Request, code string) error {
	if d.throttle.Try(r.RemoteAddr) == auth.Slow {
		return ErrSlow
	}
	err := d.opts.Class.open(d.opts.Class.Row(), code)
	if errors.Is(err, ErrCode) {
		d.failed(r)
	}
	return err
}

// failed counts a wrong guess, here and on the class's other servers: they must not add up to more guesses.
func (d *Door) failed(r *http.Request) {
	d.throttle.Failed(r.RemoteAddr)
	d.opts.Class.tell(News{Failed: auth.Block(r.RemoteAddr)})
}

// join lets somebody in, or asks for what is missing.
func (d *Door) join(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	v := joinView{
		Code: r.PostFormValue("code"), Name: r.PostFormValue("name"), Number: r.PostFormValue("number"), To: r.PostFormValue("to"),
	}
	if auth.From(r.Context()).ID != "" {
		http.Redirect(w, r, back(v.To), http.StatusSeeOther)
		return
	}
	if err := d.try(r, v.Code); err != nil {
		d.refuseJoin(w, r, v, err)
		return
	}
	v.Right = true
	who := Joiner{
		Name: v.Name, Number: v.Number, Pick: r.PostFormValue("pick"), Lang: string(page.LangOf(r)), Agent: r.UserAgent(),
		Besieged: d.throttle.Try(r.RemoteAddr) == auth.Siege,
	}
	if who.Name == "" && who.Number == "" && who.Pick == "" {
		d.showJoin(w, r, http.StatusOK, v) // the code was typed first
		return
	}
	m, cookie, err := d.opts.Class.Join(r.Context(), v.Code, who)
	if err != nil {
		d.refuseJoin(w, r, v, err)
		return
	}
	d.opts.Log.Info("joined", "member", m.ID, "name", m.Name, "status", m.Status)
	d.admit(w, r, cookie, back(v.To))
}

func (d *Door) refuseJoin(w http.ResponseWriter, r *http.Request, v joinView, err error) {
	key, status := word(err)
	if key == "" {
		d.fail(w, r, err)
		return
	}
	v.Problem = key
	d.showJoin(w, r, status, v)
}

// showJoin shows the join page; the list of names only to who has the code.
func (d *Door) showJoin(w http.ResponseWriter, r *http.Request, status int, v joinView) {
	row := d.opts.Class.Row()
	v.Mode, v.Plain, v.Other = row.Join, !d.opts.Secure, d.opts.Provider
	if v.Problem == "" {
		if key, _ := word(d.opts.Class.open(row, row.Code)); key != "" {
			v.Closed = key
		}
	}
	if v.Right && row.Join == store.JoinRoster {
		all, err := d.opts.Class.Members(r.Context())
		if err != nil {
			d.fail(w, r, err)
			return
		}
		v.List = list(all)
	}
	d.show(w, r, "join.html", status, "join.title", v)
}

// list are the students of the list as who comes may pick them, by group and name.
func list(all []store.Member) []listed {
	var found []listed
	for _, m := range all {
		if m.Role == string(auth.Student) && m.Status != store.Removed {
			found = append(found, listed{m.ID, m.Name, m.Group, m.Claimed != 0})
		}
	}
	slices.SortStableFunc(found, func(a, b listed) int {
		return strings.Compare(a.Group+"\x00"+a.Name, b.Group+"\x00"+b.Name)
	})
	return found
}

// signView is what the pages for passwords and personal codes show.
type signView struct {
	Problem, Name, Code string
	Plain               bool
}

// loginPage takes the secret of a one-use address, or asks for a password.
func (d *Door) loginPage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if token := r.URL.Query().Get("token"); token != "" {
		d.redeem(w, r, token, "login.html")
		return
	}
	d.show(w, r, "login.html", http.StatusOK, "login.title", signView{Plain: !d.opts.Secure})
}

func (d *Door) login(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	v := signView{Name: r.PostFormValue("name"), Plain: !d.opts.Secure}
	_, cookie, err := d.signIn(r, v.Name)
	if err != nil {
		d.refuseSign(w, r, "login.html", "login.title", v, err)
		return
	}
	d.admit(w, r, cookie, "/class/start")
}

// signIn tries a password, as often as the throttle lets it.
func (d *Door) signIn(r *http.Request, name string) (store.Member, string, error) {
	if d.throttle.Try(r.RemoteAddr) == auth.Slow {
		return store.Member{}, "", ErrSlow
	}
	m, cookie, err := d.opts.Class.SignIn(r.Context(), name, r.PostFormValue("password"), r.UserAgent())
	if errors.Is(err, ErrPassword) {
		d.failed(r)
		d.opts.Log.Warn("wrong password", "name", name[:min(len(name), auth.NameBytes)], "remote", r.RemoteAddr)
	}
	return m, cookie, err
}

func (d *Door) rejoinPage(w http.ResponseWriter, r *http.Request) {
	d.show(w, r, "rejoin.html", http.StatusOK, "rejoin.title", signView{Code: r.URL.Query().Get("code")})
}

// rejoin takes a personal code.
func (d *Door) rejoin(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	d.redeem(w, r, auth.CleanCode(r.PostFormValue("code")), "rejoin.html")
}

// redeem lets in who has a secret that works once. Guessing is throttled.
func (d *Door) redeem(w http.ResponseWriter, r *http.Request, secret, page string) {
	title := strings.TrimSuffix(page, "html") + "title"
	if d.throttle.Try(r.RemoteAddr) == auth.Slow {
		d.refuseSign(w, r, page, title, signView{}, ErrSlow)
		return
	}
	m, cookie, err := d.opts.Class.Redeem(r.Context(), secret, r.UserAgent())
	if errors.Is(err, ErrTicket) {
		if auth.From(r.Context()).Role != auth.Nobody { // the address again, in the browser that has used it
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		d.failed(r)
	}
	if err != nil {
		d.refuseSign(w, r, page, title, signView{}, err)
		return
	}
	if auth.Role(m.Role).May(auth.Watch) {
		d.admit(w, r, cookie, "/class/start")
		return
	}
	d.admit(w, r, cookie, "/")
}

func (d *Door) refuseSign(w http.ResponseWriter, r *http.Request, page, title string, v signView, err error) {
	key, status := word(err)
	if key == "" {
		d.fail(w, r, err)
		return
	}
	v.Problem, v.Plain = key, !d.opts.Secure
	d.show(w, r, page, status, title, v)
}

// logout ends this browser's login and its sockets.
func (d *Door) logout(w http.ResponseWriter, r *http.Request) {
	who := auth.From(r.Context())
	if who.ID != "" {
		hash := auth.Digest(d.cookies.Of(r))
		if err := d.opts.Class.SignOut(r.Context(), who, who.ID, &hash); err != nil {
			d.fail(w, r, err)
			return
		}
	}
	http.SetCookie(w, d.cookies.None())
	http.Redirect(w, r, "/join", http.StatusSeeOther)
}
