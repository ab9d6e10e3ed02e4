package federate

import (
	"net/http"
	"time"

	"gputour/server/auth"
	"gputour/server/lti"
	"gputour/server/page"
	"gputour/server/store"
)

// This file has learning systems register themselves (LTI Dynamic Registration): the owner gives them an address that works once.

// inviteLasts is how long such an address works.
const inviteLasts = 24 * time.Hour

// inviteForm makes an address. The handshake is the owner's browser's by name only: the learning system opens it in one of its own, so
// what holds is that nobody guesses it, and that it works once.
func (s *Service) inviteForm(r *http.Request, v *settingsView) error {
	secret := auth.NewSecret()
	h := store.Handshake{State: auth.Digest(secret), Kind: kindInvite, Expires: s.opts.Now().Add(inviteLasts).UnixMilli()}
	v.Invite = s.base(r) + "/lti/register/" + secret
	return s.commit(r.Context(), store.AddHandshake{Handshake: h, Now: s.ms()}, s.audit(auth.From(r.Context()), "lti-invite", "", ""))
}

// register is opened by a learning system, whose address is openid_configuration (Registration section 3.3).
func (s *Service) register(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	state := auth.Digest(r.PathValue("secret"))
	h, err := s.opts.Store.Handshake(r.Context(), state)
	if err != nil || h.Kind != kindInvite || h.Expires <= s.ms() {
		s.refuse(w, r, errState)
		return
	}
	if !safe(s.base(r)) {
		s.refuse(w, r, errInsecure)
		return
	}
	if err := s.commit(r.Context(), store.TakeHandshake{State: state}); err != nil {
		s.refuse(w, r, errState)
		return
	}
	base := s.base(r)
	ours := lti.Ours{Name: "gputour", Login: base + loginPath, Launch: base + launchPath, Choose: base + choosePath, Keys: base + keysPath}
	p, err := s.services.Register(r.Context(), ours, r.URL.Query().Get("openid_configuration"), r.URL.Query().Get("registration_token"))
	if err == nil {
		_, err = s.Register(r.Context(), auth.Person{Name: "LTI Dynamic Registration"}, rowOf(p))
	}
	if err != nil {
		key, status := problem(err)
		if key == "" {
			s.fail(w, r, err)
			return
		}
		s.opts.Log.Warn("a learning system could not register", "error", err)
		s.show(w, r, "refused.html", page.Sheet{Title: "lti.title", Status: status, Data: refusal{Words: key, Code: bounded(err.Error())}})
		return
	}
	s.show(w, r, "registered.html", page.Sheet{Title: "lti.title", Frames: p.Frames(), Data: p.Name})
}

func rowOf(p lti.Platform) store.Platform {
	return store.Platform{Name: p.Name, Issuer: p.Issuer, Client: p.Client, Auth: p.Auth, Token: p.Token, Audience: p.Audience, JWKS: p.JWKS, Deployments: p.Deployments, Origins: p.Origins}
}
