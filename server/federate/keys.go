package federate

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"gputour/server/lti"
	"gputour/server/store"
)

// This file has our own keys, by which learning systems know us.

// keyring returns our keys, of which it makes a new one and drops old ones in time.
func (s *Service) keyring(ctx context.Context) (lti.Ring, error) {
	s.ring.Lock()
	defer s.ring.Unlock()
	ring, err := s.kept(ctx)
	if err != nil {
		return nil, err
	}
	now := s.opts.Now()
	var writes []store.Write
	if ring.Due(now) {
		key, err := lti.NewKey(now)
		if err != nil {
			return nil, err
		}
		writes = append(writes, store.AddSigningKey{SigningKey: store.SigningKey{ID: key.ID, DER: key.DER, Made: now.UnixMilli()}})
	}
	for _, old := range ring.Spent(now) {
		writes = append(writes, store.DropSigningKey{ID: old.ID})
	}
	if len(writes) == 0 {
		return ring, nil
	}
	if err := s.commit(ctx, writes...); err != nil {
		return nil, err
	}
	return s.kept(ctx)
}

func (s *Service) kept(ctx context.Context) (lti.Ring, error) {
	rows, err := s.opts.Store.SigningKeys(ctx)
	var ring lti.Ring
	for _, k := range rows {
		ring = append(ring, lti.Key{ID: k.ID, Created: time.UnixMilli(k.Made), DER: k.DER})
	}
	return ring, err
}

// sign signs what we say to services.
func (s *Service) sign(claims any) (string, error) {
	ring, err := s.keyring(context.Background())
	if err != nil {
		return "", err
	}
	return ring.Sign(s.opts.Now(), claims)
}

// published answers with the public halves.
func (s *Service) published(w http.ResponseWriter, r *http.Request) {
	ring, err := s.keyring(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	set, err := ring.Public()
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/jwk-set+json")
	w.Header().Set("Cache-Control", "max-age=3600")
	json.NewEncoder(w).Encode(set)
}
