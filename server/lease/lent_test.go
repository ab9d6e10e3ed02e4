package lease

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// machines are those with cards that are no servers.
type machines struct {
	mu   sync.Mutex
	all  map[string]*class // by address; those that are here
	join func(name, address string, c Cards) (part func())
	part map[string]func()
}

// Lend implements Machines.
func (x *machines) Lend(ctx context.Context, _ int64, join func(string, string, Cards) func()) {
	x.mu.Lock()
	x.join = join
	for address := range x.all {
		x.lend(address)
	}
	x.mu.Unlock()
	<-ctx.Done()
}

// lend has the queue take a machine's cards in. x.mu is held.
func (x *machines) lend(address string) {
	name, _, _ := strings.Cut(address, "-")
	x.part[address] = x.join(name, address, Cards{Count: x.all[address].cards, Name: "Card of " + name, Simulated: true})
}

// Open implements Machines.
func (x *machines) Open(address string, on []int) (Process, error) {
	x.mu.Lock()
	c := x.all[address]
	x.mu.Unlock()
	if c == nil {
		return nil, errors.New("it is gone")
	}
	return c.open(on)
}

// comes starts a machine, and goes ends its processes, as a kill does.
func (x *machines) comes(t *testing.T, address string, cards int) *class {
	c := &class{t: t, cards: cards, busy: map[int]bool{}, started: make(chan *process, 100)}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.all[address] = c
	if x.join != nil {
		x.lend(address)
	}
	return c
}

func (x *machines) goes(address string) {
	x.mu.Lock()
	c, part := x.all[address], x.part[address]
	delete(x.all, address)
	x.mu.Unlock()
	for len(c.started) > 0 {
		(<-c.started).die()
	}
	part()
}

// who is what the page shows of the cards: "machine number member".
func (l *lab) who(at string) (all []string) {
	for _, c := range l.all[at].m.View().Cards {
		all = append(all, strings.TrimSpace(fmt.Sprint(c.Machine, " ", c.Number, " ", c.Member)))
	}
	return all
}

// TestMachinesWithCards: a server's card and those of two machines are in one queue, by name; one that dies takes its turn and its card
// along, and brings the card back; a server and machines may be called the same.
func TestMachinesWithCards(t *testing.T) {
	x := &machines{all: map[string]*class{}, part: map[string]func(){}}
	l := newLab(t, nil)
	l.lent = x
	l.start("a", 1)
	l.start("b", 0)
	l.lead("a")
	x.comes(t, "lab-1", 1)
	x.comes(t, "desk-1", 1)
	b := l.all["b"]
	names := []string{"ann", "bob", "cyd"}
	students := map[string]*student{}
	for _, name := range names {
		students[name] = b.student(name)
		students[name].ask("print begun\nwait " + name)
		students[name].until("begun")
	}
	shown := l.who("b")
	for i, want := range []string{"a 0 ", "desk 0 ", "lab 0 "} {
		if len(shown) != 3 || !strings.HasPrefix(shown[i], want) {
			t.Fatalf("the cards are %q", shown)
		}
	}
	if o := b.m.Offer(); o.Cards != 3 || o.Simulated {
		t.Errorf("the offer is %+v", o)
	}
	onLab := strings.Fields(shown[2])[2]
	x.goes("lab-1")
	students[onLab].until("ended:lost")
	l.await(func() bool { return len(l.who("b")) == 2 })
	if rows, err := b.store.EndedLeases(context.Background(), 9); err != nil || len(rows) != 1 || rows[0].GPU != "lab:0" || rows[0].Member != onLab {
		t.Errorf("kept is %+v, %v", rows, err)
	}
	dan := b.student("dan")
	dan.ask("print begun\nwait dan")
	dan.until("waiting:1/1")
	x.comes(t, "lab-2", 1) // started anew, it has another address
	dan.until("begun")
	x.comes(t, "lab-3", 1) // another one that is called the same
	x.comes(t, "a-1", 1)
	want := []string{"a 0", "a 0", "desk 0", "lab (2) 0", "lab 0 dan"}
	l.await(func() bool {
		all := l.who("b")
		slices.Sort(all)
		return len(all) == len(want) && strings.Contains(strings.Join(all, ";"), "lab 0 dan") && strings.Contains(strings.Join(all, ";"), "lab (2) 0")
	})
	l.more = len(want) - 1
	l.lead("b") // the machines are told to the next one
	l.await(func() bool { o := l.all["a"].m.Offer(); return o != nil && o.Cards == len(want) })
	if b.m.queue.seatOf("lab/") == nil {
		t.Error("the next lead does not know the lab")
	}
}
