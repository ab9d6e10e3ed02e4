package bus

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// This file says what to do when NATS cannot be joined.

// advised are the causes that somebody can do something about, the first that fits.
var advised = []struct {
	is  func(error) bool
	say string
}{
	{isExpired, "a certificate or the credentials are not valid at this machine's time, {now}: set its clock (timedatectl), or renew them"},
	{one(nats.ErrAuthorization), "the servers refuse who this is: check user, password or token in the address, and the credentials' file"},
	{names("permissions violation"), "the servers let this user in, but not to the subjects gputour.>: give it the right to publish and subscribe there"},
	{names("unknown authority"), "the servers' certificate is of an authority that this machine does not trust: name the authority's file"},
	{is[x509.HostnameError], "the servers' certificate is for another name than the address says: use that name in it"},
	{names("tls: "), "the servers and this program do not agree on TLS: with it an address begins with tls://, and a certificate of ours may be wanted"},
	{one(fs.ErrNotExist), "there is no such file"},
	{one(fs.ErrPermission), "this user may not read the file"},
	{names("no such host"), "no such name is known here: check the address"},
	{one(nats.ErrNoServers), "nobody answers there: check the address, that nats-server runs, and that a firewall lets this machine through"},
	{one(nats.ErrTimeout), "nobody answers there in time: check the address, and that it is a NATS server's"},
}

func one(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

func is[T error](err error) bool { return errors.As(err, new(T)) }

func names(words string) func(error) bool {
	return func(err error) bool { return strings.Contains(strings.ToLower(err.Error()), words) }
}

func isExpired(err error) bool {
	var invalid x509.CertificateInvalidError
	return errors.As(err, &invalid) && invalid.Reason == x509.Expired || errors.Is(err, nats.ErrAuthExpired)
}

// unreachable is the error of a NATS that cannot be joined, with what to do.
func (o *Options) unreachable(err error, now time.Time) error {
	for _, a := range advised {
		if a.is(err) {
			return fmt.Errorf("NATS at %s: %w; %s", o.where(), err, strings.ReplaceAll(a.say, "{now}", now.Format(time.RFC3339)))
		}
	}
	return fmt.Errorf("NATS at %s: %w", o.where(), err)
}
