package idtoken

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Remote are the keys that an issuer publishes at an address (RFC 7517 section 5). They are fetched when they are first asked for
// and again when a token names one that is not among them, which is how issuers change their keys. Its methods may be called from
// any goroutine.
type Remote struct {
	URL  string
	HTTP *http.Client
	Now  func() time.Time

	mu      sync.Mutex
	keys    []jose.JSONWebKey
	fetched time.Time
	tried   time.Time
	failed  error // of the last try
}

const (
	pause    = 10 * time.Second // between two fetches, so that tokens with made-up keys do not make us a nuisance to the issuer
	fresh    = 24 * time.Hour   // that keys are believed: one that was withdrawn must not be good for ever
	keyBytes = 1 << 20
)

// Find implements Keys. Who asks while the keys are fetched waits for them.
func (r *Remote) Find(ctx context.Context, id string) ([]jose.JSONWebKey, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.Now()
	found := with(r.keys, id)
	switch {
	case len(found) > 0 && now.Sub(r.fetched) < fresh:
		return found, nil
	case !r.tried.IsZero() && now.Sub(r.tried) < pause:
		return found, r.failed
	}
	keys, err := r.fetch(context.WithoutCancel(ctx)) // whoever asks first may leave; the client has a bound of its own
	r.tried, r.failed = now, nil
	if err != nil {
		r.failed = fmt.Errorf("the keys at %s: %w", r.URL, err)
		return nil, r.failed
	}
	r.keys, r.fetched = keys, now
	return with(keys, id), nil
}

func with(keys []jose.JSONWebKey, id string) []jose.JSONWebKey {
	if id == "" {
		return keys
	}
	var found []jose.JSONWebKey
	for _, k := range keys {
		if k.KeyID == id {
			found = append(found, k)
		}
	}
	return found
}

func (r *Remote) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.HTTP.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, keyBytes)).Decode(&set); err != nil {
		return nil, err
	}
	return public(set.Keys), nil
}

// public are the keys that can be read; kinds that are not known are left out (RFC 7517 section 5), and so is what is no public key.
func public(raw []json.RawMessage) []jose.JSONWebKey {
	var keys []jose.JSONWebKey
	for _, data := range raw {
		var k jose.JSONWebKey
		if json.Unmarshal(data, &k) == nil && k.IsPublic() && k.Valid() {
			keys = append(keys, k)
		}
	}
	return slices.Clip(keys)
}

// Static are keys that are known beforehand.
type Static []jose.JSONWebKey

// Find implements Keys.
func (s Static) Find(_ context.Context, id string) ([]jose.JSONWebKey, error) {
	return with(s, id), nil
}
