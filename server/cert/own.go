package cert

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// This file makes certificates where nobody else does: an authority that is kept, and below it one for the names of the moment.
//
// The authority may only sign for names and addresses of a local network and those that the server had when it was made, so that
// who trusts it trusts it with no more.

// Own is a certificate of the server's own making.
type Own struct {
	names func() []string
	now   func() time.Time

	authority *x509.Certificate
	key       *ecdsa.PrivateKey

	mu     sync.Mutex
	leaf   *tls.Certificate
	signed []string // what leaf is for
	until  time.Time
}

// How long they are good for. Browsers take none that is good for more than 825 days; a leaf is made anew well before its end.
const (
	authorityLasts = 3 * 365 * 24 * time.Hour
	leafLasts      = 60 * 24 * time.Hour
	renewBefore    = 20 * 24 * time.Hour
)

// The files of the authority.
const (
	authorityFile = "authority.pem"
	keyFile       = "authority-key.pem"
)

// NewOwn returns certificates for the names (and IP addresses) that names says at each time. The authority is kept in a folder, so that who has
// compared its fingerprint once need not do so again; it is made anew when it is about to end, or may not sign for one of the names.
func NewOwn(dir string, names func() []string, now func() time.Time) (*Own, error) {
	o := &Own{names: names, now: now}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	err := o.load(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && !o.good() {
		err = o.found(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("the authority in %s: %w", dir, err)
	}
	return o, nil
}

// Config is what speaks with the certificate.
func (o *Own) Config() *tls.Config { return config(o.get) }

// Fingerprint is the authority's.
func (o *Own) Fingerprint() string { return Fingerprint(o.authority.Raw) }

// Authority is the authority's certificate in PEM.
func (o *Own) Authority() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: o.authority.Raw})
}

func (o *Own) load(dir string) error {
	pair, err := tls.LoadX509KeyPair(filepath.Join(dir, authorityFile), filepath.Join(dir, keyFile))
	if err != nil {
		return err
	}
	key, ok := pair.PrivateKey.(*ecdsa.PrivateKey)
	if !ok {
		return errors.New("its key is not one of ours; move both files away")
	}
	o.authority, o.key = pair.Leaf, key
	return nil
}

// good reports whether the authority may sign for all names, and for a while.
func (o *Own) good() bool {
	if o.now().Add(leafLasts + renewBefore).After(o.authority.NotAfter) {
		return false
	}
	for _, name := range o.names() {
		if !o.maySign(name) {
			return false
		}
	}
	return true
}

func (o *Own) maySign(name string) bool {
	if ip := net.ParseIP(name); ip != nil {
		return slices.ContainsFunc(o.authority.PermittedIPRanges, func(n *net.IPNet) bool { return n.Contains(ip) })
	}
	return slices.ContainsFunc(o.authority.PermittedDNSDomains, func(d string) bool {
		return name == d || strings.HasSuffix(name, "."+strings.TrimPrefix(d, "."))
	})
}

// local are the networks that nobody has to himself: RFC 1918, RFC 4193, link-local, and this machine.
var local = []string{"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7", "fe80::/10", "::1/128"}

// found makes a new authority.
func (o *Own) found(dir string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	t := o.template("gputour class", authorityLasts)
	t.IsCA, t.BasicConstraintsValid, t.MaxPathLenZero = true, true, true
	t.KeyUsage = x509.KeyUsageCertSign
	t.PermittedDNSDomainsCritical = true
	t.PermittedDNSDomains = []string{"localhost", "local"}
	ranges := slices.Clone(local)
	for _, name := range o.names() {
		if ip, err := netip.ParseAddr(name); err == nil {
			ranges = append(ranges, netip.PrefixFrom(ip, ip.BitLen()).String())
		} else {
			t.PermittedDNSDomains = append(t.PermittedDNSDomains, name)
		}
	}
	for _, r := range ranges {
		if _, network, err := net.ParseCIDR(r); err == nil {
			t.PermittedIPRanges = append(t.PermittedIPRanges, network)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		return err
	}
	if o.authority, err = x509.ParseCertificate(der); err != nil {
		return err
	}
	o.key = key
	return o.save(dir)
}

func (o *Own) save(dir string) error {
	der, err := x509.MarshalPKCS8PrivateKey(o.key)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, keyFile), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, authorityFile), o.Authority(), 0o644)
}

func (o *Own) template(name string, lasts time.Duration) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127)) // never fails
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: o.now().Add(-time.Hour), NotAfter: o.now().Add(lasts), // some clocks are behind
	}
}

// get is the certificate for the names of this moment.
func (o *Own) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	names := o.names()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.leaf != nil && slices.Equal(names, o.signed) && o.now().Before(o.until) {
		return o.leaf, nil
	}
	leaf, err := o.sign(names)
	if err != nil {
		return nil, err
	}
	o.leaf, o.signed, o.until = leaf, slices.Clone(names), o.now().Add(leafLasts-renewBefore)
	return leaf, nil
}

// sign makes a certificate; names that the authority may not sign for are left out.
func (o *Own) sign(names []string) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	t := o.template("gputour", leafLasts)
	t.KeyUsage, t.ExtKeyUsage = x509.KeyUsageDigitalSignature, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	for _, name := range names {
		if ip := net.ParseIP(name); !o.maySign(name) {
			continue
		} else if ip != nil {
			t.IPAddresses = append(t.IPAddresses, ip)
		} else {
			t.DNSNames = append(t.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, t, o.authority, &key.PublicKey, o.key)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der, o.authority.Raw}, PrivateKey: key}, nil
}
