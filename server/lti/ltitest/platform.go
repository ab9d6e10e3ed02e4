// Package ltitest is a learning system for tests: it sends people with messages that it signs, and gives its services to whom it
// knows by their signature, as a real one does. What it sends can be altered on the way.
package ltitest

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// Platform is a learning system with one course and one tool.
type Platform struct {
	Server             *httptest.Server
	Client, Deployment string
	Redirect           string                             // the only address that it answers to
	Keys               func() (jose.JSONWebKeySet, error) // the tool's public ones, asked for each time
	Person             map[string]any                     // the claims of who comes
	Message            map[string]any                     // the claims of what they want
	Alter              func(claims map[string]any)        // changes a message before it is signed
	Sign               func(claims map[string]any) string // instead of signing with the platform's key
	Members            []map[string]any
	Now                func() time.Time
	Page               int                                               // members a page
	Fail               func(w http.ResponseWriter, r *http.Request) bool // answers instead of a service

	mu         sync.Mutex
	key        jose.JSONWebKey
	seen       map[string]bool // assertions
	tokens     map[string]string
	issued     int
	Columns    []map[string]any
	Scores     []Score
	Registered map[string]any // what a tool has said of itself
	hint       string
}

// Score is points that arrived.
type Score struct {
	Column string
	Body   map[string]any
}

// The beginning of the names of the standard's claims.
const claim = "https://purl.imsglobal.org/spec/lti/claim/"

// New starts a platform, which ends with the test.
func New(t testing.TB) *Platform {
	p := &Platform{Client: "10000000000042", Deployment: "7:dep", Page: 2, Now: time.Now, seen: map[string]bool{}, tokens: map[string]string{}, hint: "u-17"}
	p.Rotate()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /auth", p.auth)
	mux.HandleFunc("GET /keys", p.published)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /.well-known/openid-configuration", p.configuration)
	mux.HandleFunc("POST /register", p.register)
	for pattern, h := range map[string]http.HandlerFunc{
		"GET /members": p.members, "GET /lineitems": p.columns, "POST /lineitems": p.addColumn, "POST /lineitems/{n}/scores": p.score,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if p.Fail == nil || !p.Fail(w, r) {
				h(w, r)
			}
		})
	}
	p.Server = httptest.NewServer(mux)
	p.Person = map[string]any{"sub": "u-17", "name": "Ann Lee", "email": "ann@example.edu"}
	p.Message = p.Link("https://class.example/en/lessons/tensors")
	t.Cleanup(p.Server.Close)
	return p
}

// Issuer is the platform's name.
func (p *Platform) Issuer() string { return p.Server.URL }

// Rotate makes a new key and forgets the one before.
func (p *Platform) Rotate() {
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.key = jose.JSONWebKey{Key: private, KeyID: rand.Text(), Algorithm: "RS256", Use: "sig"}
}

// configuration says what it is to a tool that registers itself.
func (p *Platform) configuration(w http.ResponseWriter, r *http.Request) {
	base := p.Issuer()
	answer(w, http.StatusOK, map[string]any{
		"issuer": base, "authorization_endpoint": base + "/auth", "token_endpoint": base + "/token", "jwks_uri": base + "/keys", "registration_endpoint": base + "/register",
		"https://purl.imsglobal.org/spec/lti-platform-configuration": map[string]any{"product_family_code": "School", "messages_supported": []map[string]any{{"type": "LtiResourceLinkRequest"}, {"type": "LtiDeepLinkingRequest"}}},
	})
}

// register keeps what a tool says of itself, when it has the token that the administrator gave it.
func (p *Platform) register(w http.ResponseWriter, r *http.Request) {
	var said map[string]any
	if r.Header.Get("Authorization") != "Bearer let-me" || json.NewDecoder(r.Body).Decode(&said) != nil || said["application_type"] != "web" || said["token_endpoint_auth_method"] != "private_key_jwt" {
		answer(w, http.StatusForbidden, map[string]any{"error": "access_denied"})
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Registered = said
	answer(w, http.StatusOK, map[string]any{"client_id": p.Client, "https://purl.imsglobal.org/spec/lti-tool-configuration": map[string]any{"deployment_id": p.Deployment}})
}

// Key is the key that signs.
func (p *Platform) Key() jose.JSONWebKey {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.key
}

// Link are the claims of a learner who opens a link.
func (p *Platform) Link(target string) map[string]any {
	base := p.Issuer()
	return map[string]any{
		claim + "message_type": "LtiResourceLinkRequest", claim + "version": "1.3.0", claim + "target_link_uri": target,
		claim + "roles":         []string{"http://purl.imsglobal.org/vocab/lis/v2/institution/person#Student", "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"},
		claim + "resource_link": map[string]any{"id": "link-1", "title": "Tensors"},
		claim + "context":       map[string]any{"id": "course-5", "label": "CS101", "title": "GPUs"},
		"https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice": map[string]any{"context_memberships_url": base + "/members?c=5", "service_versions": []string{"2.0"}},
		"https://purl.imsglobal.org/spec/lti-ags/claim/endpoint": map[string]any{
			"scope":     []string{"https://purl.imsglobal.org/spec/lti-ags/scope/lineitem", "https://purl.imsglobal.org/spec/lti-ags/scope/score"},
			"lineitems": base + "/lineitems?type_id=1",
		},
	}
}

// Choose are the claims of an instructor who makes a new link.
func (p *Platform) Choose() map[string]any {
	m := p.Link("https://class.example/lti/launch")
	delete(m, claim+"resource_link")
	m[claim+"message_type"] = "LtiDeepLinkingRequest"
	m[claim+"roles"] = []string{"http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"}
	m["https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"] = map[string]any{
		"deep_link_return_url": p.Issuer() + "/chosen?id=3", "accept_types": []string{"link", "ltiResourceLink"},
		"accept_presentation_document_targets": []string{"iframe", "window"}, "accept_multiple": true, "data": "csrftoken:c7fbba78",
	}
	return m
}

// Initiation is how it announces somebody who wants to go to target.
func (p *Platform) Initiation(target string) url.Values {
	return url.Values{"iss": {p.Issuer()}, "client_id": {p.Client}, "lti_deployment_id": {p.Deployment},
		"login_hint": {p.hint}, "lti_message_hint": {"m-1"}, "target_link_uri": {target}}
}

// fields are those of the form with which auth answers.
var fields = regexp.MustCompile(`name="([a-z_]+)" value="([^"]*)"`)

// Form reads the form that a browser posts to the tool at once.
func Form(page string) url.Values {
	form := url.Values{}
	for _, m := range fields.FindAllStringSubmatch(page, -1) {
		form.Set(m[1], html.UnescapeString(m[2]))
	}
	return form
}

// auth answers who somebody is with a form that their browser posts.
func (p *Platform) auth(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	for name, want := range map[string]string{
		"scope": "openid", "response_type": "id_token", "response_mode": "form_post", "prompt": "none", "client_id": p.Client,
		"redirect_uri": p.Redirect, "login_hint": p.hint, "lti_message_hint": "m-1",
	} {
		if q.Get(name) != want {
			http.Error(w, fmt.Sprintf("%s is %q, not %q", name, q.Get(name), want), http.StatusBadRequest)
			return
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, `<form method="post" action="%s"><input type="hidden" name="state" value="%s"><input type="hidden" name="id_token" value="%s"></form><script>document.forms[0].submit()</script>`,
		html.EscapeString(p.Redirect), html.EscapeString(q.Get("state")), p.Launch(q.Get("nonce")))
}

// Launch is a signed message.
func (p *Platform) Launch(nonce string) string {
	now := p.Now()
	claims := map[string]any{"iss": p.Issuer(), "aud": p.Client, "azp": p.Client, "nonce": nonce, "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(),
		claim + "deployment_id": p.Deployment}
	for _, m := range []map[string]any{p.Person, p.Message} {
		for name, value := range m {
			claims[name] = value
		}
	}
	if p.Alter != nil {
		p.Alter(claims)
	}
	if p.Sign != nil {
		return p.Sign(claims)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: p.Key()}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		panic(err)
	}
	raw, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		panic(err)
	}
	return raw
}

func (p *Platform) published(w http.ResponseWriter, r *http.Request) {
	key := p.Key()
	answer(w, http.StatusOK, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{key.Public()}})
}

// Verified returns what the tool has signed.
func (p *Platform) Verified(raw string) (map[string]any, error) {
	token, err := jwt.ParseSigned(raw, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		return nil, err
	}
	set, err := p.Keys()
	if err != nil {
		return nil, err
	}
	found := set.Key(token.Headers[0].KeyID)
	if len(found) != 1 {
		return nil, fmt.Errorf("%d keys have the id %q", len(found), token.Headers[0].KeyID)
	}
	var claims map[string]any
	var standard jwt.Claims
	if err := token.Claims(found[0].Key, &claims, &standard); err != nil {
		return nil, err
	}
	return claims, standard.Validate(jwt.Expected{Issuer: p.Client, Time: p.Now()})
}

// token gives access to whom it knows by their assertion, which is good once (RFC 7523 section 3).
func (p *Platform) token(w http.ResponseWriter, r *http.Request) {
	claims, err := p.Verified(r.FormValue("client_assertion"))
	if err != nil {
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_client", "error_description": err.Error()})
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	jti, _ := claims["jti"].(string)
	switch {
	case claims["sub"] != p.Client, claims["aud"] != p.Issuer()+"/token", jti == "" || p.seen[jti],
		r.FormValue("grant_type") != "client_credentials", r.FormValue("client_assertion_type") != "urn:ietf:params:oauth:client-assertion-type:jwt-bearer":
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_request"})
		return
	}
	p.seen[jti] = true
	p.issued++
	token := rand.Text()
	p.tokens[token] = r.FormValue("scope")
	answer(w, http.StatusOK, map[string]any{"access_token": token, "token_type": "bearer", "expires_in": 3600, "scope": r.FormValue("scope")})
}

// Issued counts the tokens given, and Revoke takes them all back.
func (p *Platform) Issued() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.issued
}

// Revoke takes all tokens back.
func (p *Platform) Revoke() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.tokens)
}

// may reports whether a request holds a token with a scope.
func (p *Platform) may(w http.ResponseWriter, r *http.Request, scope string) bool {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	p.mu.Lock()
	scopes, known := p.tokens[token]
	p.mu.Unlock()
	switch {
	case !known:
		answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_token"})
	case !strings.Contains(" "+scopes+" ", " "+scope+" "):
		answer(w, http.StatusForbidden, map[string]any{"error": "insufficient_scope"})
	default:
		return true
	}
	return false
}

func (p *Platform) members(w http.ResponseWriter, r *http.Request) {
	if !p.may(w, r, "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly") {
		return
	}
	var from int
	fmt.Sscan(r.URL.Query().Get("from"), &from)
	to := min(from+p.Page, len(p.Members))
	if to < len(p.Members) {
		w.Header().Set("Link", fmt.Sprintf(`<%s/members?c=5&from=0>; rel="first", <%s/members?c=5&from=%d>; rel="next"`, p.Issuer(), p.Issuer(), to))
	}
	answer(w, http.StatusOK, map[string]any{"id": "x", "context": map[string]any{"id": "course-5"}, "members": p.Members[from:to]})
}

func (p *Platform) columns(w http.ResponseWriter, r *http.Request) {
	if p.may(w, r, "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem") {
		p.mu.Lock()
		defer p.mu.Unlock()
		answer(w, http.StatusOK, append([]map[string]any{}, p.Columns...)) // all of them, whatever is asked for
	}
}

func (p *Platform) addColumn(w http.ResponseWriter, r *http.Request) {
	if !p.may(w, r, "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem") {
		return
	}
	var column map[string]any
	if r.Header.Get("Content-Type") != "application/vnd.ims.lis.v2.lineitem+json" || json.NewDecoder(r.Body).Decode(&column) != nil || column["label"] == "" || column["scoreMaximum"] == nil {
		answer(w, http.StatusBadRequest, map[string]any{"error": "no line item"})
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	column["id"] = fmt.Sprintf("%s/lineitems/%d?type_id=1", p.Issuer(), len(p.Columns)+1)
	p.Columns = append(p.Columns, column)
	answer(w, http.StatusCreated, column)
}

func (p *Platform) score(w http.ResponseWriter, r *http.Request) {
	if !p.may(w, r, "https://purl.imsglobal.org/spec/lti-ags/scope/score") {
		return
	}
	data, _ := io.ReadAll(r.Body)
	var body map[string]any
	at, _ := func() (time.Time, error) {
		json.Unmarshal(data, &body)
		text, _ := body["timestamp"].(string)
		return time.Parse(time.RFC3339Nano, text)
	}()
	if r.Header.Get("Content-Type") != "application/vnd.ims.lis.v1.score+json" || r.URL.Query().Get("type_id") != "1" || at.IsZero() ||
		body["userId"] == nil || body["activityProgress"] == nil || body["gradingProgress"] == nil {
		answer(w, http.StatusBadRequest, map[string]any{"error": "no score: " + string(data)})
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Scores = append(p.Scores, Score{r.PathValue("n"), body})
	w.WriteHeader(http.StatusNoContent)
}

// Arrived are the points so far.
func (p *Platform) Arrived() []Score {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Score{}, p.Scores...)
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}
