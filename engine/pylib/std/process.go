package std

import (
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/process"
	"gputour/engine/pylib/std/binding"
)

// Module _process: what multiprocessing is made of. A process is a session of its own (package process); what goes from
// one to another goes as bytes, through boxes: queues that each process of the notebook can name by a number. A lock is
// a box with one thing in it, which is taken out and put back.

// boxes are the queues of a world.
type boxes struct {
	made     int64
	held     map[int64][][]byte
	codes    []*interp.Code
	children map[int64]*process.Process
}

func boxesOf(p *process.Process) *boxes {
	return p.World.Shared("multiprocessing", func() any {
		return &boxes{held: map[int64][][]byte{}, children: map[int64]*process.Process{}}
	}).(*boxes)
}

// Bounds of what processes leave to one another.
const (
	maxBoxes = 10_000
	maxBoxed = 100_000 // things in one box
)

func initProcess(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_process", "Processes of this notebook, and boxes that they share.")
	for _, f := range []struct {
		sig string
		fn  func(*object.Thread, *process.Process, *boxes, []object.Value) (object.Value, error)
		doc string
	}{
		{"start(name, data, share, environ)", processSpawn, "Starts a process that runs multiprocessing.spawn on data: its id."},
		{"join(ids, seconds)", processJoin, "Waits for one of some processes to end, or for seconds; None waits as long as it takes. Whether one has."},
		{"status(id)", processStatus, "The status of a process that has ended, else None."},
		{"stop(id, force)", processStop, "Ends a process."},
		{"data()", processData, "What this process was started on, None for the first one."},
		{"current()", processCurrent, "The id of this process."},
		{"box()", boxMake, "Makes an empty box: its number."},
		{"put(box, data)", boxPut, "Puts bytes into a box."},
		{"get(box, seconds)", boxGet, "Takes the oldest bytes out of a box, None if there are none after seconds."},
		{"keep(code)", codeKeep, "Keeps a code object for other processes: its number."},
		{"kept(number)", codeKept, "The code object that a process has kept."},
		{"size(box)", boxSize, "How many things are in a box."},
	} {
		m.AddFuncs(object.Def(f.sig, func(t *object.Thread, a []object.Value) (object.Value, error) {
			p := process.Of(t.Session)
			if p == nil {
				return object.Value{}, object.Raise(object.NotImplementedError, "processes cannot be started here, where the program has ended")
			}
			return f.fn(t, p, boxesOf(p), a)
		}, f.doc))
	}
	return m, nil
}

func processSpawn(t *object.Thread, p *process.Process, b *boxes, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	data, _ := object.AsBytes(a[1])
	share, _ := object.AsInt(a[2])
	env := maps.Clone(t.Session.Env)
	if d, ok := a[3].Object().(*object.Dict); ok {
		for k, v := range d.All() {
			key, _ := object.AsStr(k)
			value, _ := object.AsStr(v)
			env[key] = value
		}
	}
	child, err := p.World.Start(process.Child{
		Parent: t.Session, Dir: t.Session.Cwd, Name: name, Env: env, Data: slices.Clone(data), Share: int(share),
		File: "-c", Code: "from multiprocessing.spawn import _run; _run()\n", Stdout: t.Session.Stdout, Stderr: t.Session.Stderr,
	})
	if err != nil {
		return object.Value{}, err
	}
	b.children[int64(child.ID)] = child
	return object.Int(int64(child.ID)), nil
}

func (b *boxes) child(v object.Value) (*process.Process, error) {
	id, _ := object.AsInt(v)
	if c := b.children[id]; c != nil {
		return c, nil
	}
	return nil, object.Raise(object.ValueError, "there is no process %d", id)
}

func processJoin(t *object.Thread, p *process.Process, b *boxes, a []object.Value) (object.Value, error) {
	var others []*process.Process
	ids, _ := a[0].Object().(*object.Tuple)
	for _, id := range ids.Items {
		c, err := b.child(id)
		if err != nil {
			return object.Value{}, err
		}
		others = append(others, c)
	}
	until, err := deadline(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	flush(t.Session)
	ended, err := p.Join(until, others...)
	return object.Bool(ended), Waited(t, err)
}

// Waited is the error with which Python goes on after a wait for other processes.
func Waited(t *object.Thread, err error) error {
	var deadlock *process.Deadlock
	switch {
	case err == nil:
		return t.Poll()
	case errors.As(err, &deadlock):
		return object.Raise(object.RuntimeError, "%s", deadlock.Error())
	}
	if stop := t.Poll(); stop != nil {
		return stop
	}
	return err
}

// deadline is when a wait for so many seconds ends; None waits without end.
func deadline(t *object.Thread, v object.Value) (time.Time, error) {
	if v.IsNone() {
		return time.Time{}, nil
	}
	seconds, err := binding.Seconds(t, v)
	if err != nil {
		return time.Time{}, err
	}
	return time.Now().Add(time.Duration(math.Max(0, math.Min(seconds, 1e9)) * 1e9)), nil
}

func flush(s *object.Session) {
	if s.Flush != nil {
		s.Flush()
	}
}

func processStatus(_ *object.Thread, _ *process.Process, b *boxes, a []object.Value) (object.Value, error) {
	c, err := b.child(a[0])
	if err != nil || !c.Ended {
		return object.None, err
	}
	return object.Int(int64(c.Status)), nil
}

func processStop(_ *object.Thread, p *process.Process, b *boxes, a []object.Value) (object.Value, error) {
	c, err := b.child(a[0])
	if err == nil && !c.Ended && c != p {
		force := a[1].IsBool() && a[1].SmallInt() != 0
		c.Stop(force)
	}
	return object.None, err
}

func processData(_ *object.Thread, p *process.Process, _ *boxes, _ []object.Value) (object.Value, error) {
	if data, ok := p.Data.([]byte); ok {
		return object.NewBytes(data), nil
	}
	return object.None, nil
}

func processCurrent(_ *object.Thread, p *process.Process, _ *boxes, _ []object.Value) (object.Value, error) {
	return object.Int(int64(p.ID)), nil
}

func boxMake(_ *object.Thread, _ *process.Process, b *boxes, _ []object.Value) (object.Value, error) {
	if len(b.held) >= maxBoxes {
		return object.Value{}, object.Raise(object.OSError, "[Errno 24] Too many open files")
	}
	b.made++
	b.held[b.made] = nil
	return object.Int(b.made), nil
}

func boxPut(t *object.Thread, _ *process.Process, b *boxes, a []object.Value) (object.Value, error) {
	box, _ := object.AsInt(a[0])
	data, _ := object.AsBytes(a[1])
	if len(b.held[box]) >= maxBoxed {
		return object.Value{}, object.NewException(object.MemoryError)
	}
	if err := t.Charge(len(data) + 64); err != nil {
		return object.Value{}, err
	}
	b.held[box] = append(b.held[box], slices.Clone(data))
	return object.None, nil
}

func something() string { return "something from another process" }

func boxGet(t *object.Thread, p *process.Process, b *boxes, a []object.Value) (object.Value, error) {
	box, _ := object.AsInt(a[0])
	until, err := deadline(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	there := func() bool { return len(b.held[box]) > 0 }
	if !there() {
		flush(t.Session)
		if _, err := p.Wait(something, until, there); err != nil || t.Token.Waiting() {
			if err = Waited(t, err); err != nil {
				return object.Value{}, err
			}
		}
		if !there() {
			return object.None, nil
		}
	}
	data := b.held[box][0]
	b.held[box] = b.held[box][1:]
	return object.NewBytes(data), nil
}

// codeKeep hands on what a function does without its text, which is not for everyone who runs it.
func codeKeep(_ *object.Thread, _ *process.Process, b *boxes, a []object.Value) (object.Value, error) {
	code := interp.CodeOf(a[0])
	if code == nil {
		return object.Value{}, object.Raise(object.TypeError, "a code object is needed, not %s", object.TypeName(a[0]))
	}
	at := slices.Index(b.codes, code)
	if at < 0 {
		if at = len(b.codes); at == maxBoxed {
			return object.Value{}, object.Raise(object.OSError, "[Errno 24] Too many open files")
		}
		b.codes = append(b.codes, code)
	}
	return object.Int(int64(at)), nil
}

func codeKept(_ *object.Thread, _ *process.Process, b *boxes, a []object.Value) (object.Value, error) {
	at, _ := object.AsInt(a[0])
	if at < 0 || int(at) >= len(b.codes) {
		return object.Value{}, object.Raise(object.ValueError, "there is no code %d", at)
	}
	return interp.NewCode(b.codes[at]), nil
}

func boxSize(_ *object.Thread, _ *process.Process, b *boxes, a []object.Value) (object.Value, error) {
	box, _ := object.AsInt(a[0])
	return object.Int(int64(len(b.held[box]))), nil
}
