package cert

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// clock is a time that a test sets.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func own(t *testing.T, dir string, c *clock, names ...string) *Own {
	t.Helper()
	o, err := NewOwn(dir, func() []string { return names }, c.now)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// greet shakes hands as somebody who trusts an authority, and returns the server's certificate.
func greet(t *testing.T, server *tls.Config, authority []byte, name string, at time.Time) (*x509.Certificate, error) {
	t.Helper()
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(authority)
	here, there := net.Pipe()
	defer here.Close()
	go func() {
		s := tls.Server(there, server)
		s.Handshake() // the client tells what went wrong
		s.Close()
	}()
	c := tls.Client(here, &tls.Config{RootCAs: pool, ServerName: name, Time: func() time.Time { return at }})
	if err := c.Handshake(); err != nil {
		return nil, err
	}
	return c.ConnectionState().PeerCertificates[0], nil
}

func TestOwn(t *testing.T) {
	dir, c := t.TempDir(), &clock{time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)}
	o := own(t, dir, c, "192.168.1.5", "lab.local", "gpu.school.example", "2001:db8::7")
	for name, ok := range map[string]bool{
		"192.168.1.5": true, "lab.local": true, "gpu.school.example": true, "2001:db8::7": true,
		"192.168.1.6": false, "school.example": false, "google.com": false,
	} {
		if _, err := greet(t, o.Config(), o.Authority(), name, c.at); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := strings.Count(o.Fingerprint(), ":"); n != 31 {
		t.Errorf("fingerprint %s", o.Fingerprint())
	}
	info, err := os.Stat(filepath.Join(dir, keyFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v, %v", info.Mode(), err)
	}
	again := own(t, dir, c, "10.1.2.3") // in another network, after a restart
	if again.Fingerprint() != o.Fingerprint() {
		t.Error("a restart made another authority")
	}
	if _, err := greet(t, again.Config(), o.Authority(), "10.1.2.3", c.at); err != nil {
		t.Errorf("a new address of a local network: %v", err)
	}
	if own(t, dir, c, "other.example").Fingerprint() == o.Fingerprint() {
		t.Error("the authority signs for a name that it was not made for")
	}
}

// TestOwnIsBound sees to it that who trusts the authority trusts it with nothing else.
func TestOwnIsBound(t *testing.T) {
	c := &clock{time.Now()}
	o := own(t, t.TempDir(), c, "192.168.1.5")
	o.authority.PermittedDNSDomains = append(o.authority.PermittedDNSDomains, "google.com") // as a thief of the key would
	leaf, err := o.sign([]string{"google.com"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := greet(t, config(func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return leaf, nil }), o.Authority(), "google.com", c.at); err == nil {
		t.Error("a certificate for a foreign name is taken")
	}
}

func TestOwnRenews(t *testing.T) {
	c := &clock{time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)}
	dir := t.TempDir()
	o := own(t, dir, c, "192.168.1.5")
	first, err := greet(t, o.Config(), o.Authority(), "192.168.1.5", c.at)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		after time.Duration
		same  bool
	}{{time.Hour, true}, {leafLasts - renewBefore + time.Hour, false}} {
		c.at = c.at.Add(step.after)
		leaf, err := greet(t, o.Config(), o.Authority(), "192.168.1.5", c.at)
		if err != nil || leaf.Equal(first) != step.same {
			t.Errorf("after %v: %v, the same: %v", step.after, err, leaf.Equal(first))
		}
	}
	c.at = c.at.Add(authorityLasts)
	if own(t, dir, c, "192.168.1.5").Fingerprint() == o.Fingerprint() {
		t.Error("an authority that has ended goes on")
	}
}

func TestOwnSaysWhatIsBroken(t *testing.T) {
	dir := t.TempDir()
	own(t, dir, &clock{time.Now()}, "192.168.1.5")
	os.WriteFile(filepath.Join(dir, keyFile), []byte("x"), 0o600)
	if _, err := NewOwn(dir, func() []string { return nil }, time.Now); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a broken key: %v", err)
	}
}

func TestFiles(t *testing.T) {
	dir, c := t.TempDir(), &clock{time.Now()}
	cert, key := filepath.Join(dir, "c.pem"), filepath.Join(dir, "k.pem")
	write := func(at time.Time) []byte {
		t.Helper()
		o := own(t, t.TempDir(), c, "a.example")
		leaf, err := o.sign([]string{"a.example"})
		if err != nil {
			t.Fatal(err)
		}
		der, _ := x509.MarshalPKCS8PrivateKey(leaf.PrivateKey)
		os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: leaf.Certificate[0]}), 0o600)
		os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600)
		os.Chtimes(cert, at, at)
		return o.Authority()
	}
	log := slog.New(slog.DiscardHandler)
	if _, err := Files(cert, key, log, c.now); err == nil {
		t.Error("files that are not there")
	}
	first := write(c.at)
	config, err := Files(cert, key, log, c.now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := greet(t, config, first, "a.example", c.at); err != nil {
		t.Error(err)
	}
	second := write(c.at.Add(time.Minute))
	c.at = c.at.Add(checkEvery)
	if _, err := greet(t, config, second, "a.example", c.at); err != nil {
		t.Errorf("after the files changed: %v", err)
	}
	os.WriteFile(key, []byte("half"), 0o600)
	os.Chtimes(key, c.at.Add(time.Hour), c.at.Add(time.Hour))
	c.at = c.at.Add(checkEvery)
	if _, err := greet(t, config, second, "a.example", c.at); err != nil {
		t.Errorf("while the files are broken: %v", err)
	}
}
