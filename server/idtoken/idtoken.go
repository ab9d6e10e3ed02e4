// Package idtoken verifies signed ID tokens, as OpenID Connect Core 1.0 section 3.1.3.7 asks. The launches of learning
// systems are such tokens too (1EdTech Security Framework 1.0 section 5.1.3).
//
// Its one idea: whatever is wrong with a token has a code, so that who is turned away is told why in words.
package idtoken

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Code says what is wrong with a token. web/text has the words of each.
type Code string

// The codes.
const (
	Malformed Code = "malformed" // no signed token
	Algorithm Code = "algorithm" // signed in a way that is not accepted, or not at all
	Signature Code = "signature" // not signed by a key of the issuer
	NoKeys    Code = "no-keys"   // the issuer's keys cannot be had
	Issuer    Code = "issuer"    // of another issuer
	Audience  Code = "audience"  // made for another client
	Party     Code = "party"     // given to another client (azp)
	Subject   Code = "subject"   // of nobody
	Expired   Code = "expired"
	Early     Code = "early" // not valid yet: a clock is wrong
	Nonce     Code = "nonce" // not the answer to what was asked
)

// Codes are all codes.
var Codes = []Code{Malformed, Algorithm, Signature, NoKeys, Issuer, Audience, Party, Subject, Expired, Early, Nonce}

// Refusal is the error of a token that is not accepted.
type Refusal struct {
	Code   Code
	Detail string // what stands there, for the log
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("ID token refused (%s): %s", r.Code, r.Detail) }

func refuse(code Code, format string, args ...any) error {
	return &Refusal{code, fmt.Sprintf(format, args...)}
}

// Algorithms are those of signatures that are accepted: all with a public key. What is signed with a shared secret, or not at
// all, proves nothing here.
var Algorithms = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.ES256, jose.ES384, jose.ES512, jose.PS256, jose.PS384, jose.PS512, jose.EdDSA,
}

const (
	mostBytes = 64 << 10         // of a token
	skew      = time.Minute      // that two clocks may differ
	oldest    = 10 * time.Minute // that a token may have been made ago, whatever it says of its end
)

// Verifier accepts the tokens of one issuer for one client.
type Verifier struct {
	Issuer, Client string
	Keys           Keys
	Now            func() time.Time
}

// Keys finds the public keys of an issuer.
type Keys interface {
	// Find returns the keys with an id, all keys for "".
	Find(ctx context.Context, id string) ([]jose.JSONWebKey, error)
}

// Claims are what a token says.
type Claims struct {
	Issuer   string   `json:"iss"`
	Subject  string   `json:"sub"`
	Audience audience `json:"aud"`
	Party    string   `json:"azp"`
	Nonce    string   `json:"nonce"`
	Expires  moment   `json:"exp"`
	Issued   moment   `json:"iat"`
	From     moment   `json:"nbf"`
	raw      []byte
}

// Into reads the claims, those of other standards too, into a struct.
func (c Claims) Into(v any) error {
	if err := json.Unmarshal(c.raw, v); err != nil {
		return refuse(Malformed, "claims: %v", err)
	}
	return nil
}

// Verify returns what a token says; nonce is what the request for it held. The error is a *Refusal.
func (v *Verifier) Verify(ctx context.Context, raw, nonce string) (Claims, error) {
	payload, err := v.signed(ctx, raw)
	if err != nil {
		return Claims{}, err
	}
	c := Claims{raw: payload}
	if err := c.Into(&c); err != nil {
		return Claims{}, err
	}
	return c, v.fits(c, nonce)
}

// signed returns what the issuer has signed.
func (v *Verifier) signed(ctx context.Context, raw string) ([]byte, error) {
	if len(raw) > mostBytes {
		return nil, refuse(Malformed, "%d bytes", len(raw))
	}
	jws, err := jose.ParseSignedCompact(raw, Algorithms)
	var unexpected *jose.ErrUnexpectedSignatureAlgorithm
	switch {
	case errors.As(err, &unexpected):
		return nil, refuse(Algorithm, "%q", unexpected.Got)
	case err != nil:
		return nil, refuse(Malformed, "%v", err)
	}
	head := jws.Signatures[0].Header
	keys, err := v.Keys.Find(ctx, head.KeyID)
	if err != nil {
		return nil, refuse(NoKeys, "%v", err)
	}
	for _, key := range keys {
		if payload, err := jws.Verify(key); err == nil && (key.Use == "" || key.Use == "sig") {
			return payload, nil
		}
	}
	return nil, refuse(Signature, "key %q, %d candidates", head.KeyID, len(keys))
}

// fits checks the claims in the order of the standard.
func (v *Verifier) fits(c Claims, nonce string) error {
	now := v.Now()
	switch {
	case c.Issuer != v.Issuer:
		return refuse(Issuer, "%q, not %q", c.Issuer, v.Issuer)
	case !slices.Contains(c.Audience, v.Client):
		return refuse(Audience, "%q, not %q", c.Audience, v.Client)
	case len(c.Audience) > 1 && c.Party == "", c.Party != "" && c.Party != v.Client:
		return refuse(Party, "%q of %q, not %q", c.Party, c.Audience, v.Client)
	case c.Expires == 0 || now.After(c.Expires.time().Add(skew)):
		return refuse(Expired, "at %v, and now is %v", c.Expires.time(), now.UTC())
	case c.Issued == 0 || now.After(c.Issued.time().Add(oldest)):
		return refuse(Expired, "made at %v, and now is %v", c.Issued.time(), now.UTC())
	case now.Add(skew).Before(c.Issued.time()), now.Add(skew).Before(c.From.time()):
		return refuse(Early, "made at %v for after %v, and now is %v", c.Issued.time(), c.From.time(), now.UTC())
	case nonce == "" || c.Nonce != nonce:
		return refuse(Nonce, "%q", c.Nonce)
	case strings.TrimSpace(c.Subject) == "" || len(c.Subject) > 255:
		return refuse(Subject, "%q", c.Subject)
	}
	return nil
}

// audience is one name or several.
type audience []string

// UnmarshalJSON implements json.Unmarshaler.
func (a *audience) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*a = audience{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(a))
}

// moment is a NumericDate: seconds since 1970, which may have a fraction (RFC 7519 section 2).
type moment float64

func (m moment) time() time.Time {
	const far = 1 << 38 // the year 10680: what is beyond would not fit a time
	return time.Unix(int64(max(0, min(float64(m), far))), 0).UTC()
}
