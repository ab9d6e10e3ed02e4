package federate

import (
	"encoding/json"
	"net/http"
	"regexp"

	"gputour/server/auth"
	"gputour/server/door"
	"gputour/server/oidc"
	"gputour/server/page"
	"gputour/server/store"
)

// This file signs people in at the provider, and asks those who are new how they want to be called.

const mostForm = 256 << 10 // bytes

// places are the addresses of ours to which somebody may go who comes in.
var places = regexp.MustCompile(`^/(?:zh|en)/(?:(?:lessons|pages)/[a-z0-9][a-z0-9-]*|scratch)?$|^/assignments/[0-9A-Za-z-]{1,64}$`)

// place is where somebody goes: to where they want, if it is a place of ours, or to the beginning.
func place(to string) string {
	if places.MatchString(to) {
		return to
	}
	return "/"
}

// begin sends somebody to the provider.
func (s *Service) begin(w http.ResponseWriter, r *http.Request) {
	to := place(r.URL.Query().Get("to"))
	if auth.From(r.Context()).Role != auth.Nobody {
		http.Redirect(w, r, to, http.StatusSeeOther)
		return
	}
	address, a, err := s.opts.Provider.Begin(r.Context(), s.base(r)+"/login/oidc/callback", auth.NewSecret)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if err := s.hand(w, r, a.State, store.Handshake{Kind: kindOIDC, Nonce: a.Nonce, Verifier: a.Verifier, Next: to}); err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, address, http.StatusSeeOther)
}

// finish takes the provider's answer.
func (s *Service) finish(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	q := r.URL.Query()
	h, err := s.take(r, kindOIDC, q.Get("state"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p, err := s.opts.Provider.Finish(r.Context(), oidc.Attempt{Nonce: h.Nonce, Verifier: h.Verifier, Redirect: s.base(r) + "/login/oidc/callback"}, q)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	who := door.Vouched{Issuer: p.Issuer, Subject: p.Subject, Name: p.Name, Email: p.Email, Role: auth.Student}
	known, err := s.opts.Class.Known(r.Context(), who)
	switch {
	case err != nil:
		s.fail(w, r, err)
	case known:
		s.enter(w, r, who, h.Next)
	default:
		s.ask(w, r, firstView{Who: who, From: s.opts.Name, Next: h.Next})
	}
}

// enter lets somebody in and sends them on.
func (s *Service) enter(w http.ResponseWriter, r *http.Request, who door.Vouched, to string) {
	who.Lang, who.Agent = string(page.LangOf(r)), r.UserAgent()
	m, cookie, err := s.opts.Class.Vouch(r.Context(), who)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.opts.Log.Info("signed in", "member", m.ID, "name", m.Name, "status", m.Status, "issuer", who.Issuer)
	s.opts.Admit(w, cookie)
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// firstView is what somebody new sees: what the class will know of them, and how they want to be called.
type firstView struct {
	Who     door.Vouched
	From    string // the name of the system
	Next    string
	State   string `json:"-"`
	Problem string `json:"-"`
}

// ask asks somebody new.
func (s *Service) ask(w http.ResponseWriter, r *http.Request, v firstView) {
	data, err := json.Marshal(v)
	if err == nil {
		v.State = auth.NewSecret()
		err = s.hand(w, r, v.State, store.Handshake{Kind: kindFirst, Data: data})
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	status := http.StatusOK
	if v.Problem != "" {
		status = http.StatusUnprocessableEntity
	}
	s.show(w, r, "first.html", page.Sheet{Title: "federate.first", Status: status, Data: v})
}

// first lets somebody new in, as they want to be called.
func (s *Service) first(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	h, err := s.take(r, kindFirst, r.PostFormValue("state"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	var v firstView
	if err := json.Unmarshal(h.Data, &v); err != nil {
		s.fail(w, r, err)
		return
	}
	v.Who.Name = r.PostFormValue("name")
	if _, err := auth.CleanName(v.Who.Name); err != nil {
		v.Problem, _, _ = reason(err)
		s.ask(w, r, v)
		return
	}
	s.enter(w, r, v.Who, v.Next)
}

// leave ends somebody's session at the provider, after ours.
func (s *Service) leave(w http.ResponseWriter, r *http.Request) {
	to := s.opts.Provider.Leave(r.Context(), s.base(r)+"/join")
	if to == "" {
		to = "/join"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
