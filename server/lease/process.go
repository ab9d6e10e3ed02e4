package lease

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/bus"
	"gputour/web/text"
)

// This file is a process on another server's cards, as a session here has it, and the other server's end of it.
//
// Whatever cuts the pipe ends the process: nobody would give its cards back.

// processes is the topic of their pipes.
const processes = "class.cards"

// order is what a session's server says.
type order struct {
	Kind   string        `json:"kind"` // run, stop, complete, inspect, diagnose, place, put, input, close
	N      uint64        `json:"n,omitempty"`
	Run    *session.Run  `json:"run,omitempty"`
	RID    string        `json:"rid,omitempty"`
	Force  bool          `json:"force,omitempty"`
	Text   string        `json:"text,omitempty"`
	Cursor int           `json:"cursor,omitempty"`
	Detail int           `json:"detail,omitempty"`
	File   *session.File `json:"file,omitempty"`
	None   bool          `json:"none,omitempty"` // there is no line to be read
}

// report is what the process's server says.
type report struct {
	Kind    string                 `json:"kind"` // opened, stream, event, input, file, ended, answer
	N       uint64                 `json:"n,omitempty"`
	Error   string                 `json:"error,omitempty"`
	Devices []wire.DeviceInfo      `json:"devices,omitempty"`
	Name    string                 `json:"name,omitempty"`
	Text    string                 `json:"text,omitempty"`
	Body    json.RawMessage        `json:"body,omitempty"`
	Input   *wire.InputRequestBody `json:"input,omitempty"`
	File    *session.File          `json:"file,omitempty"`
	Outcome *session.Outcome       `json:"outcome,omitempty"`
}

// Far starts a process on the cards of another server.
func Far(ctx context.Context, b *bus.Bus, host string, on []int) (Process, error) {
	hello, _ := json.Marshal(on)
	p, err := b.Dial(ctx, host, processes, hello)
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, func() { p.Close(0, "") })()
	data, err := p.Receive()
	if err != nil {
		return nil, fmt.Errorf("cards of %s: %w", host, err)
	}
	var first report
	if err := json.Unmarshal(data, &first); err != nil || first.Error != "" {
		p.Close(0, "")
		return nil, fmt.Errorf("cards of %s: %w", host, errors.Join(err, errors.New(first.Error)))
	}
	far := &farProcess{pipe: p, devices: first.Devices, gone: make(chan struct{}), lost: make(chan session.Loss, 1), answers: map[uint64]chan json.RawMessage{}}
	go far.read()
	return far, nil
}

// farProcess is a process on another server.
type farProcess struct {
	pipe    *bus.Pipe
	devices []wire.DeviceInfo
	gone    chan struct{}
	lost    chan session.Loss

	mu      sync.Mutex
	n       uint64
	answers map[uint64]chan json.RawMessage
	run     *hearing // of the run that goes on; nil: there is none
	closed  bool
}

// hearing is a run that goes on.
type hearing struct {
	in   chan report
	over chan struct{}
}

var _ Process = (*farProcess)(nil)

// read hands out what comes until the process is gone.
func (f *farProcess) read() {
	for {
		data, err := f.pipe.Receive()
		var r report
		if err == nil {
			err = json.Unmarshal(data, &r)
		}
		if err != nil {
			f.end()
			return
		}
		f.mu.Lock()
		run, answer := f.run, f.answers[r.N]
		if r.Kind == "answer" {
			delete(f.answers, r.N)
		}
		f.mu.Unlock()
		switch {
		case r.Kind == "answer" && answer != nil:
			answer <- r.Body
		case r.Kind != "answer" && run != nil:
			select {
			case run.in <- r:
			case <-run.over:
			}
		}
	}
}

// end is that the process is gone.
func (f *farProcess) end() {
	f.pipe.Close(0, "")
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.lost <- f.loss()
	}
	close(f.lost)
	close(f.gone)
}

func (f *farProcess) loss() session.Loss {
	l := session.Loss{Reason: "worker", Limit: wire.LimitBody{Kind: "killed"}, Text: map[string]string{}}
	for _, lang := range text.Langs {
		l.Text[string(lang)] = lang.T("limit.gpu-gone")
	}
	l.Limit.Text = l.Text[string(text.English)]
	return l
}

func (f *farProcess) say(o order) {
	data, _ := json.Marshal(o)
	f.pipe.Send(data) // an error is the pipe's end
}

// Run implements session.Evaluator.
func (f *farProcess) Run(run session.Run, out session.Output) session.Outcome {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	h := &hearing{make(chan report), make(chan struct{})}
	defer close(h.over)
	f.mu.Lock()
	f.run = h
	f.mu.Unlock()
	f.say(order{Kind: "run", Run: &run})
	var files []session.File
	for {
		var r report
		select {
		case r = <-h.in:
		case <-f.gone:
			loss := f.loss()
			return session.Outcome{State: wire.RunStopped, Lost: &loss}
		}
		switch r.Kind {
		case "stream":
			out.Stream(r.Name, r.Text)
		case "event":
			if body, err := wire.DecodeBody(wire.Message{Type: r.Name, Body: wire.Raw(r.Body)}); err == nil {
				out.Emit(r.Name, reflect.ValueOf(body).Elem().Interface())
			}
		case "input":
			go f.input(ctx, r, out)
		case "file":
			if r.File != nil {
				files = append(files, *r.File)
			}
		case "ended":
			outcome := session.Outcome{State: wire.RunStopped}
			if r.Outcome != nil {
				outcome = *r.Outcome
			}
			outcome.Files = files
			return outcome
		}
	}
}

// input asks for a line.
func (f *farProcess) input(ctx context.Context, r report, out session.Output) {
	if r.Input == nil {
		return
	}
	text, err := out.Input(ctx, *r.Input)
	switch {
	case err == nil:
		f.say(order{Kind: "input", N: r.N, Text: text})
	case errors.Is(err, io.EOF):
		f.say(order{Kind: "input", N: r.N, None: true})
	}
}

// Stop implements session.Evaluator.
func (f *farProcess) Stop(rid string, force bool) {
	go f.say(order{Kind: "stop", RID: rid, Force: force})
}

// answerWait is how long a question may take that is asked while a cell runs.
const answerWait = 10 * time.Second

// ask asks something and reads the answer.
func (f *farProcess) ask(o order, answer any) {
	c := make(chan json.RawMessage, 1)
	f.mu.Lock()
	f.n++
	o.N = f.n
	f.answers[o.N] = c
	f.mu.Unlock()
	f.say(o)
	late := time.NewTimer(answerWait)
	defer late.Stop()
	select {
	case data := <-c:
		json.Unmarshal(data, answer)
	case <-late.C:
	case <-f.gone:
	}
}

// Complete implements session.Evaluator.
func (f *farProcess) Complete(code string, cursor int) (b wire.CompleteReplyBody) {
	f.ask(order{Kind: "complete", Text: code, Cursor: cursor}, &b)
	return b
}

// Inspect implements session.Evaluator.
func (f *farProcess) Inspect(code string, cursor, detail int) (b wire.InspectReplyBody) {
	f.ask(order{Kind: "inspect", Text: code, Cursor: cursor, Detail: detail}, &b)
	return b
}

// Diagnose implements session.Evaluator.
func (f *farProcess) Diagnose(code string) (b wire.DiagnoseReplyBody) {
	f.ask(order{Kind: "diagnose", Text: code}, &b)
	return b
}

// Place implements session.Evaluator.
func (f *farProcess) Place() (b wire.PlacementBody) {
	f.ask(order{Kind: "place"}, &b)
	return b
}

// Devices implements session.Evaluator.
func (f *farProcess) Devices() []wire.DeviceInfo { return f.devices }

// Put implements session.Evaluator.
func (f *farProcess) Put(file session.File) { f.say(order{Kind: "put", File: &file}) }

// Lost implements session.Evaluator.
func (f *farProcess) Lost() <-chan session.Loss { return f.lost }

// Gone implements Process.
func (f *farProcess) Gone() <-chan struct{} { return f.gone }

// Close implements session.Evaluator.
func (f *farProcess) Close() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.pipe.Close(0, "")
	<-f.gone
}

// lend has another server start a process on cards of this one.
func (m *Manager) lend(hello []byte, p *bus.Pipe) {
	var on []int
	if err := json.Unmarshal(hello, &on); err != nil {
		p.Close(bus.CodeProtocol, err.Error())
		return
	}
	l := &lent{pipe: p, lines: map[uint64]chan order{}}
	process, err := m.local(on)
	if err != nil {
		l.say(report{Kind: "opened", Error: err.Error()})
		return
	}
	l.process = process
	l.serve()
}

// local starts a process on cards of this server. A card has one at a time: the next one waits until that of before is gone.
func (m *Manager) local(on []int) (Process, error) {
	var held []int
	release := func() {
		for _, c := range held {
			m.locks[c].Unlock()
		}
	}
	for i, c := range on { // in order, so that two do not wait for each other
		switch {
		case c < 0 || c >= len(m.locks):
			release()
			return nil, fmt.Errorf("there is no card %d here", c)
		case i > 0 && c <= on[i-1]:
			release()
			return nil, fmt.Errorf("cards %v are not in order", on)
		}
		m.locks[c].Lock()
		held = append(held, c)
	}
	process, err := m.Cards.Open(on)
	if err != nil {
		release()
		return nil, err
	}
	go func() {
		<-process.Gone()
		release()
	}()
	return process, nil
}

// lent is a process that another server's session uses.
type lent struct {
	pipe    *bus.Pipe
	process Process

	sending sync.Mutex
	running sync.Mutex // held while something runs
	mu      sync.Mutex
	n       uint64
	lines   map[uint64]chan order // that are waited for
}

func (l *lent) say(r report) {
	l.sending.Lock()
	defer l.sending.Unlock()
	data, _ := json.Marshal(r)
	l.pipe.Send(data) // an error is the pipe's end
}

// serve does what it is told until the pipe ends or the process.
func (l *lent) serve() {
	defer l.process.Close()
	go func() {
		<-l.process.Gone()
		l.running.Lock() // how the last run ended is told first
		defer l.running.Unlock()
		l.pipe.Close(0, "")
	}()
	l.say(report{Kind: "opened", Devices: l.process.Devices()})
	for {
		data, err := l.pipe.Receive()
		var o order
		if err == nil {
			err = json.Unmarshal(data, &o)
		}
		if err != nil {
			return
		}
		l.do(o)
	}
}

// do carries an order out.
func (l *lent) do(o order) {
	answer := func(f func() any) {
		go func() {
			body, _ := json.Marshal(f())
			l.say(report{Kind: "answer", N: o.N, Body: body})
		}()
	}
	switch o.Kind {
	case "run":
		if o.Run != nil {
			l.running.Lock() // a session has one run at a time
			go l.run(*o.Run)
		}
	case "stop":
		l.process.Stop(o.RID, o.Force)
	case "put":
		if o.File != nil {
			l.process.Put(*o.File)
		}
	case "complete":
		answer(func() any { return l.process.Complete(o.Text, o.Cursor) })
	case "inspect":
		answer(func() any { return l.process.Inspect(o.Text, o.Cursor, o.Detail) })
	case "diagnose":
		answer(func() any { return l.process.Diagnose(o.Text) })
	case "place":
		answer(func() any { return l.process.Place() })
	case "input":
		l.mu.Lock()
		c := l.lines[o.N]
		delete(l.lines, o.N)
		l.mu.Unlock()
		if c != nil {
			c <- o
		}
	}
}

func (l *lent) run(run session.Run) {
	defer l.running.Unlock()
	outcome := l.process.Run(run, l)
	for _, f := range outcome.Files {
		l.say(report{Kind: "file", File: &f})
	}
	outcome.Files = nil
	l.say(report{Kind: "ended", Outcome: &outcome})
}

var _ session.Output = (*lent)(nil)

// Stream implements session.Output.
func (l *lent) Stream(name, text string) { l.say(report{Kind: "stream", Name: name, Text: text}) }

// Emit implements session.Output.
func (l *lent) Emit(typ string, body any) {
	data, err := json.Marshal(body)
	if err == nil {
		l.say(report{Kind: "event", Name: typ, Body: data})
	}
}

// Input implements session.Output.
func (l *lent) Input(ctx context.Context, req wire.InputRequestBody) (string, error) {
	c := make(chan order, 1)
	l.mu.Lock()
	l.n++
	n := l.n
	l.lines[n] = c
	l.mu.Unlock()
	l.say(report{Kind: "input", N: n, Input: &req})
	select {
	case o := <-c:
		if o.None {
			return "", io.EOF
		}
		return o.Text, nil
	case <-l.pipe.Done():
		return "", io.EOF
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
