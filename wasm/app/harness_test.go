package app

import (
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/web/boot"
)

// bench drives a State as the page would, with a clock of its own.
type bench struct {
	t    *testing.T
	s    *State
	now  int64
	seq  uint64
	sent []wire.Message
	all  []Effect
}

func lessonPage() boot.Page {
	return boot.Page{Kind: boot.Lesson, Lang: "en", Lesson: "mix", Hash: "h1", Next: "/en/lessons/next", Blocks: []boot.Block{
		{Key: "t-0"},
		{Key: "c-a", Cell: &boot.Cell{ID: "a", Kind: "demo", Code: "x = 1"}},
		{Key: "t-2"},
		{Key: "c-b", Cell: &boot.Cell{ID: "b", Kind: "predict", Code: "x + z", Raises: true, Options: []string{"1", "2"}, Answers: []int{2}}},
		{Key: "c-e", Cell: &boot.Cell{ID: "e", Kind: "exercise", Code: "pass", Checked: true, Hints: []string{"h1", "h2"}}},
		{Key: "c-q", Cell: &boot.Cell{ID: "q", Kind: "quiz", Options: []string{"yes", "no"}, Answers: []int{1}}},
	}, Course: []boot.Entry{{ID: "mix", Cells: []string{"a", "b", "e", "q"}}}}
}

// newBench wakes a page up and brings its connection up.
func newBench(t *testing.T, page boot.Page, stored map[string]string) *bench {
	b := &bench{t: t, s: New(page, "0123456789abcdef"), now: 1000}
	b.do(Boot{Stored: stored})
	return b
}

func online(t *testing.T) *bench {
	b := newBench(t, lessonPage(), nil)
	b.welcome("s1", 0)
	return b
}

func (b *bench) do(op Op) []Effect {
	b.t.Helper()
	effects, _ := b.s.Apply(b.now, op)
	for _, e := range effects {
		b.all = append(b.all, e)
		if send, ok := e.(Send); ok {
			b.sent = append(b.sent, send.Message)
		}
	}
	return effects
}

func (b *bench) act(name, cell string) []Effect { return b.do(Act{Name: name, Cell: cell}) }

// welcome opens the socket and answers hello for a session that resumes after from.
func (b *bench) welcome(sid string, from uint64) {
	b.do(Opened{})
	m := wire.New(wire.Welcome, wire.WelcomeBody{Token: "tok", Pen: wire.PenBody{Mine: true, Tabs: 1}})
	m.SID = sid
	b.message(m)
	b.message(wire.New(wire.Resumed, wire.ResumedBody{From: from}))
}

// message gives the page one message as it would come over the wire.
func (b *bench) message(m wire.Message) {
	b.t.Helper()
	data, err := wire.Encode(m)
	if err != nil {
		b.t.Fatal(err)
	}
	m, body, err := wire.Decode(data, wire.FromServer)
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(Received{m, body})
}

// event gives the page the next numbered event.
func (b *bench) event(rid, cell, typ string, body any) {
	b.t.Helper()
	b.seq++
	m := wire.New(typ, body)
	m.RID, m.Cell, m.Seq = rid, cell, b.seq
	b.message(m)
}

// last is the latest message that was sent, of a type.
func (b *bench) last(typ string) (wire.Message, bool) {
	for i := len(b.sent) - 1; i >= 0; i-- {
		if b.sent[i].Type == typ {
			return b.sent[i], true
		}
	}
	return wire.Message{}, false
}

func (b *bench) count(typ string) int {
	n := 0
	for _, m := range b.sent {
		if m.Type == typ {
			n++
		}
	}
	return n
}

// run runs a cell to its end, with outputs between.
func (b *bench) run(cell string, count int, state wire.RunState, between func(rid string)) {
	b.t.Helper()
	b.act("run", cell)
	m, ok := b.last(wire.Execute)
	if !ok || m.Cell != cell {
		b.t.Fatalf("run %s sent %v", cell, m)
	}
	b.event(m.RID, cell, wire.Input, wire.InputBody{Code: b.s.Cells[cell].Code, Count: count})
	if between != nil {
		between(m.RID)
	}
	b.event(m.RID, cell, wire.Reply, wire.ReplyBody{State: state, Count: count})
}

func (b *bench) is(got, want bool) {
	b.t.Helper()
	if got != want {
		b.t.Errorf("got %v, want %v", got, want)
	}
}

func (b *bench) want(got, want string) {
	b.t.Helper()
	if got != want {
		b.t.Errorf("got %q, want %q", got, want)
	}
}

func (b *bench) keys() string {
	var keys []string
	for _, block := range b.s.Doc {
		if strings.HasPrefix(block.Key, "c-own-") {
			keys = append(keys, "own")
			continue
		}
		keys = append(keys, block.Key)
	}
	return strings.Join(keys, " ")
}

func effect[E Effect](effects []Effect) (E, bool) {
	var none E
	for _, e := range effects {
		if found, ok := e.(E); ok {
			return found, true
		}
	}
	return none, false
}
