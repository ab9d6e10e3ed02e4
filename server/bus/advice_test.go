package bus

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// TestAdvice: whoever cannot join reads what is wrong and what to do, and no password.
func TestAdvice(t *testing.T) {
	o := &Options{URL: "tls://ann:secret@nats:4222"}
	for want, err := range map[string]error{
		"refuse who this is":                    nats.ErrAuthorization,
		"2026-01-02T03:04:05Z: set its clock":   &tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.Expired}},
		"set its clock (timedatectl), or renew": nats.ErrAuthExpired,
		"does not trust":                        &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}},
		"that name in it":                       x509.HostnameError{Certificate: &x509.Certificate{}, Host: "nats"},
		"begins with tls://":                    errors.New("tls: first record does not look like a TLS handshake"),
		"no such file":                          fmt.Errorf("open creds: %w", fs.ErrNotExist),
		"may not read":                          fmt.Errorf("open creds: %w", fs.ErrPermission),
		"check the address":                     &net.DNSError{Err: "no such host", Name: "nats", IsNotFound: true},
		"nats-server runs":                      nats.ErrNoServers,
		"in time":                               nats.ErrTimeout,
		"subjects gputour.>":                    errors.New("nats: Permissions Violation for Subscription to x"),
		"never seen":                            errors.New("never seen"),
	} {
		got := o.unreachable(err, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
		if !errors.Is(got, err) || !strings.Contains(got.Error(), want) || !strings.HasPrefix(got.Error(), "NATS at tls://nats:4222: ") || strings.Contains(got.Error(), "secret") {
			t.Errorf("%v: %v", err, got)
		}
	}
}
