package lease

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/bus"
	"gputour/server/gpuq"
)

// far is a process that says what it was told, and answers with it.
type far struct {
	mu    sync.Mutex
	told  []string
	stop  chan string
	gone  chan struct{}
	close sync.Once
	cut   func() // ends the pipe
}

func (p *far) note(format string, args ...any) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told = append(p.told, fmt.Sprintf(format, args...))
	return p.told[len(p.told)-1]
}

// Run prints, emits, reads two lines, waits to be stopped and leaves a file.
func (p *far) Run(run session.Run, out session.Output) session.Outcome {
	p.note("run %s %s", run.RID, run.Code)
	if run.Code == "die" {
		p.cut()
		<-p.gone
		return session.Outcome{}
	}
	out.Stream("stderr", "warned")
	out.Emit(wire.Progress, wire.ProgressBody{ID: "p", Value: 3})
	for range 2 {
		line, err := out.Input(context.Background(), wire.InputRequestBody{Prompt: "? "})
		p.note("line %q %v", line, err)
	}
	return session.Outcome{State: wire.RunFailed, Cost: wire.Cost{Launches: 7}, Files: []session.File{{Path: "/a", Data: []byte(<-p.stop)}}}
}

func (p *far) Stop(rid string, force bool) { p.stop <- p.note("stop %s %v", rid, force) }
func (p *far) Complete(code string, cursor int) wire.CompleteReplyBody {
	return wire.CompleteReplyBody{Matches: []wire.Completion{{Text: p.note("complete %s %d", code, cursor)}}}
}
func (p *far) Inspect(code string, cursor, detail int) wire.InspectReplyBody {
	return wire.InspectReplyBody{Found: true, Data: wire.Bundle{"text/plain": p.note("inspect %s %d %d", code, cursor, detail)}}
}
func (p *far) Diagnose(code string) wire.DiagnoseReplyBody {
	p.note("diagnose %s", code)
	return wire.DiagnoseReplyBody{}
}
func (p *far) Place() wire.PlacementBody {
	return wire.PlacementBody{Devices: []wire.DeviceMemory{{DeviceInfo: wire.DeviceInfo{Device: p.note("place")}}}}
}
func (p *far) Devices() []wire.DeviceInfo { return []wire.DeviceInfo{{Name: "far card"}} }
func (p *far) Put(f session.File)         { p.note("put %s %s", f.Path, f.Data) }
func (p *far) Lost() <-chan session.Loss  { return nil }
func (p *far) Gone() <-chan struct{}      { return p.gone }
func (p *far) Close()                     { p.close.Do(func() { close(p.gone) }) }

// sitting is the Output of a run: it answers one question, and then there is no more to be read.
type sitting struct {
	mu   sync.Mutex
	seen []string
	left int
}

func (s *sitting) note(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, text)
}
func (s *sitting) Stream(name, text string)  { s.note(name + " " + text) }
func (s *sitting) Emit(typ string, body any) { s.note(fmt.Sprintf("%s %+v", typ, body)) }
func (s *sitting) Input(_ context.Context, req wire.InputRequestBody) (string, error) {
	s.note("input " + req.Prompt)
	if s.left--; s.left < 0 {
		return "", io.EOF
	}
	return "one", nil
}

// connector returns what connects servers with each other.
func connector(t *testing.T) func(name string) *bus.Bus {
	server := bus.Embed()
	t.Cleanup(server.Close)
	return func(name string) *bus.Bus {
		b, err := bus.Connect(bus.Options{Node: name, Server: server})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return b
	}
}

// TestOverThePipe has a process on another server do all that an evaluator can: what is asked comes there, and what it says comes back.
func TestOverThePipe(t *testing.T) {
	connect := connector(t)
	here, there := connect("here"), connect("there")
	var opened [][]int
	var process *far
	m := New(Options{Cards: Cards{Count: 3, Open: func(on []int) (Process, error) {
		if on[0] == 1 {
			return nil, errors.New("card 1 does not start")
		}
		opened = append(opened, on)
		process = &far{stop: make(chan string, 1), gone: make(chan struct{}), cut: func() { go there.Close() }}
		return process, nil
	}}})
	t.Cleanup(there.Listen(processes, m.lend))

	for want, on := range map[string][]int{"there is no card 3 here": {0, 3}, "are not in order": {2, 0}, "card 1 does not start": {1}, "there is no card -1": {-1}} {
		if p, err := Far(t.Context(), here, "there", on); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("cards %v: %v, %v, want %q", on, p, err, want)
		}
	}
	p, err := Far(t.Context(), here, "there", []int{0, 2})
	if err != nil || !reflect.DeepEqual(opened, [][]int{{0, 2}}) {
		t.Fatal(err, opened)
	}
	if d := p.Devices(); len(d) != 1 || d[0].Name != "far card" {
		t.Errorf("devices %+v", d)
	}
	p.Put(session.File{Path: "/x", Data: []byte("data")})
	for want, got := range map[string]string{
		"complete torch. 6":   p.Complete("torch.", 6).Matches[0].Text,
		"inspect torch.x 7 2": p.Inspect("torch.x", 7, 2).Data["text/plain"],
		"place":               p.Place().Devices[0].Device,
	} {
		if got != want {
			t.Errorf("answered %q, want %q", got, want)
		}
	}
	p.Diagnose("x =")
	if f := p.(*farProcess); len(f.answers) != 0 {
		t.Errorf("%d answers are waited for that have come", len(f.answers))
	}
	out := &sitting{left: 1}
	p.Stop("r", true)
	o := p.Run(session.Run{RID: "r", Code: "c"}, out)
	if o.State != wire.RunFailed || o.Cost.Launches != 7 || len(o.Files) != 1 || o.Files[0].Path != "/a" || string(o.Files[0].Data) != "stop r true" {
		t.Errorf("outcome %+v", o)
	}
	if got, want := fmt.Sprint(out.seen), "[stderr warned progress {ID:p "; !strings.HasPrefix(got, want) || strings.Count(got, "input ? ") != 2 || !strings.Contains(got, "Value:3") {
		t.Errorf("the run said %s", got)
	}
	process.mu.Lock()
	told := strings.Join(process.told, "; ")
	process.mu.Unlock()
	for _, want := range []string{"put /x data", "complete torch. 6", "diagnose x =", "run r c", `line "one" <nil>`, `line "" EOF`} {
		if !strings.Contains(told, want) {
			t.Errorf("the process was told %s, and not %s", told, want)
		}
	}
	o = p.Run(session.Run{RID: "s", Code: "die"}, out)
	if o.State != wire.RunStopped || o.Lost == nil || o.Lost.Limit.Kind != "killed" || o.Lost.Text["zh"] == "" || o.Lost.Limit.Text != o.Lost.Text["en"] {
		t.Errorf("of a process that is gone: %+v", o)
	}
	<-p.Gone()
	if loss, told := <-p.Lost(); !told || loss.Reason != "worker" {
		t.Errorf("lost: %+v", loss)
	}
	p.Close()
}

// TestNoSuchServer: cards of a server that is not there are an error, and no process.
func TestNoSuchServer(t *testing.T) {
	if p, err := Far(t.Context(), connector(t)("here"), "nowhere", []int{0}); p != nil || !errors.Is(err, bus.ErrUnreachable) {
		t.Errorf("%v, %v", p, err)
	}
}

// TestDeskThatIsGone: who asks a queue whose server is gone is told so, whatever is asked.
func TestDeskThatIsGone(t *testing.T) {
	connect := connector(t)
	here, there := connect("here"), connect("there")
	t.Cleanup(there.Listen("queue", func(_ []byte, p *bus.Pipe) { p.Close(0, "") }))
	p, err := here.Dial(t.Context(), "there", "queue", nil)
	if err != nil {
		t.Fatal(err)
	}
	<-p.Done()
	d := &farDesk{pipe: p, waiting: map[uint64]chan word{}}
	_, _, found := d.here(Turn{ID: "x"})
	_, seen := d.view()
	for asked, err := range map[string]error{
		"ask": d.ask(Turn{ID: "x"}), "here": found, "cancel": d.cancel("x"), "started": d.started("x"), "exited": d.exited(Exit{ID: "x"}),
		"instruct": d.instruct(gpuq.Pause{}), "view": seen,
	} {
		if !errors.Is(err, errNowhere) {
			t.Errorf("%s: %v", asked, err)
		}
	}
}

// TestNobodyReads: what saves a job's state is told at once that nobody types.
func TestNobodyReads(t *testing.T) {
	if line, err := (silent{}).Input(t.Context(), wire.InputRequestBody{}); line != "" || err != io.EOF {
		t.Errorf("%q, %v", line, err)
	}
}

// TestEndWithoutAWord: a server that says of a run only that it has ended is believed that, and no more.
func TestEndWithoutAWord(t *testing.T) {
	connect := connector(t)
	here, there := connect("here"), connect("there")
	t.Cleanup(there.Listen(processes, func(_ []byte, p *bus.Pipe) {
		p.Send([]byte(`{"kind":"opened"}`))
		p.Receive() // the run
		p.Send([]byte(`{"kind":"ended"}`))
		p.Receive() // the end of the pipe
		p.Close(0, "")
	}))
	p, err := Far(t.Context(), here, "there", []int{0})
	if err != nil {
		t.Fatal(err)
	}
	if o := p.Run(session.Run{RID: "r"}, silent{}); o.State != wire.RunStopped || o.Lost != nil {
		t.Errorf("outcome %+v", o)
	}
	p.Close()
}
