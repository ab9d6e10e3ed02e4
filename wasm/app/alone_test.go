package app

import (
	"testing"

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
