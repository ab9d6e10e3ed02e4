// Package oidctest is an OpenID Connect provider for tests: it checks what it is asked, as a real one does, and signs what it
// answers with real keys. What it says can be altered on the way, to see whether that is noticed.
package oidctest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// Provider is an OpenID Connect provider with one client.
type Provider struct {
	Server         *httptest.Server
	Client, Secret string
	Redirect       string // the only address that it answers to
	Now            func() time.Time
	Person         map[string]any                     // the claims of who signs in
	Alter          func(claims map[string]any)        // changes a token before it is signed
	Sign           func(claims map[string]any) string // instead of signing with the provider's key
	Refuse         string                             // the error that it answers with instead of asking
	Info           map[string]any                     // what user info says; nil: there is none
	mu             sync.Mutex
	keys           []jose.JSONWebKey // the last one signs
	codes          map[string]request
	Fetched        int // times that its keys were asked for
	Asked          url.Values
}

// request is what a code was given for.
type request struct{ redirect, nonce, challenge string }

// New starts a provider, which ends with the test.
func New(t testing.TB) *Provider {
	p := &Provider{Client: "gputour", Secret: "s3cret&=/", Now: time.Now, codes: map[string]request{}}
	p.Rotate()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.configuration)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /keys", p.published)
	mux.HandleFunc("GET /info", p.info)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Server.Close)
	return p
}

// Issuer is the provider's name.
func (p *Provider) Issuer() string { return p.Server.URL }

// Rotate makes a new key and forgets the one before.
func (p *Provider) Rotate() {
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = []jose.JSONWebKey{{Key: private, KeyID: rand.Text(), Algorithm: "RS256", Use: "sig"}}
}

// Key is the key that signs.
func (p *Provider) Key() jose.JSONWebKey {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keys[len(p.keys)-1]
}

func (p *Provider) configuration(w http.ResponseWriter, r *http.Request) {
	base := p.Server.URL
	c := map[string]any{
		"issuer": base, "authorization_endpoint": base + "/authorize", "token_endpoint": base + "/token", "jwks_uri": base + "/keys",
		"end_session_endpoint": base + "/logout", "response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"id_token_signing_alg_values_supported": []string{"RS256"}, "authorization_response_iss_parameter_supported": true,
	}
	if p.Info != nil {
		c["userinfo_endpoint"] = base + "/info"
	}
	answer(w, http.StatusOK, c)
}

func (p *Provider) published(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Fetched++
	var set jose.JSONWebKeySet
	for _, k := range p.keys {
		set.Keys = append(set.Keys, k.Public())
	}
	answer(w, http.StatusOK, set)
}

// authorize signs the person in without a word.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	p.Asked = q
	for _, must := range [][2]string{{"client_id", p.Client}, {"redirect_uri", p.Redirect}, {"response_type", "code"}, {"code_challenge_method", "S256"}} {
		if q.Get(must[0]) != must[1] {
			http.Error(w, fmt.Sprintf("%s is %q, not %q", must[0], q.Get(must[0]), must[1]), http.StatusBadRequest)
			return
		}
	}
	back := url.Values{"state": {q.Get("state")}, "iss": {p.Issuer()}}
	if p.Refuse != "" {
		back.Set("error", p.Refuse)
	} else {
		code := rand.Text()
		p.mu.Lock()
		p.codes[code] = request{q.Get("redirect_uri"), q.Get("nonce"), q.Get("code_challenge")}
		p.mu.Unlock()
		back.Set("code", code)
	}
	http.Redirect(w, r, p.Redirect+"?"+back.Encode(), http.StatusFound)
}

func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	client, secret, ok := r.BasicAuth()
	client, _ = url.QueryUnescape(client) // RFC 6749 section 2.3.1
	secret, _ = url.QueryUnescape(secret)
	if !ok || client != p.Client || secret != p.Secret {
		answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		return
	}
	p.mu.Lock()
	asked, known := p.codes[r.FormValue("code")]
	delete(p.codes, r.FormValue("code"))
	p.mu.Unlock()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if !known || asked.redirect != r.FormValue("redirect_uri") || asked.challenge != base64.RawURLEncoding.EncodeToString(sum[:]) {
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return
	}
	answer(w, http.StatusOK, map[string]any{"access_token": "access", "token_type": "Bearer", "expires_in": 60, "id_token": p.IDToken(asked.nonce)})
}

// IDToken is a token for the person.
func (p *Provider) IDToken(nonce string) string {
	now := p.Now()
	claims := map[string]any{"iss": p.Issuer(), "aud": p.Client, "nonce": nonce, "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix()}
	for name, value := range p.Person {
		claims[name] = value
	}
	if p.Alter != nil {
		p.Alter(claims)
	}
	if p.Sign != nil {
		return p.Sign(claims)
	}
	return Signed(p.Key(), jose.RS256, claims)
}

// Signed signs claims with a key.
func Signed(key any, algorithm jose.SignatureAlgorithm, claims any) string {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		panic(err)
	}
	raw, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		panic(err)
	}
	return raw
}

// Unsigned says that claims need no signature.
func Unsigned(claims any) string {
	body, err := json.Marshal(claims)
	if err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + base64.RawURLEncoding.EncodeToString(body) + "."
}

func (p *Provider) info(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer access" {
		answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_token"})
		return
	}
	answer(w, http.StatusOK, p.Info)
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}
