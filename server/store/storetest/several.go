package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"gputour/server/store"
)

// This file tests what several servers do to one database at the same time.

// Several tests an engine with several servers; open is as for Run.
func Several(t *testing.T, open func(t *testing.T) func() store.Store) {
	for _, test := range []struct {
		name string
		f    func(t *testing.T, servers []store.Store)
	}{
		{"what is noted at once has numbers without a gap", auditsAtOnce},
		{"a ticket is used once", ticketAtOnce},
		{"one of two members gets a number", numberAtOnce},
		{"a condition over all members holds", sameMembers},
		{"rows that cross are written all the same", crossed},
	} {
		t.Run(test.name, func(t *testing.T) {
			again := open(t)
			servers := []store.Store{again(), again(), again()}
			for _, s := range servers {
				defer s.Close()
			}
			test.f(t, servers)
		})
	}
}

// each calls f for each server at the same time.
func each(servers []store.Store, f func(i int, s store.Store)) {
	var all sync.WaitGroup
	for i, s := range servers {
		all.Go(func() { f(i, s) })
	}
	all.Wait()
}

func auditsAtOnce(t *testing.T, servers []store.Store) {
	const notes = 30
	each(servers, func(i int, s store.Store) {
		for n := range notes {
			if err := s.Commit(ctx, store.AddAudit{Audit: store.Audit{Actor: fmt.Sprint(i), Action: "x", At: int64(n)}}); err != nil {
				t.Error(err)
			}
		}
	})
	all, err := servers[0].Audits(ctx, 0, 1000)
	is(t, err, nil)
	same(t, "notes", len(all), notes*len(servers))
	last := map[string]int64{}
	for i, a := range all {
		same(t, "number", a.Seq, int64(len(all)-i))
		if before, seen := last[a.Actor]; seen && before != a.At+1 {
			t.Errorf("server %s: note %d before %d", a.Actor, a.At, before)
		}
		last[a.Actor] = a.At
	}
}

func ticketAtOnce(t *testing.T, servers []store.Store) {
	for i := range 10 {
		ticket := store.Ticket{Hash: [32]byte{byte(i)}, Member: "ann", Until: 1}
		commit(t, servers[0], store.AddTicket{Ticket: ticket})
		errs := make([]error, len(servers))
		each(servers, func(i int, s store.Store) {
			errs[i] = s.Commit(ctx, store.AddLogin{Login: store.Login{Hash: [32]byte{ticket.Hash[0], byte(i + 1)}, Owner: "ann"}}, store.UseTicket{Hash: ticket.Hash})
		})
		used := 0
		for _, err := range errs {
			if err == nil {
				used++
			} else {
				is(t, err, store.ErrNone)
			}
		}
		same(t, "uses", used, 1)
	}
	logins, err := servers[0].Logins(ctx, "ann")
	is(t, err, nil)
	same(t, "logins", len(logins), 10)
}

func numberAtOnce(t *testing.T, servers []store.Store) {
	for n := range 10 {
		errs := make([]error, len(servers))
		each(servers, func(i int, s store.Store) {
			errs[i] = s.Commit(ctx, store.SaveMember{Member: store.Member{ID: fmt.Sprint("m", n, i), Rev: 1, Number: fmt.Sprint("7", n)}})
		})
		got := 0
		for _, err := range errs {
			if err == nil {
				got++
			} else {
				is(t, err, store.ErrTaken)
			}
		}
		same(t, "members with one number", got, 1)
	}
}

// sameMembers has all servers give out names that nobody has.
func sameMembers(t *testing.T, servers []store.Store) {
	commit(t, servers[0], store.SaveClass{Class: store.Class{Rev: 1}})
	const names = 8
	each(servers, func(i int, s store.Store) {
		for n := range names {
			for {
				all, err := s.Members(ctx)
				if err != nil {
					t.Error(err)
					return
				}
				var rev int64
				taken := false
				for _, m := range all {
					rev += m.Rev
					taken = taken || m.Name == fmt.Sprint(n)
				}
				if taken {
					break
				}
				err = s.Commit(ctx, store.SameMembers{Rev: rev}, store.SaveMember{Member: store.Member{ID: fmt.Sprint(i, n), Rev: 1, Name: fmt.Sprint(n)}})
				if err == nil {
					break
				}
				if !errors.Is(err, store.ErrStale) {
					t.Error(err)
					return
				}
			}
		}
	})
	all, err := servers[0].Members(ctx)
	is(t, err, nil)
	same(t, "members", len(all), names)
	is(t, servers[0].Commit(ctx, store.SameMembers{Rev: names - 1}), store.ErrStale)
	is(t, servers[0].Commit(ctx, store.SameMembers{Rev: names}), nil)
}

// crossed has servers write the same rows in different orders.
func crossed(t *testing.T, servers []store.Store) {
	const rows, times = 6, 2 // the engine waits a second before it sees what has crossed
	vote := func(i int) store.Write { return store.SaveVote{Vote: store.Vote{Poll: "p", Member: fmt.Sprint(i)}} }
	each(servers, func(i int, s store.Store) {
		for range times {
			writes := make([]store.Write, rows)
			for j := range writes {
				writes[j] = vote(j)
				if i%2 == 1 {
					writes[j] = vote(rows - 1 - j)
				}
			}
			if err := s.Commit(ctx, writes...); err != nil {
				t.Error(err)
			}
		}
	})
	votes, err := servers[0].Votes(ctx, "p")
	is(t, err, nil)
	same(t, "votes", len(votes), rows)
}
