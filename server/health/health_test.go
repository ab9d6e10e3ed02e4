package health

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// node is a health whose parts answer as they are told.
type node struct {
	*Health
	database, files atomic.Value // of func() error
	now             time.Time
	asked           atomic.Int32
}

func newNode() *node {
	n := &node{now: time.Unix(1, 0)}
	up := func() error { return nil }
	n.database.Store(up)
	n.files.Store(up)
	n.Health = New(func() time.Time { return n.now },
		Part{"database", true, func(context.Context) error { n.asked.Add(1); return n.database.Load().(func() error)() }},
		Part{"files", false, func(context.Context) error { return n.files.Load().(func() error)() }})
	return n
}

func (n *node) get(t *testing.T, path string, details bool) (int, Report) {
	t.Helper()
	w := httptest.NewRecorder()
	n.Handler(details).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	var r Report
	if path == "/readyz" {
		if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
	}
	return w.Code, r
}

func down() error { return errors.New("dial postgres.internal: refused") }

func TestReady(t *testing.T) {
	for _, test := range []struct {
		what   string
		do     func(*node)
		status int
		up     [2]bool
	}{
		{"all is there", func(n *node) {}, http.StatusOK, [2]bool{true, true}},
		{"what it needs is gone", func(n *node) { n.database.Store(down) }, http.StatusServiceUnavailable, [2]bool{false, true}},
		{"what it can do without is gone", func(n *node) { n.files.Store(down) }, http.StatusOK, [2]bool{true, false}},
		{"it is about to end", func(n *node) { n.Drain() }, http.StatusServiceUnavailable, [2]bool{true, true}},
	} {
		n := newNode()
		test.do(n)
		status, r := n.get(t, "/readyz", true)
		if status != test.status || r.Ready != (status == http.StatusOK) || [2]bool{r.Parts[0].Up, r.Parts[1].Up} != test.up {
			t.Errorf("%s: %d, %+v", test.what, status, r)
		}
		if status, _ := n.get(t, "/healthz", false); status != http.StatusOK {
			t.Errorf("%s: it lives: %d", test.what, status)
		}
		for i, up := range test.up {
			if why := r.Parts[i].Why; (why == "") != up {
				t.Errorf("%s: why %q", test.what, why)
			}
		}
		if _, public := n.get(t, "/readyz", false); public.Parts[0].Why+public.Parts[1].Why != "" {
			t.Errorf("%s: strangers are told %+v", test.what, public)
		}
		if _, again := n.get(t, "/readyz", true); again.Parts[0].Why != r.Parts[0].Why {
			t.Errorf("%s: then %+v", test.what, again)
		}
	}
}

// TestManyAsk: the parts are asked once a second, however many want to know.
func TestManyAsk(t *testing.T) {
	n := newNode()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { n.Report(context.Background()) })
	}
	all.Wait()
	if asked := n.asked.Load(); asked != 1 {
		t.Errorf("asked %d times", asked)
	}
	n.now = n.now.Add(fresh)
	n.database.Store(down)
	if r := n.Report(context.Background()); r.Ready {
		t.Error("an old answer")
	}
}

// TestNoAnswer: a part that hangs does not hang who asks.
func TestNoAnswer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a := Part{"bus", true, func(context.Context) error { select {} }}.answer(ctx)
	if a.Up || !strings.Contains(a.Why, "no answer") {
		t.Errorf("%+v", a)
	}
}
