//go:build unix

package far

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/worker"
)

// class is what the lead of a class knows of machines with cards.
type class struct {
	t     *testing.T
	hosts *Hosts
	mu    sync.Mutex
	has   map[string]Machine // by name
	gone  func()
	over  chan struct{}
}

// leads has a node hold cards as a class's lead.
func (n *network) leads(name string, fence int64) *class {
	c := &class{t: n.t, has: map[string]Machine{}, over: make(chan struct{})}
	c.hosts = &Hosts{Bus: n.connect("node-of-" + name), Class: name, Build: "b1", Log: quiet, Now: time.Now}
	n.t.Cleanup(c.hosts.Listen())
	ctx, cancel := context.WithCancel(context.Background())
	c.gone = func() { cancel(); <-c.over }
	go func() {
		defer close(c.over)
		c.hosts.Borrow(ctx, fence, func(m Machine) func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.has[m.Name] = m
			return func() {
				c.mu.Lock()
				defer c.mu.Unlock()
				delete(c.has, m.Name)
			}
		})
	}()
	n.t.Cleanup(c.gone)
	return c
}

// until waits for the names of the machines whose cards the class has.
func (c *class) until(want ...string) {
	c.t.Helper()
	var names []string
	for late := time.Now().Add(30 * time.Second); time.Now().Before(late); time.Sleep(time.Millisecond) {
		c.mu.Lock()
		names = nil
		for _, name := range want {
			if _, ok := c.has[name]; ok {
				names = append(names, name)
			}
		}
		done := len(c.has) == len(want) && len(names) == len(want)
		c.mu.Unlock()
		if done {
			return
		}
	}
	c.t.Fatalf("of %q the class has %q", want, names)
}

// on opens a session on a machine's cards, for a turn of its own.
func (c *class) on(name string, cards ...int) (session.Evaluator, error) {
	c.mu.Lock()
	address := c.has[name].Address
	c.mu.Unlock()
	o := options(c.t)
	o.Away = c.hosts.At(address, cards)
	return (&worker.Pool{Options: o}).Open("")
}

// TestCards: a class has the cards of two machines, each turn runs where they are, one after the other on a card, and ends with its machine,
// whose cards are gone until it is back.
func TestCards(t *testing.T) {
	n := newNetwork(t, false)
	a := n.lendCards("a", "b1", 1, 2)
	n.lendCards("b", "b1", 1, 1)
	n.lendCards("old", "b0", 1, 1)
	n.lend("none", "b1", 1)
	c := n.leads("class", 1)
	c.until("a", "b")
	if m := c.has["a"]; m.Cards != 2 || m.Device != "Card of a" || !m.Simulated {
		t.Errorf("a is %+v", m)
	}
	first, err := c.on("a", 1)
	if err != nil {
		t.Fatal(err)
	}
	if name := first.Devices()[0].Name; !strings.Contains(name, "cards [1]") {
		t.Errorf("it is on %q", name)
	}
	other, err := c.on("a", 0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := c.on("b", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	later := make(chan session.Evaluator)
	go func() {
		ev, err := c.on("a", 0, 1)
		if err != nil {
			t.Error(err)
		}
		later <- ev
	}()
	first.Close()
	for a.using(1) != "" {
		time.Sleep(time.Millisecond)
	}
	if a.using(0) == "" {
		t.Error("a turn was ended for the next one")
	}
	other.Close()
	second := <-later
	if a.workers() != 1 {
		t.Errorf("a has %d workers", a.workers())
	}
	a.Bus.Close() // it is lost
	if loss := <-second.Lost(); !strings.Contains(loss.Text["en"], "cannot be reached") || !strings.Contains(loss.Text["zh"], "机器") {
		t.Errorf("the turn ended with %+v", loss)
	}
	c.until("b")
	n.lendCards("a", "b1", 1, 2)
	c.until("a", "b")
	for what, on := range map[string][]int{"no card 7": {7}, "no card -1": {-1}, "no card 0": {0, 0}, "without": nil} {
		if ev, err := c.on("a", on...); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v: %v, %v", on, ev, err)
		}
	}
}

// using is the turn that is on a card.
func (l *lender) using(card int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[card] == nil {
		return ""
	}
	return l.held[card].turn
}

// TestAHostWithCardsLeaves: nobody gets its cards any more, and a turn that goes on may end.
func TestAHostWithCardsLeaves(t *testing.T) {
	n := newNetwork(t, false)
	a := n.lendCards("a", "b1", 1, 2)
	c := n.leads("class", 1)
	c.until("a")
	ev, err := c.on("a", 0)
	if err != nil {
		t.Fatal(err)
	}
	address := c.has["a"].Address
	a.leave()
	c.until()
	o := options(t)
	o.Away = c.hosts.At(address, []int{1})
	if _, err := (&worker.Pool{Options: o}).Open(""); err == nil {
		t.Error("a host that leaves has lent a card")
	}
	if out := ev.Run(session.Run{RID: "r", Code: "print on"}, quietOutput{}); out.State != wire.RunDone {
		t.Errorf("the run ended as %s", out.State)
	}
	ev.Close()
	<-a.left
}

// TestCardsOfOneClass: two classes do not have the same card, a lead takes over from the one before, and not the other way round.
func TestCardsOfOneClass(t *testing.T) {
	n := newNetwork(t, false)
	n.lendCards("a", "b1", 1, 1)
	first := n.leads("class", 5)
	first.until("a")
	address := first.has["a"].Address
	other := n.leads("other", 9)
	other.mu.Lock()
	other.has["a"] = Machine{Address: address}
	other.mu.Unlock()
	if _, err := other.on("a", 0); err == nil || !strings.Contains(err.Error(), "not this class's") {
		t.Errorf("another class: %v", err)
	}
	delete(other.has, "a")
	claims := func(fence int64) error {
		return first.hosts.holdOnce(t.Context(), host{node: address}, fence, func(Machine) func() { return func() {} })
	}
	if err := claims(4); err == nil || !strings.Contains(err.Error(), "another lead") {
		t.Errorf("an old lead: %v", err)
	}
	next := n.leads("class", 6)
	next.until("a")
	first.gone()
	next.gone()
	other.until("a") // now that nobody has it
}

// FuzzTurn has no node ask for cards in a way that harms a host.
func FuzzTurn(f *testing.F) {
	f.Add("class", "turn", int8(0), int8(1))
	f.Add("", "", int8(-1), int8(99))
	f.Fuzz(func(t *testing.T, of, id string, x, y int8) {
		h := &Host{Cards: Cards{Count: 2}, held: map[int]*use{}, freed: make(chan struct{}), holder: &holder{claim: claim{Class: "class"}}}
		asked := turn{of, id, []int{int(x), int(y)}}
		left := make(chan struct{})
		close(left)
		err := h.occupy(asked, left)
		if ok := of == "class" && id != "" && x >= 0 && x < 2 && y >= 0 && y < 2 && x != y; ok != (err == nil) {
			t.Fatalf("%+v: %v", asked, err)
		}
		if err == nil {
			h.vacate(asked)
		}
		if len(h.held) > 0 {
			t.Errorf("%+v leaves %s", asked, fmt.Sprint(h.held))
		}
	})
}

// quietOutput is an Output that nobody reads.
type quietOutput struct{ session.Output }

func (quietOutput) Stream(string, string) {}
func (quietOutput) Emit(string, any)      {}
