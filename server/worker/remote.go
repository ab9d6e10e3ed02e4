package worker

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
)

// askWait is how long a question may take that is asked while a cell runs.
const askWait = 10 * time.Second

// Remote is a session.Evaluator whose cells run in a worker. Its output is merged there.
type Remote struct {
	pool   *Pool
	worker *process
	id     uint32
	spec   string

	opened  chan openedFrame // capacity 1
	events  *queue
	devices []wire.DeviceInfo
	lost    chan session.Loss // capacity 1

	mu               sync.Mutex
	state            openState
	current          string          // the run that goes on
	check            *Remote         // runs it, when it checks an exercise
	waits            string          // a check that waits for its worker
	early            *stopFrame      // for that
	running          bool            // run has been called and has not returned
	files            told            // of the run that goes on, or went on last
	asking           *inputFrame     // that has no answer yet
	adopted, claimed bool            // it comes from the hub before, and somebody has asked for it
	over             string          // the run that has ended last
	outcome          session.Outcome // its
	closed           chan struct{}
}

// openState is how far a session is.
type openState uint8

const (
	opening openState = iota
	open
	closing // a frame asked for it
	closed
)

// attach makes a session in a worker that is not dead.
func (p *process) attach(pool *Pool, spec string) *Remote {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	r := &Remote{
		pool: pool, worker: p, id: p.last, spec: spec, opened: make(chan openedFrame, 1),
		events: newQueue(), lost: make(chan session.Loss, 1), closed: make(chan struct{}),
	}
	p.all[r.id] = r
	return r
}

// detach forgets a session.
func (p *process) detach(r *Remote) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.all, r.id)
}

// open opens the session in the worker.
func (r *Remote) open() error {
	r.worker.send(r.id, &openFrame{r.spec})
	select {
	case f := <-r.opened:
		if f.Error != "" {
			r.worker.detach(r)
			return errors.New(f.Error)
		}
		r.devices = f.Devices
		return nil
	case <-r.worker.gone:
		return errors.New("the worker has ended: " + r.worker.end.String())
	}
}

// emitted are the events that a worker may send.
var emitted = map[string]bool{
	wire.Stream: true, wire.Display: true, wire.UpdateDisplay: true, wire.Result: true, wire.ClearOutput: true,
	wire.Failed: true, wire.Limit: true, wire.LimitNear: true, wire.Progress: true, wire.DeviceEvents: true, wire.CheckResult: true, wire.Names: true,
}

// ends are how a run may end.
var ends = map[wire.RunState]bool{wire.RunDone: true, wire.RunFailed: true, wire.RunStopped: true}

// handle takes a frame from the worker; an error is one that it must not send now.
func (r *Remote) handle(f frame, size int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch f := f.(type) {
	case *openedFrame:
		if r.state == closing { // it was closed before, by another hub
			if f.Error != "" {
				r.state = closed
				close(r.closed)
				r.worker.detach(r)
			}
			break
		}
		if r.state != opening {
			return violation("a session is opened twice")
		}
		r.state = open
		r.opened <- *f
	case *eventFrame:
		if !emitted[f.Type] {
			return violation("an event of type %.40q", f.Type)
		}
		return r.put(f, f.RID, size)
	case *inputFrame:
		return r.put(f, f.RID, size)
	case *fileFrame:
		return r.put(f, f.RID, size)
	case *endedFrame:
		if !ends[f.State] || f.RID != r.current || r.current == "" {
			return violation("the end of a run that does not go on")
		}
		r.current = ""
		r.events.put(f, 0)
	case *closedFrame:
		if r.state != closing {
			return violation("a session is closed that nobody closed")
		}
		r.state = closed
		close(r.closed)
		r.worker.detach(r)
	default:
		return violation("a frame of kind %d in the middle", f.kind())
	}
	return nil
}

// put queues a frame of a run. One of a run that is over is dropped and its room is not given
// back: an honest worker hardly ever sends one.
func (r *Remote) put(f frame, rid string, size int) error {
	n := cost(size)
	if rid != r.current {
		f = nil
	}
	if !r.events.put(f, n) {
		return violation("more events than there is room for")
	}
	return nil
}

// Run implements session.Evaluator.
func (r *Remote) Run(run session.Run, out session.Output) session.Outcome {
	if run.Check != nil {
		return r.examine(run, out)
	}
	return r.run(run, out)
}

func (r *Remote) run(run session.Run, out session.Output) session.Outcome {
	if !r.begin(run) {
		return session.Outcome{State: wire.RunStopped}
	}
	return r.follow(run, out)
}

// follow hears of a run that has begun to its end.
func (r *Remote) follow(run session.Run, out session.Output) session.Outcome {
	outcome := r.hear(out)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running, r.asking, r.over, r.outcome = false, nil, run.RID, outcome
	return outcome
}

// hear passes on what a worker says of a run.
func (r *Remote) hear(out session.Output) session.Outcome {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for {
		f, credit, ok := r.events.next()
		if credit > 0 {
			r.worker.send(r.id, &creditFrame{credit})
		}
		if !ok {
			loss := r.worker.end.loss()
			return session.Outcome{State: wire.RunStopped, Lost: &loss}
		}
		switch f := f.(type) {
		case *eventFrame:
			if err := emit(out, f); err != nil {
				r.worker.said.note(err.Error())
				r.worker.kill(causeProtocol)
			}
		case *inputFrame:
			r.mu.Lock()
			r.asking = f
			r.mu.Unlock()
			go r.input(ctx, f, out.Input, f.Request)
		case *fileFrame:
			if err := r.files.add(f.File); err != nil {
				r.worker.said.note(err.Error())
				r.worker.kill(causeProtocol)
			}
		case *endedFrame:
			return session.Outcome{State: f.State, Cost: f.Cost, Files: r.files.all}
		}
	}
}

// begin sends a run to the worker, unless the session is closed.
func (r *Remote) begin(run session.Run) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state != open {
		return false
	}
	r.current, r.running, r.files = run.RID, true, told{}
	r.worker.send(r.id, &runFrame{run})
	return true
}

// told are the files that a worker says a run has changed.
type told struct {
	all   []session.File
	bytes int
}

// add checks that a file is one that the hub would keep.
func (t *told) add(f session.File) error {
	t.bytes += len(f.Data)
	switch {
	case !session.Lasting(f.Path):
		return violation("a file that cannot be")
	case len(f.Data) > session.FileBytes, t.bytes > session.FilesBytes, len(t.all) >= 2*session.FilesMost:
		return violation("more files than are kept")
	}
	t.all = append(t.all, f)
	return nil
}

// emit passes an event on, when its body is what its type says. What goes on is made
// anew from the body: nothing that a worker writes is copied as it is.
func emit(out session.Output, f *eventFrame) error {
	body, err := wire.DecodeBody(wire.Message{Type: f.Type, Body: wire.Raw(f.Body)})
	if err != nil {
		return violation("an event that is not well formed: %v", err)
	}
	bounded, _, _ := wire.Bound(reflect.ValueOf(body).Elem().Interface())
	out.Emit(f.Type, bounded)
	return nil
}

// input passes on the learner's answer to a question.
func (r *Remote) input(ctx context.Context, f *inputFrame, ask func(context.Context, wire.InputRequestBody) (string, error), req wire.InputRequestBody) {
	text, err := ask(ctx, req)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asking == f {
		r.asking = nil
	}
	switch {
	case err == nil:
		r.worker.send(r.id, &answerFrame{RID: f.RID, Text: text})
	case errors.Is(err, io.EOF):
		r.worker.send(r.id, &answerFrame{RID: f.RID, None: true})
	}
}

// examine runs a check in a worker of its own: neither what the session has run nor who
// shares its worker is near the tests. The end of that worker is the end of the run alone.
func (r *Remote) examine(run session.Run, out session.Output) session.Outcome {
	stopped := session.Outcome{State: wire.RunStopped}
	r.mu.Lock()
	r.waits, r.early = run.RID, nil
	r.mu.Unlock()
	examiner, err := r.pool.alone(r.spec)
	if err != nil {
		r.pool.log().Error("no worker for a check", "error", err)
		out.Emit(wire.CheckResult, wire.CheckResultBody{Status: "error", Message: cmp.Or(unchecked[run.Lang], unchecked["en"])})
		return session.Outcome{State: wire.RunFailed}
	}
	r.mu.Lock()
	over := r.state != open
	r.check, r.current, r.waits = examiner, run.RID, ""
	if r.early != nil {
		examiner.Stop(r.early.RID, r.early.Force)
	}
	r.mu.Unlock()
	if over {
		r.examined(run, stopped)
		return stopped
	}
	return r.examined(run, r.attend(run, out, examiner.run))
}

// examined lets go of the worker of a check.
func (r *Remote) examined(run session.Run, outcome session.Outcome) session.Outcome {
	r.mu.Lock()
	examiner := r.check
	r.check, r.current, r.over, r.outcome = nil, "", run.RID, outcome
	r.mu.Unlock()
	if examiner != nil {
		examiner.Close()
	}
	return outcome
}

// attend is a check in the worker of its own.
func (r *Remote) attend(run session.Run, out session.Output, how func(session.Run, session.Output) session.Outcome) session.Outcome {
	stopped := session.Outcome{State: wire.RunStopped}
	outcome := how(run, out)
	outcome.Files = nil // they went with it
	if outcome.Lost == nil {
		return outcome
	}
	limit := outcome.Lost.Limit
	if text := outcome.Lost.Text[run.Lang]; text != "" {
		limit.Text = text
	}
	out.Emit(wire.Limit, limit)
	return stopped
}

// Stop implements session.Evaluator.
func (r *Remote) Stop(rid string, force bool) {
	r.mu.Lock()
	check := r.check
	if r.waits != "" && (rid == "" || rid == r.waits) {
		r.early = &stopFrame{r.waits, force}
	}
	r.mu.Unlock()
	if check != nil {
		check.Stop(rid, force)
		return
	}
	r.worker.send(r.id, &stopFrame{rid, force})
}

// ask asks the worker for what a cell that runs does not hold up, and decodes the answer.
func (r *Remote) ask(f askFrame, answer any) {
	p := r.worker
	ch := make(chan json.RawMessage, 1)
	f.ID = p.asked.Add(1)
	p.mu.Lock()
	p.asks[f.ID] = ch
	p.mu.Unlock()
	p.send(r.id, &f)
	late := time.NewTimer(askWait)
	defer late.Stop()
	select {
	case body := <-ch:
		if json.Unmarshal(body, answer) != nil {
			p.said.note("an answer that is not well formed")
			p.kill(causeProtocol)
		}
	case <-p.gone:
	case <-r.closed:
	case <-late.C: // the worker may still answer, to nobody
	}
}

// Complete implements session.Evaluator.
func (r *Remote) Complete(code string, cursor int) wire.CompleteReplyBody {
	b := wire.CompleteReplyBody{Start: cursor, End: cursor}
	r.ask(askFrame{What: wire.Complete, Code: code, Cursor: cursor}, &b)
	return b
}

// Inspect implements session.Evaluator.
func (r *Remote) Inspect(code string, cursor, detail int) (b wire.InspectReplyBody) {
	r.ask(askFrame{What: wire.Inspect, Code: code, Cursor: cursor, Detail: detail}, &b)
	return b
}

// Diagnose implements session.Evaluator.
func (r *Remote) Diagnose(code string) (b wire.DiagnoseReplyBody) {
	r.ask(askFrame{What: wire.Diagnose, Code: code}, &b)
	return b
}

// Gone is closed when the process that runs the session has ended.
func (r *Remote) Gone() <-chan struct{} { return r.worker.gone }

// Place implements session.Evaluator.
func (r *Remote) Place() (b wire.PlacementBody) {
	r.ask(askFrame{What: wire.Place}, &b)
	return b
}

// Devices implements session.Evaluator.
func (r *Remote) Devices() []wire.DeviceInfo { return r.devices }

// Put implements session.Evaluator.
func (r *Remote) Put(f session.File) { r.worker.send(r.id, &putFrame{f}) }

// Lost implements session.Evaluator.
func (r *Remote) Lost() <-chan session.Loss { return r.lost }

// lose tells the session that the worker has ended.
func (r *Remote) lose() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == open {
		r.lost <- r.worker.end.loss()
	}
	r.events.close()
}

// Close implements session.Evaluator. It need not wait for a run that goes on: either the
// worker ends with it, or the pool sees to it.
func (r *Remote) Close() {
	r.mu.Lock()
	if r.state == open {
		r.state = closing
	}
	check := r.check
	r.mu.Unlock()
	close(r.lost)
	if check != nil {
		check.worker.kill(causeClosed)
	}
	r.pool.close(r)
}

var _ session.Evaluator = (*Remote)(nil)
