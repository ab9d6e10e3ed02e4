package app

import (
	"testing"

	"gputour/engine/wire"
	"gputour/web/boot"
)

// TestAlone: a page fetches its own engine while there is a server, and dials it when that is gone and the learner says so.
func TestAlone(t *testing.T) {
	page := lessonPage()
	page.Spare = &boot.Tab{Worker: "/w.js"}
	b := newBench(t, page, nil)
	b.welcome("s1", 0)
	b.act("alone", "")
	if b.s.Page.Tab != nil {
		t.Error("it is alone though the server is there")
	}
	fetched := 0
	for _, e := range b.all {
		if _, ok := e.(FetchSpare); ok {
			fetched++
		}
	}
	b.do(SpareFetched{})
	b.do(Closed{Code: 1006})
	b.do(Probed{Status: 0})
	effects := b.act("alone", "")
	dialled := false
	for _, e := range effects {
		_, ok := e.(Dial)
		dialled = dialled || ok
	}
	if fetched != 1 || !dialled || b.s.Page.Tab != page.Spare || b.s.Conn.SID != "" {
		t.Errorf("fetched %d times, dialled %v, conn %+v", fetched, dialled, b.s.Conn)
	}
	b.welcome("own", 0)
	if got := b.s.T("conn.online"); got == b.s.Lang.T("conn.online") || b.s.sessionKey() == "session.mix" {
		t.Errorf("alone it says %q and keeps its session as %s", got, b.s.sessionKey())
	}
}

// TestAloneTextsAreTheServers: what was written alone is sent when the server is there again, and what the server has stays
// known meanwhile.
func TestAloneTextsAreTheServers(t *testing.T) {
	page := lessonPage()
	page.Spare = &boot.Tab{Worker: "/w.js"}
	b := newBench(t, page, nil)
	b.welcome("s1", 0)
	b.do(SpareFetched{})
	before := *b.s.kept("a")
	b.do(Closed{Code: 1006})
	b.do(Probed{Status: 0})
	b.act("alone", "")
	b.all = nil
	b.welcome("own", 0)
	for _, e := range b.all {
		if send, ok := e.(Send); ok && (send.Message.Type == wire.Drafts || send.Message.Type == wire.Draft) {
			t.Errorf("%s is sent to the tab's own engine", send.Message.Type)
		}
	}
	if got := *b.s.kept("a"); got.Rev != before.Rev || got.Base != before.Base {
		t.Errorf("of the server's text it knows %+v, and knew %+v", got, before)
	}
	looks := func() bool {
		for _, e := range b.all {
			if _, ok := e.(Probe); ok {
				return true
			}
		}
		return false
	}
	b.all = nil
	b.do(Due{"back"})
	if !looks() {
		t.Error("it does not look for the server")
	}
	b.do(Probed{Status: 0})
	if b.s.Back {
		t.Error("a server is seen that is not there")
	}
	b.do(Probed{Status: 200})
	if !b.s.Back || b.s.Conn.State != Online {
		t.Errorf("the server is there again: back %v, conn %s", b.s.Back, b.s.Conn.State)
	}
}
