package storetest

import (
	"testing"

	"gputour/server/store"
)

// This file tests what a store keeps of other systems.

var federation = []part{
	{"handshakes", handshakes},
	{"identities", identities},
	{"platforms", platforms},
	{"courses, columns and keys", courses},
	{"deliveries", deliveries},
}

func handshakes(t *testing.T, s store.Store) {
	h := store.Handshake{State: [32]byte{1}, Kind: "lti", Browser: [32]byte{2}, Platform: "p", Nonce: "n", Verifier: "v", Next: "/x", Data: []byte{0, 9}, Expires: 1000}
	_, err := s.Handshake(ctx, h.State)
	is(t, err, store.ErrNone)
	commit(t, s, store.AddHandshake{Handshake: h})
	got, err := s.Handshake(ctx, h.State)
	is(t, err, nil)
	same(t, "handshake", got, h)
	later := store.Handshake{State: [32]byte{3}, Expires: 3000}
	commit(t, s, store.AddHandshake{Handshake: later, Now: 999})
	commit(t, s, store.TakeHandshake{State: h.State})
	is(t, s.Commit(ctx, store.TakeHandshake{State: h.State}), store.ErrNone)
	is(t, s.Commit(ctx, store.TakeHandshake{State: h.State}, store.AddSigningKey{SigningKey: store.SigningKey{ID: "k"}}), store.ErrNone)
	keys, err := s.SigningKeys(ctx)
	is(t, err, nil)
	same(t, "what hangs on a handshake that was taken", len(keys), 0)
	commit(t, s, store.AddHandshake{Handshake: h, Now: 3000})
	_, err = s.Handshake(ctx, later.State)
	is(t, err, store.ErrNone)
}

func identities(t *testing.T, s store.Store) {
	ann := store.Identity{Issuer: "https://a", Subject: "1", Member: "ann", Course: "c", Made: 5}
	_, err := s.Identity(ctx, ann.Issuer, ann.Subject)
	is(t, err, store.ErrNone)
	commit(t, s, store.AddIdentity{Identity: ann}, store.AddIdentity{Identity: store.Identity{Issuer: "https://b", Subject: "1", Member: "ann", Made: 6}},
		store.AddIdentity{Identity: store.Identity{Issuer: "https://a", Subject: "2", Member: "bo", Made: 7}})
	got, err := s.Identity(ctx, ann.Issuer, ann.Subject)
	is(t, err, nil)
	same(t, "identity", got, ann)
	commit(t, s, store.AddIdentity{Identity: ann}) // again
	stolen := ann
	stolen.Member = "bo"
	is(t, s.Commit(ctx, store.AddIdentity{Identity: stolen}), store.ErrTaken)
	commit(t, s, store.SeeIdentity{Issuer: "https://a", Subject: "1", Course: "d"})
	of, err := s.Identities(ctx, "ann")
	is(t, err, nil)
	same(t, "her identities", len(of), 2)
	same(t, "the course", of[0].Course, "d")
	every, err := s.Identities(ctx, "")
	is(t, err, nil)
	same(t, "all identities", len(every), 3)
	commit(t, s, store.DropIdentity{Issuer: "https://a", Subject: "1"})
	_, err = s.Identity(ctx, ann.Issuer, ann.Subject)
	is(t, err, store.ErrNone)
}

// platform returns a row whose every field differs from its zero.
func platform(id string) store.Platform {
	return store.Platform{ID: id, Name: "School", Issuer: "https://lms", Client: id, Auth: "a", Token: "t", Audience: "u", JWKS: "j",
		Deployments: []string{"1", "2:x"}, Origins: []string{"https://o"}, Emails: true, Made: 7}
}

func platforms(t *testing.T, s store.Store) {
	p := platform("p")
	bare := store.Platform{ID: "q", Issuer: "https://other", Made: 9}
	commit(t, s, store.SavePlatform{Platform: p}, store.SavePlatform{Platform: bare})
	got, err := s.Platforms(ctx)
	is(t, err, nil)
	same(t, "platforms", got, []store.Platform{p, bare})
	p.Name, p.Deployments, p.Emails = "College", nil, false
	commit(t, s, store.SavePlatform{Platform: p})
	twin := platform("twin")
	twin.Client = p.Client
	is(t, s.Commit(ctx, store.SavePlatform{Platform: twin}), store.ErrTaken)
	commit(t, s, store.SaveCourse{Course: store.Course{ID: "c", Platform: "p"}}, store.SaveCourse{Course: store.Course{ID: "d", Platform: "q"}},
		store.SaveGradeColumn{GradeColumn: store.GradeColumn{Course: "c", Assignment: "a", URL: "u"}}, store.SaveDelivery{Delivery: store.Delivery{Course: "c"}},
		store.SaveDelivery{Delivery: store.Delivery{Course: "d"}})
	commit(t, s, store.DropPlatform{ID: "p"})
	got, err = s.Platforms(ctx)
	is(t, err, nil)
	same(t, "what is left", got, []store.Platform{bare})
	courses, _ := s.Courses(ctx)
	columns, _ := s.GradeColumns(ctx, "")
	deliveries, _ := s.Deliveries(ctx, "")
	same(t, "courses, columns and deliveries left", []int{len(courses), len(columns), len(deliveries)}, []int{1, 0, 1})
}

func courses(t *testing.T, s store.Store) {
	c := store.Course{ID: "c", Platform: "p", Deployment: "d", Context: "x", Title: "CS", Admitted: true, Members: "m", Columns: "l", Score: true, Make: true, Seen: 3}
	commit(t, s, store.SaveCourse{Course: c})
	got, err := s.Courses(ctx)
	is(t, err, nil)
	same(t, "courses", got, []store.Course{c})
	c.Title, c.Admitted, c.Make = "CS 2", false, false
	commit(t, s, store.SaveCourse{Course: c})
	c.Admitted = true // which only one write changes
	got, err = s.Courses(ctx)
	is(t, err, nil)
	same(t, "changed", got, []store.Course{c})

	commit(t, s, store.AdmitCourse{ID: "c"})
	is(t, s.Commit(ctx, store.AdmitCourse{ID: "none", Admitted: true}), store.ErrNone)
	c.Admitted = false
	got, _ = s.Courses(ctx)
	same(t, "no longer admitted", got, []store.Course{c})

	commit(t, s, store.SaveGradeColumn{GradeColumn: store.GradeColumn{Course: "c", Assignment: "a", URL: "1"}}, store.SaveGradeColumn{GradeColumn: store.GradeColumn{Course: "c", Assignment: "b", URL: "2"}},
		store.SaveGradeColumn{GradeColumn: store.GradeColumn{Course: "c", Assignment: "a", URL: "3"}})
	columns, err := s.GradeColumns(ctx, "a")
	is(t, err, nil)
	same(t, "columns", columns, []store.GradeColumn{{Course: "c", Assignment: "a", URL: "3"}})

	k := store.SigningKey{ID: "k", DER: []byte{1, 0}, Made: 5}
	commit(t, s, store.AddSigningKey{SigningKey: k}, store.AddSigningKey{SigningKey: store.SigningKey{ID: "l", DER: []byte{2}, Made: 4}})
	keys, err := s.SigningKeys(ctx)
	is(t, err, nil)
	same(t, "keys", keys, []store.SigningKey{{ID: "l", DER: []byte{2}, Made: 4}, k})
	commit(t, s, store.DropSigningKey{ID: "l"})
	keys, _ = s.SigningKeys(ctx)
	same(t, "keys left", len(keys), 1)
}

func deliveries(t *testing.T, s store.Store) {
	d := store.Delivery{Assignment: "a", Member: "ann", Course: "c", Title: "Homework", Subject: "u1", Points: 725, Max: 1000, At: 100, State: store.DeliveryWaiting, Tries: 2, Next: 50, Why: "away", Sent: 3}
	commit(t, s, store.SaveDelivery{Delivery: d})
	got, err := s.Deliveries(ctx, "a")
	is(t, err, nil)
	same(t, "delivery", got, []store.Delivery{d})
	old := d
	old.Points, old.At = 1, 99
	commit(t, s, store.SaveDelivery{Delivery: old})
	got, _ = s.Deliveries(ctx, "")
	same(t, "after an older one", got, []store.Delivery{d})
	bo := d
	bo.Member, bo.Next = "bo", 40
	sent := d
	sent.Member, sent.State = "cy", store.DeliverySent
	commit(t, s, store.SaveDelivery{Delivery: bo}, store.SaveDelivery{Delivery: sent})
	due, err := s.DueDeliveries(ctx, 50, 10)
	is(t, err, nil)
	same(t, "due", due, []store.Delivery{bo, d})
	due, _ = s.DueDeliveries(ctx, 49, 10)
	same(t, "due a little before", due, []store.Delivery{bo})
	due, _ = s.DueDeliveries(ctx, 50, 1)
	same(t, "the one that is due longest", due, []store.Delivery{bo})
}
