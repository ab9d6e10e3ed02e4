package oidc

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"gputour/server/auth"
	"gputour/server/idtoken"
	"gputour/server/oidc/oidctest"
)

const callback = "https://class.example/login/oidc/callback"

var ann = map[string]any{"sub": "248289761001", "name": "Ann Lee", "email": "ann@example.edu", "email_verified": true, "groups": []string{"cs101", "staff"}}

// setup returns a provider of a test and us as its client.
func setup(t *testing.T, change func(*Config)) (*oidctest.Provider, *Provider) {
	t.Helper()
	theirs := oidctest.New(t)
	theirs.Redirect, theirs.Person = callback, ann
	c := Config{Issuer: theirs.Issuer(), Client: theirs.Client, Secret: theirs.Secret, Now: theirs.Now}
	if change != nil {
		change(&c)
	}
	ours, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return theirs, ours
}

// follow sends a browser to the provider and returns what it brings back.
func follow(t *testing.T, address string) url.Values {
	t.Helper()
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := browser.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	back, err := resp.Location()
	if err != nil {
		t.Fatalf("%s: %v", resp.Status, err)
	}
	return back.Query()
}

func signIn(t *testing.T, p *Provider) (Person, error) {
	t.Helper()
	address, attempt, err := p.Begin(context.Background(), callback, auth.NewSecret)
	if err != nil {
		return Person{}, err
	}
	answer := follow(t, address)
	if answer.Get("state") != attempt.State {
		t.Fatalf("the state came back as %q", answer.Get("state"))
	}
	return p.Finish(context.Background(), attempt, answer)
}

// code is the code of a refusal, "" when there was none.
func code(err error) string {
	var ours *Refusal
	var theirs *idtoken.Refusal
	switch {
	case errors.As(err, &ours):
		return string(ours.Code)
	case errors.As(err, &theirs):
		return string(theirs.Code)
	case err != nil:
		return "untyped: " + err.Error()
	}
	return ""
}

func TestSignIn(t *testing.T) {
	theirs, ours := setup(t, nil)
	got, err := signIn(t, ours)
	if want := (Person{theirs.Issuer(), "248289761001", "Ann Lee", "ann@example.edu"}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestForgedTokens changes the token that the provider gives; each change is noticed and has its own code.
func TestForgedTokens(t *testing.T) {
	set := func(name string, value any) func(map[string]any) {
		return func(c map[string]any) { c[name] = value }
	}
	for _, c := range []struct {
		name  string
		alter func(map[string]any)
		want  idtoken.Code
	}{
		{"another issuer", set("iss", "https://evil.example"), idtoken.Issuer},
		{"an issuer that only looks the same", func(c map[string]any) { c["iss"] = c["iss"].(string) + "/" }, idtoken.Issuer},
		{"for another client", set("aud", "somebody"), idtoken.Audience},
		{"for nobody", func(c map[string]any) { delete(c, "aud") }, idtoken.Audience},
		{"for two, given to nobody", set("aud", []string{"gputour", "somebody"}), idtoken.Party},
		{"for two, given to the other", func(c map[string]any) { c["aud"], c["azp"] = []string{"gputour", "other"}, "other" }, idtoken.Party},
		{"another nonce", set("nonce", "x"), idtoken.Nonce},
		{"no nonce", func(c map[string]any) { delete(c, "nonce") }, idtoken.Nonce},
		{"a nonce that is no text", set("nonce", 5), idtoken.Malformed},
		{"expired", set("exp", time.Now().Add(-2*time.Minute).Unix()), idtoken.Expired},
		{"without an end", func(c map[string]any) { delete(c, "exp") }, idtoken.Expired},
		{"old, with an end far away", set("iat", time.Now().Add(-time.Hour).Unix()), idtoken.Expired},
		{"of tomorrow", set("iat", time.Now().Add(24*time.Hour).Unix()), idtoken.Early},
		{"not good yet", set("nbf", time.Now().Add(time.Hour).Unix()), idtoken.Early},
		{"of nobody", set("sub", ""), idtoken.Subject},
		{"a subject without end", set("sub", string(make([]byte, 300))), idtoken.Subject},
		{"a time that no clock shows", set("exp", -1e300), idtoken.Expired},
	} {
		t.Run(c.name, func(t *testing.T) {
			theirs, ours := setup(t, nil)
			theirs.Alter = c.alter
			if _, err := signIn(t, ours); code(err) != string(c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// TestForgedSignatures has tokens signed by somebody else, in other ways, and not at all.
func TestForgedSignatures(t *testing.T) {
	theirs, ours := setup(t, nil)
	other := oidctest.New(t)
	shared := []byte("0123456789abcdef0123456789abcdef")
	for name, c := range map[string]struct {
		sign func(map[string]any) string
		want idtoken.Code
	}{
		"no signature":    {func(c map[string]any) string { return oidctest.Unsigned(c) }, idtoken.Algorithm},
		"a shared secret": {func(c map[string]any) string { return oidctest.Signed(shared, jose.HS256, c) }, idtoken.Algorithm},
		"another key":     {func(c map[string]any) string { return oidctest.Signed(other.Key(), jose.RS256, c) }, idtoken.Signature},
		"a key with our id": {func(c map[string]any) string {
			k := other.Key()
			k.KeyID = theirs.Key().KeyID
			return oidctest.Signed(k, jose.RS256, c)
		}, idtoken.Signature},
		"signature cut off": {func(c map[string]any) string { s := oidctest.Signed(theirs.Key(), jose.RS256, c); return s[:len(s)-20] }, idtoken.Signature},
		"no token":          {func(c map[string]any) string { return "" }, idtoken.Malformed},
		"nonsense":          {func(c map[string]any) string { return "a.b.c" }, idtoken.Malformed},
		"more than one holds": {func(c map[string]any) string {
			c["x"] = string(make([]byte, 64<<10))
			return oidctest.Signed(theirs.Key(), jose.RS256, c)
		}, idtoken.Malformed},
	} {
		t.Run(name, func(t *testing.T) {
			theirs.Sign = c.sign
			if _, err := signIn(t, ours); code(err) != string(c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// TestKeyRotation has the provider change its key between two sign-ins.
func TestKeyRotation(t *testing.T) {
	now := time.Now()
	theirs, ours := setup(t, func(c *Config) { c.Now = func() time.Time { return now } })
	if _, err := signIn(t, ours); err != nil {
		t.Fatal(err)
	}
	theirs.Rotate()
	if _, err := signIn(t, ours); code(err) != string(idtoken.Signature) {
		t.Errorf("a new key in the next moment: %v; the keys are not asked for again at once", err)
	}
	now = now.Add(11 * time.Second)
	if _, err := signIn(t, ours); err != nil {
		t.Errorf("a new key: %v", err)
	}
	if theirs.Fetched != 2 {
		t.Errorf("the keys were fetched %d times", theirs.Fetched)
	}
}

// TestAnswers are what a browser may bring back instead of a code that is good.
func TestAnswers(t *testing.T) {
	theirs, ours := setup(t, nil)
	address, attempt, err := ours.Begin(context.Background(), callback, auth.NewSecret)
	if err != nil {
		t.Fatal(err)
	}
	iss := theirs.Issuer()
	for _, c := range []struct {
		answer url.Values
		want   Code
	}{
		{url.Values{"iss": {iss}, "error": {"access_denied"}}, Denied},
		{url.Values{"iss": {iss}, "error": {"server_error"}}, Failed},
		{url.Values{"iss": {iss}}, NoCode},
		{url.Values{"iss": {iss}, "code": {"made up"}}, Refused},
		{url.Values{"iss": {"https://evil.example"}, "code": {"x"}}, Mixed},
		{url.Values{"code": {"x"}}, Mixed},
	} {
		if _, err := ours.Finish(context.Background(), attempt, c.answer); code(err) != string(c.want) {
			t.Errorf("%v: %v", c.answer, err)
		}
	}
	answer := follow(t, address)
	stolen := attempt
	stolen.Verifier = "of another browser, and long enough to be a verifier"
	if _, err := ours.Finish(context.Background(), stolen, answer); code(err) != string(Refused) {
		t.Errorf("a code without its verifier: %v", err)
	}
	answer = follow(t, address)
	if _, err := ours.Finish(context.Background(), attempt, answer); err != nil {
		t.Error(err)
	}
	if _, err := ours.Finish(context.Background(), attempt, answer); code(err) != string(Refused) {
		t.Errorf("a code used twice: %v", err)
	}
}

func TestWhoMayComeIn(t *testing.T) {
	with := func(changes map[string]any) map[string]any {
		p := map[string]any{}
		for _, m := range []map[string]any{ann, changes} {
			for k, v := range m {
				p[k] = v
			}
		}
		return p
	}
	for _, c := range []struct {
		name            string
		person          map[string]any
		domains, groups []string
		want            Code
		email           string
	}{
		{"the domain", ann, []string{"EXAMPLE.edu"}, nil, "", "ann@example.edu"},
		{"another domain", ann, []string{"example.com"}, nil, Domain, ""},
		{"a domain that ends the same", with(map[string]any{"email": "ann@evil-example.edu"}), []string{"example.edu"}, nil, Domain, ""},
		{"two signs", with(map[string]any{"email": "a@evil.example@example.edu"}), []string{"example.edu"}, nil, Domain, ""},
		{"not verified", with(map[string]any{"email_verified": false}), []string{"example.edu"}, nil, Domain, ""},
		{"not verified, all domains", with(map[string]any{"email_verified": false}), nil, nil, "", ""},
		{"verified in text", with(map[string]any{"email_verified": "true"}), nil, nil, "", "ann@example.edu"},
		{"verified is nonsense", with(map[string]any{"email_verified": 7}), nil, nil, "", ""},
		{"the group", ann, nil, []string{"cs102", "cs101"}, "", "ann@example.edu"},
		{"another group", ann, nil, []string{"cs102"}, Group, ""},
		{"one group as text", with(map[string]any{"groups": "cs102"}), nil, []string{"cs102"}, "", "ann@example.edu"},
		{"groups are nonsense", with(map[string]any{"groups": map[string]any{"cs102": 1}}), nil, []string{"cs102"}, Group, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			theirs, ours := setup(t, func(o *Config) { o.Domains, o.Groups = c.domains, c.groups })
			theirs.Person = c.person
			got, err := signIn(t, ours)
			if code(err) != string(c.want) || err == nil && got.Email != c.email {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// TestUserInfo asks for what the token does not hold.
func TestUserInfo(t *testing.T) {
	theirs, ours := setup(t, nil)
	theirs.Person, theirs.Info = map[string]any{"sub": "7"}, map[string]any{"sub": "7", "preferred_username": "ann", "email": "ann@example.edu", "email_verified": true}
	if got, err := signIn(t, ours); err != nil || got.Name != "ann" || got.Email != "ann@example.edu" {
		t.Errorf("%+v, %v", got, err)
	}
	theirs.Info["sub"] = "8"
	if _, err := signIn(t, ours); code(err) != string(idtoken.Subject) {
		t.Errorf("somebody else's: %v", err)
	}
}

func TestProviderThatIsAway(t *testing.T) {
	now, asked := time.Now(), 0
	count := roundTrip(func(r *http.Request) (*http.Response, error) {
		asked++
		return http.DefaultTransport.RoundTrip(r)
	})
	theirs, ours := setup(t, func(c *Config) {
		c.HTTP, c.Now = &http.Client{Transport: count}, func() time.Time { return now }
	})
	theirs.Server.Close()
	for range 3 { // a class that arrives together waits once
		if _, err := signIn(t, ours); code(err) != string(Unreachable) {
			t.Error(err)
		}
	}
	if asked != 1 {
		t.Errorf("it was asked %d times", asked)
	}
	now = now.Add(pause)
	gone, leave := context.WithCancel(context.Background())
	leave()
	if _, _, err := ours.Begin(gone, callback, auth.NewSecret); code(err) != string(Unreachable) || asked != 2 || strings.Contains(err.Error(), "canceled") {
		t.Errorf("asked %d times: %v", asked, err)
	}
	if ours.Leave(context.Background(), "https://class.example/") != "" {
		t.Error("a provider that is away ends a session")
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestLeave(t *testing.T) {
	theirs, ours := setup(t, nil)
	u, err := url.Parse(ours.Leave(context.Background(), "https://class.example/"))
	if err != nil || u.Path != "/logout" || u.Query().Get("client_id") != theirs.Client || u.Query().Get("post_logout_redirect_uri") != "https://class.example/" {
		t.Error(u, err)
	}
}

func TestConfig(t *testing.T) {
	for issuer, good := range map[string]bool{
		"https://login.example.org": true, "https://login.example.org/realms/a": true, "http://127.0.0.1:8080": true, "http://localhost:1": true,
		"http://login.example.org": false, "login.example.org": false, "": false, "ftp://x": false, "https://x?y": false, "https://x#y": false, "https://%zz": false,
	} {
		if _, err := New(Config{Issuer: issuer, Client: "c"}); (err == nil) != good {
			t.Errorf("%q: %v", issuer, err)
		}
	}
	if _, err := New(Config{Issuer: "https://login.example.org"}); err == nil {
		t.Error("no client")
	}
}
