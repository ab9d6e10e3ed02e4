package main

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"gputour/server/flags"
)

func TestFederationFlags(t *testing.T) {
	for _, c := range []struct {
		name string
		f    federation
		good bool
	}{
		{"none", federation{}, true},
		{"a provider", federation{Issuer: "https://login.example", Client: "c"}, true},
		{"no client", federation{Issuer: "https://login.example"}, false},
		{"no issuer", federation{Client: "c"}, false},
		{"domains without issuer", federation{Domains: []string{"x"}}, false},
		{"behind a proxy", federation{URL: "https://class.example"}, true},
		{"with a slash", federation{URL: "https://class.example:8443/"}, true},
		{"without TLS", federation{URL: "http://class.example"}, false},
		{"with a path", federation{URL: "https://class.example/x"}, false},
		{"with a password", federation{URL: "https://a:b@class.example"}, false},
		{"no address", federation{URL: "class.example"}, false},
	} {
		if err := c.f.Validate(); (err == nil) != c.good {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	f := federation{URL: "https://class.example:8443/"}
	if f.Validate() != nil || f.URL != "https://class.example:8443" || len(f.names()) != 1 || f.names()[0] != "class.example" {
		t.Errorf("%+v, %q", f, f.names())
	}
}

// TestSignInWithoutTLS is when a class with a provider begins on addresses that others reach.
func TestSignInWithoutTLS(t *testing.T) {
	wide, local := &net.TCPAddr{IP: net.IPv4zero, Port: 8080}, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	for _, c := range []struct {
		name  string
		f     federation
		bound net.Addr
		tls   bool
		good  bool
	}{
		{"in the network", federation{Issuer: "i"}, wide, false, false},
		{"this machine", federation{Issuer: "i"}, local, false, true},
		{"TLS", federation{Issuer: "i"}, wide, true, true},
		{"a proxy's TLS", federation{Issuer: "i", URL: "https://x"}, wide, false, true},
		{"somebody is sure", federation{Issuer: "i", Yes: true}, wide, false, true},
		{"no provider", federation{}, wide, false, true},
	} {
		err := c.f.private(c.bound, c.tls)
		var usage *flags.UsageError
		if (err == nil) != c.good || err != nil && (!errors.As(err, &usage) || !errors.Is(err, errPlainSignIn)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestProviderOfTheFlags(t *testing.T) {
	dir := t.TempDir()
	secret, empty := filepath.Join(dir, "secret"), filepath.Join(dir, "empty")
	for file, text := range map[string]string{secret: "s3cret\n", empty: " \n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		f    federation
		name string
		good bool
	}{
		{federation{}, "", true},
		{federation{Issuer: "https://login.example/realm", Client: "c", Secret: secret}, "login.example", true},
		{federation{Issuer: "https://login.example", Client: "c", Label: "School"}, "School", true},
		{federation{Issuer: "https://login.example", Client: "c", Secret: empty}, "", false},
		{federation{Issuer: "https://login.example", Client: "c", Secret: filepath.Join(dir, "none")}, "", false},
		{federation{Issuer: "http://login.example", Client: "c"}, "", false},
	} {
		p, name, err := c.f.provider()
		if (err == nil) != c.good || name != c.name || (p != nil) != (c.name != "") {
			t.Errorf("%+v: %q, %v", c.f, name, err)
		}
	}
}
