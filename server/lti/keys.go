package lti

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// Key is a key of ours: platforms know its public half.
type Key struct {
	ID      string
	Created time.Time
	DER     []byte // PKCS #8
}

// NewKey makes a key. RS256 is what all platforms must take (Security section 5.1.2), and 2048 bits the least.
func NewKey(now time.Time) (Key, error) {
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return Key{}, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	return Key{rand.Text(), now, der}, err
}

func (k Key) private() (*rsa.PrivateKey, error) {
	any, err := x509.ParsePKCS8PrivateKey(k.DER)
	if err != nil {
		return nil, err
	}
	private, ok := any.(*rsa.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("key %s is a %T", k.ID, any)
	}
	return private, nil
}

// Ring is our keys, the oldest first. A key is published a day before it signs, so that platforms that fetch keys seldom know it in
// time, signs for a quarter of a year, and stays published until what it has signed has ended.
type Ring []Key

const (
	keyLasts = 90 * 24 * time.Hour
	keyEarly = 24 * time.Hour // published before it signs
	keyLate  = 24 * time.Hour // published after it signed last
)

// ErrNoKey is the error of signing without a key.
var ErrNoKey = errors.New("there is no key to sign with")

// Due reports whether a new key is to be made.
func (r Ring) Due(now time.Time) bool {
	return len(r) == 0 || now.Sub(r[len(r)-1].Created) >= keyLasts-keyEarly
}

// Spent are the keys that nothing needs any more.
func (r Ring) Spent(now time.Time) []Key {
	for i := len(r) - 1; i > 0; i-- {
		if now.Sub(r[i].Created) >= keyEarly+keyLate {
			return r[:i]
		}
	}
	return nil
}

// signing is the key that signs: the newest that has been published long enough, or else the oldest.
func (r Ring) signing(now time.Time) (Key, error) {
	if len(r) == 0 {
		return Key{}, ErrNoKey
	}
	for i := len(r) - 1; i > 0; i-- {
		if now.Sub(r[i].Created) >= keyEarly {
			return r[i], nil
		}
	}
	return r[0], nil
}

// Public is what platforms get (Security section 6.3).
func (r Ring) Public() (jose.JSONWebKeySet, error) {
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{}}
	for _, k := range r {
		private, err := k.private()
		if err != nil {
			return set, err
		}
		set.Keys = append(set.Keys, jose.JSONWebKey{Key: private.Public(), KeyID: k.ID, Algorithm: "RS256", Use: "sig"})
	}
	return set, nil
}

// Sign signs claims.
func (r Ring) Sign(now time.Time, claims any) (string, error) {
	key, err := r.signing(now)
	if err != nil {
		return "", err
	}
	private, err := key.private()
	if err != nil {
		return "", err
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: private, KeyID: key.ID}}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		return "", err
	}
	return jwt.Signed(signer).Claims(claims).Serialize()
}
