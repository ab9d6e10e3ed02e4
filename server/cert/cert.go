// Package cert has the certificates with which a server speaks TLS: of its own making, from files that somebody renews,
// or from an authority that is asked by ACME (RFC 8555).
//
// Whatever they come from, the server asks for one at each handshake, so that none of them needs a restart to be renewed.
package cert

import (
	"crypto/sha256"
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// config is what all of them have in common.
func config(get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: get, NextProtos: []string{"http/1.1"}} // websockets are HTTP/1.1's
}

// Fingerprint is the SHA-256 of a certificate in DER, as browsers write it.
func Fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	pairs := make([]string, len(sum))
	for i, b := range sum {
		pairs[i] = fmt.Sprintf("%02X", b)
	}
	return strings.Join(pairs, ":")
}

// files is a certificate in files.
type files struct {
	cert, key string
	log       *slog.Logger
	now       func() time.Time

	mu      sync.Mutex
	loaded  *tls.Certificate
	stamp   [2]time.Time // of the files, when they were read
	checked time.Time
}

// checkEvery is how often the files are looked at.
const checkEvery = 2 * time.Second

// Files returns what speaks with a certificate and its key in PEM files, and reads them again when they have changed. While what
// is new cannot be read, the one before goes on.
func Files(cert, key string, log *slog.Logger, now func() time.Time) (*tls.Config, error) {
	f := &files{cert: cert, key: key, log: log, now: now}
	if err := f.load(); err != nil {
		return nil, err
	}
	return config(f.get), nil
}

func (f *files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.now(); now.Sub(f.checked) >= checkEvery {
		f.checked = now
		if stamp, err := f.stamps(); err != nil || stamp != f.stamp {
			if err := f.load(); err != nil {
				f.log.Error("the certificate cannot be read again; the one before goes on", "error", err)
			}
		}
	}
	return f.loaded, nil
}

func (f *files) load() error {
	stamp, err := f.stamps()
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return fmt.Errorf("%s and %s: %w", f.cert, f.key, err)
	}
	f.loaded, f.stamp = &pair, stamp
	return nil
}

func (f *files) stamps() (stamps [2]time.Time, err error) {
	for i, path := range []string{f.cert, f.key} {
		info, err := os.Stat(path)
		if err != nil {
			return stamps, err
		}
		stamps[i] = info.ModTime()
	}
	return stamps, nil
}

// ACME returns what speaks with a certificate for a name that an authority gives and renews by itself. The authority connects to port 443 of that
// name (TLS-ALPN-01, RFC 8737), which has to lead here. What it gives is kept in a folder.
func ACME(name, dir string, client *acme.Client) *tls.Config {
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(name), Cache: autocert.DirCache(dir), Client: client,
	}
	c := config(m.GetCertificate)
	c.NextProtos = append(c.NextProtos, acme.ALPNProto)
	return c
}
