package main

import (
	"fmt"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/server/hostile"
)

// This file runs the hostile cells on a real server, whose workers are processes, beside a
// neighbour who goes on with 1 + 1.

const (
	betweenRuns = 70 * time.Millisecond  // of the neighbour: a socket may send some twenty messages a second
	beforeStop  = 400 * time.Millisecond // that an endless cell runs
	mayRun      = 5 * time.Second        // one that may end by itself
	mustEnd     = 2 * time.Minute
	backWithin  = 30 * time.Second // after a bomb and a restart, its memory
	backBytes   = 200 << 20        // that may stay
)

// TestHostileCells: each cell ends in words, the server and the neighbour live, and the memory
// comes back. Findings of old always run, the whole corpus with THOROUGH=1. How long the
// neighbour waited is logged; HOSTILE_QUIET=1 says that this machine is quiet enough to judge it.
func TestHostileCells(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads the memory of processes as Linux tells it")
	}
	cells, err := hostile.Cells()
	if err != nil {
		t.Fatal(err)
	}
	addr := freePort(t)
	cmd, address := program(t, "serve", "--addr", addr, "--data", t.TempDir(), "--devices", "sim:2",
		"--session-memory", "256MiB", "--device-memory", "256MiB", "--per-worker", "1")
	jar, _ := cookiejar.New(nil)
	visit(t, jar, address)
	hello := wire.HelloBody{Lesson: "devices", Lang: "en"}
	next := newNeighbour(dial(t, jar, addr, hello, ""))
	defer next.stop()
	bomber := dial(t, jar, addr, hello, "")
	bomber.socket.SetReadDeadline(time.Time{})
	guest := &guest{tab: bomber}
	guest.run(hostile.Cell{Code: "import torch, numpy\n!true", Must: []string{"ends"}}, "warm")
	next.listen(4 * time.Second)
	base, memory := percentile(next.take(), 95), pss(cmd.Process.Pid)
	var ratios []float64
	for i, c := range cells {
		if os.Getenv("THOROUGH") == "" && !c.Finding() {
			continue
		}
		next.take()
		start := time.Now()
		end := guest.run(c, "r"+strconv.Itoa(i))
		waits := next.take()
		p95, most := percentile(waits, 95), percentile(waits, 100)
		if len(waits) >= 10 {
			ratios = append(ratios, float64(p95)/float64(base))
		}
		t.Logf("%-34s %8v, the neighbour %v, at the most %v: %s %s", c.Name, time.Since(start).Round(time.Millisecond), p95.Round(time.Microsecond), most.Round(time.Microsecond), end.State, end.Name)
		walled := end.State == wire.RunStopped && !end.Stopped && end.Text != "" // its process was ended, and it was told
		if wrong := c.Judge(end); wrong != "" && !walled {
			t.Errorf("%s: %s", c.Name, wrong)
		}
		if most > 500*time.Millisecond && os.Getenv("HOSTILE_QUIET") != "" {
			t.Errorf("%s: the neighbour waited %v", c.Name, most)
		}
		if err := next.failed(); err != nil {
			t.Fatalf("%s: the neighbour: %v", c.Name, err)
		}
		guest.restart()
	}
	slices.Sort(ratios)
	if len(ratios) > 0 {
		median := ratios[len(ratios)/2]
		t.Logf("the neighbour's 95th percentile is %v alone; beside a hostile cell %.2f times that, in the median of %d", base, median, len(ratios))
		if median > 2 && os.Getenv("HOSTILE_QUIET") != "" {
			t.Error("which is too much")
		}
	}
	var now int64
	for end := time.Now().Add(backWithin); ; {
		if now = pss(cmd.Process.Pid); now < memory+backBytes || time.Now().After(end) {
			break
		}
		next.listen(time.Second)
	}
	t.Logf("memory before %d MiB, after %d MiB", memory>>20, now>>20)
	if now > memory+backBytes {
		t.Errorf("%d MiB do not come back", (now-memory)>>20)
	}
}

// guest runs hostile cells in one session.
type guest struct {
	*tab
	acked uint64
}

// run runs a cell to its end, and stops it where it has none.
func (g *guest) run(c hostile.Cell, rid string) (end hostile.End) {
	g.t.Helper()
	g.tab.run(rid, "cell", c.Code)
	wait := mustEnd
	if c.Endless() {
		wait = beforeStop
	} else if c.Maybe() {
		wait = mayRun
	}
	var text strings.Builder
	var mu sync.Mutex
	timer := time.AfterFunc(wait, func() {
		mu.Lock()
		defer mu.Unlock()
		end.Stopped = true
		m := wire.New(wire.Interrupt, wire.InterruptBody{})
		m.RID = rid
		data, _ := wire.Encode(m)
		_ = g.socket.WriteMessage(websocket.TextMessage, data)
	})
	defer timer.Stop()
	for {
		m, body := g.read()
		mu.Lock()
		if m.Seq >= g.acked+16 || m.Seq > g.acked && len(m.Body) > 64<<10 { // as a page does, which waits for no more than half a second
			g.acked = m.Seq
			g.send(wire.New(wire.Ack, wire.AckBody{Seq: m.Seq}))
		}
		mu.Unlock()
		if reset, ok := body.(*wire.ResetBody); ok { // the log was shortened, as for a slow page
			for _, cell := range reset.Snapshot.Cells {
				if cell.RID != rid {
					continue
				}
				for _, m := range cell.Outputs {
					shown, _ := wire.DecodeBody(m)
					note(shown, &end, &text)
				}
				if body = nil; cell.Reply != nil {
					body, m.RID = cell.Reply, rid
				}
			}
		}
		if m.RID != rid {
			continue
		}
		note(body, &end, &text)
		switch b := body.(type) {
		case *wire.InputRequestBody:
			reply := wire.New(wire.InputReply, wire.InputReplyBody{Value: "nothing"})
			reply.RID = rid
			g.send(reply)
		case *wire.ReplyBody:
			mu.Lock()
			defer mu.Unlock()
			end.State, end.Text = b.State, text.String()
			return end
		}
	}
}

// note takes what an event shows.
func note(body any, end *hostile.End, text *strings.Builder) {
	switch b := body.(type) {
	case *wire.StreamBody:
		text.WriteString(b.Text)
	case *wire.LimitBody:
		text.WriteString(b.Text + "\n")
	case *wire.ErrorBody:
		end.Name = b.Name
		text.WriteString(b.Value + "\n" + b.Text)
	case *wire.DisplayBody:
		text.WriteString(b.Data["text/plain"])
	}
}

// read reads one message.
func (g *guest) read() (wire.Message, any) {
	g.t.Helper()
	_, data, err := g.socket.ReadMessage()
	if err != nil {
		g.t.Fatal("the server is gone: ", err)
	}
	m, body, err := wire.Decode(data, wire.FromServer)
	if err != nil {
		g.t.Fatal(err)
	}
	return m, body
}

// restart asks for a new session and waits until it is there.
func (g *guest) restart() {
	g.t.Helper()
	g.send(wire.New(wire.Restart, wire.RestartBody{}))
	restarting := false
	for {
		m, body := g.read()
		b, ok := body.(*wire.StatusBody)
		if !ok || m.Type != wire.Status {
			continue
		}
		restarting = restarting || b.State == wire.Restarting
		if restarting && b.State == wire.Idle {
			return
		}
	}
}

// neighbour runs 1 + 1 again and again, and notes how long each takes.
type neighbour struct {
	tab  *tab
	quit chan struct{}
	done chan struct{}

	acked uint64

	mu    sync.Mutex
	waits []time.Duration
	err   error
}

func newNeighbour(p *tab) *neighbour {
	n := &neighbour{tab: p, quit: make(chan struct{}), done: make(chan struct{})}
	p.socket.SetReadDeadline(time.Time{})
	go n.work()
	return n
}

func (n *neighbour) work() {
	defer close(n.done)
	tick := time.NewTicker(betweenRuns)
	defer tick.Stop()
	for i := 0; ; i++ {
		select {
		case <-n.quit:
			return
		case <-tick.C:
		}
		start := time.Now()
		err := n.once(fmt.Sprintf("n%d", i))
		n.mu.Lock()
		n.waits, n.err = append(n.waits, time.Since(start)), err
		n.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (n *neighbour) once(rid string) error {
	m := wire.New(wire.Execute, wire.ExecuteBody{Code: "1 + 1", Lang: "en"})
	m.RID, m.Cell = rid, "cell"
	data, _ := wire.Encode(m)
	if err := n.tab.socket.WriteMessage(websocket.TextMessage, data); err != nil {
		return err
	}
	for {
		_, data, err := n.tab.socket.ReadMessage()
		if err != nil {
			return err
		}
		m, body, err := wire.Decode(data, wire.FromServer)
		if err != nil {
			return err
		}
		if b, ok := body.(*wire.ReplyBody); ok && m.RID == rid {
			if b.State != wire.RunDone {
				return fmt.Errorf("1 + 1 ended as %s", b.State)
			}
			if n.acked+64 > m.Seq {
				return nil
			}
			n.acked = m.Seq
			ack, _ := wire.Encode(wire.New(wire.Ack, wire.AckBody{Seq: m.Seq}))
			return n.tab.socket.WriteMessage(websocket.TextMessage, ack)
		}
	}
}

// take returns the waits since the last time.
func (n *neighbour) take() []time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	waits := n.waits
	n.waits = nil
	return waits
}

func (n *neighbour) failed() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.err
}

// listen lets the neighbour work for a while.
func (n *neighbour) listen(d time.Duration) {
	select {
	case <-time.After(d):
	case <-n.done:
	}
}

func (n *neighbour) stop() { close(n.quit); <-n.done }

func percentile(waits []time.Duration, p int) time.Duration {
	if len(waits) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(waits))
	return sorted[min(len(sorted)*p/100, len(sorted)-1)]
}

// pss is the memory of a process and of those it has started, in bytes, each page shared out
// among those who share it.
func pss(pid int) (sum int64) {
	children := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(data), ") ")
		fields := strings.Fields(rest)
		child, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if len(fields) > 1 {
			parent, _ := strconv.Atoi(fields[1])
			children[parent] = append(children[parent], child)
		}
	}
	for todo := []int{pid}; len(todo) > 0; {
		one := todo[0]
		todo = append(todo[1:], children[one]...)
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", one))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(data)) {
			if value, ok := strings.CutPrefix(line, "Pss:"); ok {
				kib, _ := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
				sum += kib << 10
			}
		}
	}
	return sum
}
