// Package oidc signs people in at an OpenID Connect provider: the code flow of OpenID Connect Core 1.0 section 3.1, with PKCE (RFC 7636).
//
// It knows nothing of classes: Begin says where to send the browser, Finish who came back. What was begun is an Attempt, which the
// caller keeps for the one browser that it belongs to, and forgets when it is used.
package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"gputour/server/idtoken"
)

// Config is a registration at a provider.
type Config struct {
	Issuer  string // as the provider names itself, https://…
	Client  string
	Secret  string // "" for a public client
	Scopes  []string
	Domains []string // of e-mail addresses that may come in; none: all
	Groups  []string // of which one is asked for; none: all
	Claim   string   // where groups stand
	Now     func() time.Time
	HTTP    *http.Client
}

// Code says why somebody was not signed in. web/text has the words of each, as of idtoken's codes.
type Code string

// The codes.
const (
	Unreachable Code = "unreachable" // the provider does not answer, or not as one
	Denied      Code = "denied"      // they, or the provider, said no
	Failed      Code = "failed"      // the provider says that something is wrong
	Mixed       Code = "mixed"       // the answer is of another provider (RFC 9207)
	NoCode      Code = "no-code"     // the answer holds nothing
	Refused     Code = "refused"     // the provider does not take the code
	Domain      Code = "domain"      // no verified e-mail address of an allowed domain
	Group       Code = "group"       // in no allowed group
)

// Codes are all codes.
var Codes = []Code{Unreachable, Denied, Failed, Mixed, NoCode, Refused, Domain, Group}

// Refusal is the error of somebody who was not signed in.
type Refusal struct {
	Code   Code
	Detail string // for the log
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("sign-in refused (%s): %s", r.Code, r.Detail) }

func refuse(code Code, format string, args ...any) error {
	return &Refusal{code, fmt.Sprintf(format, args...)}
}

// Attempt is a sign-in that has begun.
type Attempt struct {
	State, Nonce, Verifier string
	Redirect               string // our address to which the answer comes
}

// Person is who came back.
type Person struct {
	Issuer, Subject string
	Name            string
	Email           string // "" unless the provider says that it is theirs
}

// Provider signs people in. Its methods may be called from any goroutine.
type Provider struct {
	config Config

	mu     sync.Mutex
	found  *found
	tried  time.Time
	failed error // of the last try
}

// pause is between two tries to reach a provider that is away: a class that arrives then is told at once.
const pause = 5 * time.Second

// found is what a provider says of itself.
type found struct {
	provider *oidc.Provider
	keys     *idtoken.Remote
	JWKS     string `json:"jwks_uri"`
	Logout   string `json:"end_session_endpoint"`
	NamesIss bool   `json:"authorization_response_iss_parameter_supported"`
}

// New returns a provider. It is asked nothing before somebody wants to sign in, so that a class can begin without it.
func New(c Config) (*Provider, error) {
	issuer, err := url.Parse(c.Issuer)
	switch {
	case err != nil || issuer.Host == "" || issuer.RawQuery != "" || issuer.Fragment != "":
		return nil, fmt.Errorf("the issuer %q is no address, as in https://login.example.org", c.Issuer)
	case issuer.Scheme != "https" && !(issuer.Scheme == "http" && loopback(issuer.Hostname())):
		return nil, fmt.Errorf("the issuer %q is reached without TLS, so anybody between could be it: use its https address", c.Issuer)
	case c.Client == "":
		return nil, errors.New("the provider has given us a client id, which is missing")
	}
	if c.HTTP == nil {
		c.HTTP = &http.Client{Timeout: 10 * time.Second}
	}
	if c.Claim == "" {
		c.Claim = "groups"
	}
	return &Provider{config: c}, nil
}

func loopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// discover asks the provider what it is, once it has answered never again.
func (p *Provider) discover(ctx context.Context) (*found, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.config.Now()
	switch {
	case p.found != nil:
		return p.found, nil
	case p.failed != nil && now.Sub(p.tried) < pause:
		return nil, p.failed
	}
	p.tried, p.failed = now, nil
	ctx = context.WithoutCancel(ctx) // whoever asks first may leave; the client has a bound of its own
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, p.config.HTTP), p.config.Issuer)
	f := &found{provider: provider}
	if err == nil {
		err = provider.Claims(f)
	}
	if err != nil {
		p.failed = refuse(Unreachable, "%v", err)
		return nil, p.failed
	}
	f.keys = &idtoken.Remote{URL: f.JWKS, HTTP: p.config.HTTP, Now: p.config.Now}
	p.found = f
	return f, nil
}

func (p *Provider) oauth(f *found, redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.config.Client, ClientSecret: p.config.Secret, RedirectURL: redirect, Endpoint: f.provider.Endpoint(),
		Scopes: append([]string{oidc.ScopeOpenID, "profile", "email"}, p.config.Scopes...),
	}
}

// Begin returns the address at the provider to which a browser is to go; it comes back to redirect, which the provider has to know.
// secret makes a value that nobody can guess.
func (p *Provider) Begin(ctx context.Context, redirect string, secret func() string) (string, Attempt, error) {
	f, err := p.discover(ctx)
	if err != nil {
		return "", Attempt{}, err
	}
	a := Attempt{secret(), secret(), oauth2.GenerateVerifier(), redirect}
	return p.oauth(f, redirect).AuthCodeURL(a.State, oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), a, nil
}

// Finish returns who came back with the provider's answer to an attempt. The error is a *Refusal or an *idtoken.Refusal.
func (p *Provider) Finish(ctx context.Context, a Attempt, answer url.Values) (Person, error) {
	f, err := p.discover(ctx)
	if err != nil {
		return Person{}, err
	}
	if err := p.answered(f, answer); err != nil {
		return Person{}, err
	}
	ctx = oidc.ClientContext(ctx, p.config.HTTP)
	token, err := p.oauth(f, a.Redirect).Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Person{}, exchangeRefusal(err)
	}
	raw, _ := token.Extra("id_token").(string)
	verifier := idtoken.Verifier{Issuer: p.config.Issuer, Client: p.config.Client, Keys: f.keys, Now: p.config.Now}
	claims, err := verifier.Verify(ctx, raw, a.Nonce)
	if err != nil {
		return Person{}, err
	}
	said, err := p.said(ctx, f, claims, token)
	if err != nil {
		return Person{}, err
	}
	return said.person(claims), p.allowed(said)
}

// answered looks at the provider's answer before anything is asked with it.
func (p *Provider) answered(f *found, answer url.Values) error {
	iss := answer.Get("iss")
	switch code := answer.Get("error"); {
	case iss != "" && iss != p.config.Issuer, iss == "" && f.NamesIss:
		return refuse(Mixed, "iss %q", iss)
	case code == "access_denied", code == "login_required", code == "interaction_required", code == "consent_required":
		return refuse(Denied, "%s: %s", code, answer.Get("error_description"))
	case code != "":
		return refuse(Failed, "%s: %s", code, answer.Get("error_description"))
	case answer.Get("code") == "":
		return refuse(NoCode, "%v", answer)
	}
	return nil
}

func exchangeRefusal(err error) error {
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) && refused.ErrorCode != "" {
		return refuse(Refused, "%s: %s", refused.ErrorCode, refused.ErrorDescription)
	}
	return refuse(Unreachable, "%v", err)
}

// said are the claims of a person, of the token or of the provider's user info.
type said struct {
	Subject   string `json:"sub"`
	Name      string `json:"name"`
	Preferred string `json:"preferred_username"`
	Email     string `json:"email"`
	Verified  truth  `json:"email_verified"`
	groups    []string
}

// said reads what the token says of a person and, where that is not enough, what the provider does.
func (p *Provider) said(ctx context.Context, f *found, claims idtoken.Claims, token *oauth2.Token) (said, error) {
	var s said
	var all map[string]json.RawMessage
	if err := errors.Join(claims.Into(&s), claims.Into(&all)); err != nil {
		return s, err
	}
	s.groups = names(all[p.config.Claim])
	if s.Email != "" && s.Name != "" && (len(p.config.Groups) == 0 || len(s.groups) > 0) || f.provider.UserInfoEndpoint() == "" {
		return s, nil
	}
	info, err := f.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return s, refuse(Unreachable, "user info: %v", err)
	}
	var more said
	if err := errors.Join(info.Claims(&more), info.Claims(&all)); err != nil {
		return s, refuse(Unreachable, "user info: %v", err)
	}
	if more.Subject != claims.Subject { // Core section 5.3.2: else it may be somebody else's
		return s, &idtoken.Refusal{Code: idtoken.Subject, Detail: fmt.Sprintf("user info of %q", more.Subject)}
	}
	more.groups = names(all[p.config.Claim])
	return more, nil
}

func (s said) person(c idtoken.Claims) Person {
	p := Person{Issuer: c.Issuer, Subject: c.Subject, Name: s.Name}
	if p.Name == "" {
		p.Name = s.Preferred
	}
	if s.Verified {
		p.Email = s.Email
	}
	return p
}

// allowed checks who may come in at all.
func (p *Provider) allowed(s said) error {
	_, domain, _ := strings.Cut(s.Email, "@")
	if len(p.config.Domains) > 0 && !(bool(s.Verified) && slices.ContainsFunc(p.config.Domains, func(d string) bool { return strings.EqualFold(d, domain) })) {
		return refuse(Domain, "%q, verified: %v", s.Email, s.Verified)
	}
	if len(p.config.Groups) > 0 && !slices.ContainsFunc(p.config.Groups, func(g string) bool { return slices.Contains(s.groups, g) }) {
		return refuse(Group, "%q", s.groups)
	}
	return nil
}

// Leave is the address at which a browser ends its session at the provider (OpenID Connect RP-Initiated Logout 1.0), "" when
// there is none; back is ours, to which the provider sends it then.
func (p *Provider) Leave(ctx context.Context, back string) string {
	f, err := p.discover(ctx)
	if err != nil || f.Logout == "" {
		return ""
	}
	u, err := url.Parse(f.Logout)
	if err != nil || u.Scheme != "https" && !loopback(u.Hostname()) {
		return ""
	}
	q := u.Query()
	q.Set("client_id", p.config.Client)
	q.Set("post_logout_redirect_uri", back)
	u.RawQuery = q.Encode()
	return u.String()
}

// truth is a boolean that some providers write as text.
type truth bool

// UnmarshalJSON implements json.Unmarshaler.
func (t *truth) UnmarshalJSON(data []byte) error {
	*t = truth(strings.Trim(string(data), `"`) == "true")
	return nil
}

// names reads one name or several.
func names(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	var several []string
	json.Unmarshal(raw, &several) // what is something else names nothing
	return several
}
