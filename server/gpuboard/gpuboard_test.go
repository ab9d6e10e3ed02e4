package gpuboard

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gputour/engine/session"
	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/auth"
	"gputour/server/lease"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/server/store/sqlite"
	"gputour/web/text"
)

// open returns the page of a class with one card that never starts, and two who wait for it.
func open(t *testing.T) (*Board, store.Store) {
	kept, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "class.db"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := lease.Open(lease.Options{
		Node: "lab-3", Cards: lease.Cards{Count: 1, Name: "V100", Simulated: true, Open: func([]int) (lease.Process, error) { return nil, errors.New("no card") }},
		Kinds: []string{wire.GPUJob}, Slot: time.Minute, Store: kept, Clock: sessiontest.NewClock(), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	sessions := &session.Registry{Config: session.Config{Open: sessiontest.Open}}
	t.Cleanup(func() { m.Close(); sessions.Close(); kept.Close() })
	m.Instruct(deeds["pause"](""))
	for _, name := range []string{"ann", "bob"} {
		member := store.Member{ID: name, Rev: 1, Role: "student", Name: "<" + name + ">", Status: store.Active}
		s, _, err := sessions.Open(name, "", "", "cpu")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(kept.Commit(context.Background(), store.SaveMember{Member: member}),
			m.Request(name, s, "g", &wire.GPURequestBody{Kind: wire.GPUJob, Lesson: "devices", Cells: []wire.JobCell{{Cell: "c"}}})); err != nil {
			t.Fatal(err)
		}
	}
	return New(Options{Turns: m, Store: kept, Pages: pages(), Log: slog.New(slog.DiscardHandler)}), kept
}

func pages() *page.Site {
	course := lesson.Load(lessons.Files)
	return page.New(page.Options{Course: func() *lesson.Course { return course }, Class: func() string { return "GPU" }})
}

// ask sends a request as somebody of a role.
func ask(t *testing.T, b *Board, role auth.Role, method, path string, form url.Values) string {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r = r.WithContext(auth.With(r.Context(), auth.Person{ID: "t", Name: "Teacher", Role: role}))
	mux := http.NewServeMux()
	for _, route := range b.Routes() {
		mux.Handle(route.Pattern, route.Handler)
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	if w.Code != http.StatusOK && w.Code != http.StatusSeeOther {
		t.Errorf("%s %s: %d", method, path, w.Code)
	}
	return w.Body.String()
}

func TestWhoWaitsIsSeenAndPutFirst(t *testing.T) {
	b, kept := open(t)
	shown := ask(t, b, auth.Instructor, "GET", Path+"?lang=en", nil)
	for _, want := range []string{"&lt;ann&gt;", "&lt;bob&gt;", "Paused", "simulated", "Put first", "V100"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(shown, "<ann>") {
		t.Error("a name is not text")
	}
	last := b.Turns.View().Waiting[1]
	ask(t, b, auth.Instructor, "POST", Path+"/jump", url.Values{"id": {last.ID}})
	if first := b.Turns.View().Waiting[0]; first.ID != last.ID || !first.First {
		t.Errorf("first is %+v", first)
	}
	ask(t, b, auth.Instructor, "POST", Path+"/take", url.Values{"id": {"nobody"}})
	ask(t, b, auth.Instructor, "POST", Path+"/resume", nil)
	if b.Turns.View().Paused {
		t.Error("it is paused still")
	}
	done, err := kept.Audits(context.Background(), 0, 9)
	if err != nil || len(done) != 2 || done[1].Action != "gpu-jump" || done[1].Target != last.Member || done[1].Detail == "" {
		t.Errorf("noted: %+v, %v", done, err)
	}
}

func TestAClassWithoutCardsSaysSo(t *testing.T) {
	b := New(Options{Pages: pages()})
	for lang, want := range map[string]string{"en": "--gpu job", "zh": "没有轮流使用的 GPU"} {
		if shown := ask(t, b, auth.Assistant, "GET", Path+"?lang="+lang, nil); !strings.Contains(shown, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestMachinesOfCards: each card stands under the machine that it is in, in both languages, and so does a turn that is over.
func TestMachinesOfCards(t *testing.T) {
	b, _ := open(t)
	card := func(machine string, number int, device string, simulated bool) lease.CardView {
		return lease.CardView{Machine: machine, Number: number, Device: device, Simulated: simulated}
	}
	for _, c := range []struct {
		cards              []lease.CardView
		machines           int
		devices, devicesZh string
		mixed              bool
	}{
		{nil, 0, "", "", false},
		{[]lease.CardView{card("a", 0, "V100", false), card("a", 1, "V100", false)}, 1, "V100", "V100", false},
		{[]lease.CardView{card("a", 0, "V100", false), card("b", 0, "V100", true)}, 2, "V100", "V100", true},
		{[]lease.CardView{card("a", 0, "V100", false), card("b", 0, "A100", false), card("c", 0, "", false)}, 3, "A100, V100", "A100、V100", true},
	} {
		v, zh := board{View: lease.View{Cards: c.cards}, lang: text.English}, board{View: lease.View{Cards: c.cards}, lang: text.Chinese}
		if v.Machines() != c.machines || v.Devices() != c.devices || zh.Devices() != c.devicesZh || v.Mixed() != c.mixed {
			t.Errorf("%+v: %d machines, %q, %q, %v", c.cards, v.Machines(), v.Devices(), zh.Devices(), v.Mixed())
		}
	}
	for lang, want := range map[string][]string{"en": {"<b>lab-3</b>", "Card 0"}, "zh": {"<b>lab-3</b>", "卡 0"}} {
		page := ask(t, b, auth.Instructor, "GET", Path+"?lang="+lang, nil)
		for _, words := range want {
			if !strings.Contains(page, words) {
				t.Errorf("the page lacks %q", words)
			}
		}
	}
	en := board{lang: text.English}
	for kept, want := range map[string]string{"": "", "0,1": "Card 0,1", "lab (2):0,1": "lab (2), card 0,1"} {
		if got := en.On(kept); got != want {
			t.Errorf("%q is shown as %q", kept, got)
		}
	}
}

func TestDurations(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0:00", 65 * time.Second: "1:05", -time.Second: "0:00", 3723 * time.Second: "1:02:03"} {
		if got := short(d); got != want {
			t.Errorf("%v is %s", d, got)
		}
	}
}
