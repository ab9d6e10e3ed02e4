package storetest

import (
	"testing"

	"gputour/server/store"
)

func class(t *testing.T, s store.Store) {
	_, err := s.Class(ctx)
	is(t, err, store.ErrNone)
	c := store.Class{Rev: 1, Title: "GPU 编程 '3'", Lang: "zh", State: store.ClassOpen, Join: store.JoinApprove, Code: "K7P4MQ", CodeMade: 5, Settings: []byte(`{"a":1}`), Created: 4}
	commit(t, s, store.SaveClass{Class: c})
	got, err := s.Class(ctx)
	is(t, err, nil)
	same(t, "class", got, c)
	is(t, s.Commit(ctx, store.SaveClass{Class: c}), store.ErrStale) // who has not seen that it is there
	c.Rev, c.Title, c.State, c.Settings = 2, "x", store.ClassClosed, nil
	commit(t, s, store.SaveClass{Class: c})
	got, err = s.Class(ctx)
	is(t, err, nil)
	same(t, "class again", got, c)
	c.Rev = 4
	is(t, s.Commit(ctx, store.SaveClass{Class: c}), store.ErrStale)
}

// member returns a row whose every field differs from its zero.
func member(id, number string) store.Member {
	return store.Member{ID: id, Rev: 1, Role: "student", Name: "王 'x'", Number: number, Group: "3", Email: "a@b", Status: store.Active, Pass: "$argon2id$", Issuer: "https://id", Subject: id, Lang: "zh", Created: 7, Claimed: 9}
}

func members(t *testing.T, s store.Store) {
	_, err := s.Member(ctx, "a")
	is(t, err, store.ErrNone)
	_, err = s.MemberAs(ctx, "https://id", "a")
	is(t, err, store.ErrNone)
	a, b := member("a", "1"), member("b", "2")
	b.Created, b.Issuer, b.Subject = 3, "", ""
	commit(t, s, store.SaveMember{Member: a}, store.SaveMember{Member: b})
	got, err := s.Member(ctx, "a")
	is(t, err, nil)
	same(t, "member", got, a)
	got, err = s.MemberAs(ctx, "https://id", "a")
	is(t, err, nil)
	same(t, "member by subject", got, a)
	list, err := s.Members(ctx)
	is(t, err, nil)
	same(t, "members, who came first first", list, []store.Member{b, a})

	is(t, s.Commit(ctx, store.SaveMember{Member: a}), store.ErrStale)
	a.Rev, a.Name, a.Role, a.Status, a.Number = 2, "y", "assistant", store.Removed, ""
	commit(t, s, store.SaveMember{Member: a})
	got, _ = s.Member(ctx, "a")
	same(t, "changed", got, a)

	twin := member("c", "2")
	is(t, s.Commit(ctx, store.SaveMember{Member: twin}), store.ErrTaken)
	twin.Number, twin.Subject = "3", "a"
	is(t, s.Commit(ctx, store.SaveMember{Member: twin}), store.ErrTaken)
	twin.Number, twin.Issuer, twin.Subject = "", "", ""
	commit(t, s, store.SaveMember{Member: twin}) // without number or identity there is nothing to have twice
	b.Rev, b.Number = 2, ""
	commit(t, s, store.SaveMember{Member: b})
}

func memberLogins(t *testing.T, s store.Store) {
	one := store.Login{Hash: [32]byte{1}, Owner: "a", Agent: "x", Created: 1}
	two := store.Login{Hash: [32]byte{2}, Owner: "a", Agent: "y", Created: 2}
	other := store.Login{Hash: [32]byte{3}, Owner: "b", Created: 3}
	commit(t, s, store.AddLogin{Login: one}, store.AddLogin{Login: two}, store.AddLogin{Login: other}, store.SeeLogin{Hash: one.Hash, At: 50})
	one.Seen = 50
	list, err := s.Logins(ctx, "a")
	is(t, err, nil)
	same(t, "logins", list, []store.Login{two, one})
	browsers, err := s.Browsers(ctx)
	is(t, err, nil)
	same(t, "browsers", browsers, []store.Browsers{{Owner: "a", Count: 2, Seen: 50}, {Owner: "b", Count: 1, Seen: 3}})
	commit(t, s, store.RevokeLogins{Owner: "a", At: 60})
	list, err = s.Logins(ctx, "a")
	is(t, err, nil)
	same(t, "logins of who was removed", len(list), 0)
	_, err = s.Login(ctx, one.Hash)
	is(t, err, store.ErrNone)
	_, err = s.Login(ctx, other.Hash)
	is(t, err, nil)
}

func tickets(t *testing.T, s store.Store) {
	k := store.Ticket{Hash: [32]byte{5}, Member: "a", Made: 3, Until: 8}
	_, err := s.Ticket(ctx, k.Hash)
	is(t, err, store.ErrNone)
	is(t, s.Commit(ctx, store.UseTicket{Hash: k.Hash}), store.ErrNone)
	commit(t, s, store.AddTicket{Ticket: k}, store.AddTicket{Ticket: store.Ticket{Hash: [32]byte{6}, Member: "b"}}, store.AddTicket{Ticket: store.Ticket{Hash: [32]byte{7}, Member: "b"}})
	got, err := s.Ticket(ctx, k.Hash)
	is(t, err, nil)
	same(t, "ticket", got, k)
	commit(t, s, store.UseTicket{Hash: k.Hash})
	is(t, s.Commit(ctx, store.UseTicket{Hash: k.Hash}), store.ErrNone)
	if all, err := s.Tickets(ctx, "b"); err != nil || len(all) != 2 || all[0].Until < all[1].Until {
		t.Errorf("tickets %v, %v", all, err)
	}
	commit(t, s, store.DropTickets{Member: "b"})
	_, err = s.Ticket(ctx, [32]byte{7})
	is(t, err, store.ErrNone)
}

func audit(t *testing.T, s store.Store) {
	list, err := s.Audits(ctx, 0, 9)
	is(t, err, nil)
	same(t, "of nothing", len(list), 0)
	var want []store.Audit
	for i := range int64(4) {
		a := store.Audit{Seq: i + 1, At: 100 - i, Actor: "a", Name: "Ann", Action: "remove", Target: "b", Detail: "Bob '\n张"}
		commit(t, s, store.AddAudit{Audit: a})
		want = append([]store.Audit{a}, want...)
	}
	list, err = s.Audits(ctx, 0, 2)
	is(t, err, nil)
	same(t, "the newest", list, want[:2])
	list, err = s.Audits(ctx, list[1].Seq, 9)
	is(t, err, nil)
	same(t, "those before", list, want[2:])
}
