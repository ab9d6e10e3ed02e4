package class

import (
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

func page(kind string, leads bool) boot.Page {
	p := boot.Page{Kind: kind, Lang: "en", Class: &boot.Class{Title: "Course", ID: "me", Name: "Me", Role: "student", Leads: leads}}
	if kind == boot.Lesson {
		p.Lesson = "mix"
	}
	return p
}

// started has dialled; online is where the server has said all that there is.
func started(t *testing.T, p boot.Page, op Start) *bench {
	b := &bench{t: t, s: New(p, "0123"), now: 1000}
	b.do(op)
	return b
}

func online(t *testing.T, kind string, leads bool) *bench {
	b := started(t, page(kind, leads), Start{})
	b.welcome(leads, wire.ClassResetBody{Class: wire.ClassBody{Title: "Course", Lock: wire.LockOff}})
	return b
}

func (b *bench) do(op Op) []Effect {
	effects, _ := b.s.Apply(b.now, op)
	for _, e := range effects {
		b.all = append(b.all, e)
		if send, ok := e.(Send); ok {
			b.sent = append(b.sent, send.Message)
		}
	}
	return effects
}

func (b *bench) act(name, value string) []Effect { return b.do(Act{name, value}) }

func (b *bench) welcome(leads bool, reset wire.ClassResetBody) {
	b.do(Opened{})
	b.event("", wire.ClassWelcome, wire.ClassWelcomeBody{Now: b.now + 500, Log: 1, Me: wire.Person{ID: "me", Name: "Me"}, Leads: leads}, false)
	b.seq = reset.Seq
	b.event("", wire.ClassReset, reset, false)
}

// event gives the page one event as it would come over the wire.
func (b *bench) event(rid, typ string, body any, numbered bool) []Effect {
	b.t.Helper()
	m := wire.Class.New(typ, body)
	m.RID = rid
	if numbered {
		b.seq++
		m.Seq = b.seq
	}
	data, err := wire.Encode(m)
	if err != nil {
		b.t.Fatal(err)
	}
	m, decoded, err := wire.Class.Decode(data, wire.FromServer)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.do(Received{m, decoded})
}

// last is the latest request of a type, which the server must understand.
func (b *bench) last(typ string) any {
	b.t.Helper()
	for i := len(b.sent) - 1; i >= 0; i-- {
		if b.sent[i].Type != typ {
			continue
		}
		data, _ := wire.Encode(b.sent[i])
		_, body, err := wire.Class.Decode(data, wire.FromClient)
		if err != nil {
			b.t.Fatalf("the server would refuse %s: %v", data, err)
		}
		return body
	}
	return nil
}

func (b *bench) count(typ string) (n int) {
	for _, m := range b.sent {
		if m.Type == typ {
			n++
		}
	}
	return n
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

func want[T comparable](t *testing.T, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
