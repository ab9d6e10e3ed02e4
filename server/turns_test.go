package main

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gputour/engine/wire"
)

// classProgram starts a class with one simulated card to share, or what flags say beside that.
func classProgram(t *testing.T, data, addr string, flags ...string) (pid int, kill func()) {
	t.Helper()
	cmd, address := program(t, append([]string{"classroom", "--addr", addr, "--data", data, "--code", "GPUS42", "--join", "open", "--per-worker", "8",
		"--gpu", "session", "--gpu-cards", "sim:1", "--gpu-slot", "10m"}, flags...)...)
	if !strings.HasPrefix(address, "http://"+addr+"/") {
		t.Fatal("the class is at ", address)
	}
	return cmd.Process.Pid, func() {
		cmd.Process.Signal(syscall.SIGKILL)
		cmd.Wait()
	}
}

// sharer is a student of a class, whose page shows its session.
type sharer struct {
	*tab
	jar  http.CookieJar
	name string
	cell map[string]string // what each cell shows
	turn wire.GPUBody
}

// joins comes into the class.
func joins(t *testing.T, addr, name string) *sharer {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar, Timeout: 60 * time.Second}
	form := url.Values{"code": {"GPUS42"}, "name": {name}}
	req, _ := http.NewRequest("POST", "http://"+addr+"/join", strings.NewReader(form.Encode()))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", "http://"+addr)
	resp, err := client.Do(req)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(name, " cannot join: ", resp, err)
	}
	resp.Body.Close()
	p := &sharer{jar: jar, name: name, cell: map[string]string{}}
	p.tab = dial(t, jar, addr, wire.HelloBody{Lesson: "devices", Lang: "en"}, "")
	return p
}

// ask asks for a job of some cells.
func (p *sharer) ask(cells ...string) {
	body := wire.GPURequestBody{Kind: wire.GPUJob, Lesson: "devices", Lang: "en"}
	for i, code := range cells {
		body.Cells = append(body.Cells, wire.JobCell{Cell: fmt.Sprint("c", i), Code: code})
	}
	m := wire.New(wire.GPURequest, body)
	m.RID = "gpu-" + p.name
	p.send(m)
}

// see reads until something is so.
func (p *sharer) see(what string, so func() bool) {
	p.t.Helper()
	for !so() {
		_, data, err := p.socket.ReadMessage()
		if err != nil {
			p.t.Errorf("%s waits for %s: %v; cells %q, turn %+v", p.name, what, err, p.cell, p.turn)
			return
		}
		m, body, err := wire.Decode(data, wire.FromServer)
		if err != nil {
			p.t.Fatal(err)
		}
		p.seq = max(p.seq, m.Seq)
		p.take(m, body)
	}
}

func (p *sharer) take(m wire.Message, body any) {
	switch b := body.(type) {
	case *wire.ResetBody:
		p.seq = b.Seq
		for _, c := range b.Snapshot.Cells {
			p.cell[c.Cell] = ""
			for _, out := range c.Outputs {
				body, _ := wire.DecodeBody(out)
				out.Cell = c.Cell
				p.take(out, body)
			}
		}
		if b.Snapshot.GPU != nil {
			p.turn = b.Snapshot.GPU.GPUBody
		}
	case *wire.InputBody:
		p.cell[m.Cell] = ""
	case *wire.StreamBody:
		p.cell[m.Cell] += b.Text
	case *wire.LimitBody:
		p.cell[m.Cell] += "limit " + b.Kind
	case *wire.ErrorBody:
		p.cell[m.Cell] += b.Name
	case *wire.GPUBody:
		p.turn = *b
	case *wire.RefusedBody:
		p.t.Errorf("%s: %s is refused: %s", p.name, b.Request, b.Code)
	}
}

func (p *sharer) ended() bool { return p.turn.State == wire.GPUEnded }

// mine is a job on the card; its cells share names, and it has one card.
func mine(name string) []string {
	return []string{
		"import torch\nx = torch.arange(4, device='cuda')\nprint('" + name + "', torch.cuda.device_count())",
		"print(x.sum().item(), x.device)",
	}
}

// TestClassSharesACard has eight students run a notebook on one card, in the real program: all get their turn and see their own
// results.
func TestClassSharesACard(t *testing.T) {
	addr := freePort(t)
	classProgram(t, t.TempDir(), addr)
	var all []*sharer
	for i := range 8 {
		all = append(all, joins(t, addr, fmt.Sprint("student", i)))
	}
	if offer := all[0].welcome.GPU; offer == nil || offer.Cards != 1 || !offer.Simulated || !slices.Equal(offer.Kinds, []string{"job", "session"}) {
		t.Errorf("the offer is %+v", offer)
	}
	var wg sync.WaitGroup
	for _, p := range all {
		wg.Go(func() {
			p.ask(mine(p.name)...)
			p.see("the end of the turn", p.ended)
			if p.turn.Why != "done" || p.cell["c0"] != p.name+" 1\n" || p.cell["c1"] != "6 cuda:0\n" {
				t.Errorf("%s sees %q, the turn ended: %s", p.name, p.cell, p.turn.Why)
			}
		})
	}
	wg.Wait()
}

// TestKilledCard kills the process of a turn in mid-job: the student is told, the queue goes on.
func TestKilledCard(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("finds processes in /proc")
	}
	addr := freePort(t)
	hub, _ := classProgram(t, t.TempDir(), addr)
	ann, bob := joins(t, addr, "ann"), joins(t, addr, "bob")
	ann.ask("print('begun')\nwhile True: pass", "print('never')")
	ann.see("the beginning", func() bool { return ann.cell["c0"] == "begun\n" })
	bob.ask(mine("bob")...)
	bob.see("a place", func() bool { return bob.turn.Place == 1 && bob.turn.Of == 1 })
	syscall.Kill(busiest(t, hub), syscall.SIGKILL)
	ann.see("the end of the turn", ann.ended)
	if ann.turn.Why != "lost" || ann.cell["c0"] != "begun\nlimit killed" || ann.cell["c1"] != "" {
		t.Errorf("ann sees %q, the turn ended: %s", ann.cell, ann.turn.Why)
	}
	bob.see("the end of the turn", func() bool { return bob.turn.State == wire.GPUEnded })
	if bob.turn.Why != "done" || bob.cell["c0"] != "bob 1\n" {
		t.Errorf("bob sees %q, the turn ended: %s", bob.cell, bob.turn.Why)
	}
}

// busiest is the child of a process that works: the only one whose CPU time grows by much.
func busiest(t *testing.T, parent int) int {
	t.Helper()
	first := map[int]int{}
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
		for _, task := range tasks {
			children, _ := os.ReadFile(task)
			for _, word := range strings.Fields(string(children)) {
				pid, _ := strconv.Atoi(word)
				used := ticks(pid)
				if before, seen := first[pid]; !seen {
					first[pid] = used
				} else if used > before+50 { // half a second
					return pid
				}
			}
		}
	}
	t.Fatal("no process is busy")
	return 0
}

// ticks is the CPU time of a process, in hundredths of a second.
func ticks(pid int) (used int) {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, after, _ := strings.Cut(string(stat), ") ")
	if words := strings.Fields(after); len(words) > 12 {
		used, _ = strconv.Atoi(words[11])
	}
	return used
}

// TestKilledHub kills the server in mid-job: whoever had the card has it first again, and who waited keeps the place.
func TestKilledHub(t *testing.T) {
	addr, data := freePort(t), t.TempDir()
	_, kill := classProgram(t, data, addr)
	ann, bob, eve := joins(t, addr, "ann"), joins(t, addr, "bob"), joins(t, addr, "eve")
	ann.ask("print('begun')\nwhile True: pass")
	ann.see("the beginning", func() bool { return ann.cell["c0"] == "begun\n" })
	bob.ask(mine("bob")...)
	bob.see("a place", func() bool { return bob.turn.Place == 1 })
	eve.ask(mine("eve")...)
	eve.see("a place", func() bool { return eve.turn.Place == 2 })
	kill()

	classProgram(t, data, addr)
	for _, p := range []*sharer{ann, eve, bob} {
		hello := wire.HelloBody{Lesson: "devices", Lang: "en", Token: p.welcome.Token, LastSeq: p.seq, Log: p.welcome.Log}
		p.cell, p.turn = map[string]string{}, wire.GPUBody{}
		p.tab = dial(t, p.jar, addr, hello, p.sid)
		p.see("the turn", func() bool { return p.turn.State == wire.GPUWaiting || p.turn.State == wire.GPUGranted })
	}
	ann.see("the job anew", func() bool { return ann.cell["c0"] == "begun\n" })
	bob.see("the place", func() bool { return bob.turn.Place == 1 && bob.turn.Of == 2 })
	eve.see("the place", func() bool { return eve.turn.Place == 2 })
	ann.send(wire.New(wire.GPURelease, wire.GPUReleaseBody{}))
	for _, p := range []*sharer{ann, bob, eve} {
		p.see("the end of the turn", p.ended)
	}
	if ann.turn.Why != "released" || bob.turn.Why != "done" || eve.turn.Why != "done" || eve.cell["c0"] != "eve 1\n" {
		t.Errorf("the turns ended: %s, %s, %s; eve sees %q", ann.turn.Why, bob.turn.Why, eve.turn.Why, eve.cell)
	}
}
