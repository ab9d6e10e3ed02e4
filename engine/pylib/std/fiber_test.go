package std_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/std"
)

// threads runs a program that leaves threads behind.
func threads(t *testing.T, token *object.Token, program string) (s *object.Session, out *bytes.Buffer, err error) {
	t.Helper()
	s, out = object.NewSession(), new(bytes.Buffer)
	t.Cleanup(s.Close)
	s.Stdout, s.Stderr = out, io.Discard
	interp.Install(s, std.Modules()...)
	traceback.Install(s)
	_, err = interp.Exec(object.NewThread(s, token), interp.Source{Name: "threads", Text: program, Line: 1, Script: true}, interp.Main(s))
	return s, out, err
}

// TestCloseEndsThreads closes a session whose threads wait: they end without another line of Python.
func TestCloseEndsThreads(t *testing.T) {
	s, out, err := threads(t, nil, `
import threading
lock = threading.Lock()
lock.acquire()
def wait():
    try:
        lock.acquire()
    finally:
        print('woke')
for _ in range(5):
    threading.Thread(target=wait, daemon=True).start()
print(threading.active_count())
`)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if got := out.String(); got != "6\n" {
		t.Errorf("printed %q", got)
	}
}

// TestThreadsOutlastCells has a thread that one run started go on in the next one.
func TestThreadsOutlastCells(t *testing.T) {
	s, out, err := threads(t, nil, `
import queue, threading
q = queue.Queue()
def work():
    while True:
        print('got', q.get())
threading.Thread(target=work, daemon=True).start()
`)
	if err == nil {
		_, err = interp.Exec(object.NewThread(s, nil), interp.Source{Name: "next", Text: "import time\nq.put(1)\ntime.sleep(0)\nq.put(2)\ntime.sleep(0)\n", Line: 1}, interp.Main(s))
	}
	if got := out.String(); err != nil || got != "got 1\ngot 2\n" {
		t.Errorf("printed %q, error %v", got, err)
	}
}

// TestStopReachesThreads stops runs that a thread holds up.
func TestStopReachesThreads(t *testing.T) {
	for _, stop := range []struct {
		name string
		how  object.Stopped
		want string
	}{{"interrupt", object.Stopped{Interrupt: true}, "KeyboardInterrupt"}, {"limit", object.Stopped{Limit: "time"}, "time limit"}} {
		t.Run(stop.name, func(t *testing.T) {
			token := new(object.Token)
			token.Visit(func() { token.Visit(func() { token.Stop(&stop.how) }) })
			_, _, err := threads(t, token, `
import threading
def spin():
    while True:
        try:
            pass
        except Exception:
            pass
t = threading.Thread(target=spin)
t.start()
t.join()
`)
			if err == nil || !strings.Contains(err.Error(), stop.want) {
				t.Errorf("ended with %v", err)
			}
		})
	}
}

// TestDeadlock has every thread wait for another one, which nobody could end.
func TestDeadlock(t *testing.T) {
	_, _, err := threads(t, nil, "import threading\na = threading.Lock()\na.acquire()\nt = threading.Thread(target=a.acquire)\nt.start()\nt.join()\n")
	if err == nil || !strings.Contains(err.Error(), "deadlock") {
		t.Errorf("ended with %v", err)
	}
}

// stopper stops a run that prints.
type stopper struct{ *object.Token }

func (s stopper) Write(p []byte) (int, error) {
	s.Stop(&object.Stopped{Limit: "time"})
	return len(p), nil
}

// TestStopEndsWithItsRun stops a run in a thread that never waits; the next one knows nothing of it.
func TestStopEndsWithItsRun(t *testing.T) {
	s, _, err := threads(t, nil, "import threading, time\n")
	if err != nil {
		t.Fatal(err)
	}
	exec := func(token *object.Token, program string) error {
		_, err := interp.Exec(object.NewThread(s, token), interp.Source{Name: "cell", Text: program, Line: 1}, interp.Main(s))
		return err
	}
	token := new(object.Token)
	s.Stdout = stopper{token}
	err = exec(token, "def spin():\n    print('on')\n    while True: pass\nthreading.Thread(target=spin).start()\n")
	if err == nil || !strings.Contains(err.Error(), "time limit") {
		t.Errorf("ended with %v", err)
	}
	if err = exec(nil, "time.sleep(0)\n"); err != nil {
		t.Errorf("the next run ended with %v", err)
	}
}

// TestInterruptAnywhereInALoop interrupts an event loop at every place at which it can be, until it sleeps: each time
// the tasks that have begun clean up, and nothing waits for ever.
func TestInterruptAnywhereInALoop(t *testing.T) {
	s, out, err := threads(t, nil, `
import asyncio
async def child(name):
    try:
        await asyncio.sleep(1000)
    finally:
        print('cleaned', name)
async def parent():
    async with asyncio.TaskGroup() as group:
        group.create_task(child('a'))
        await asyncio.gather(child('b'), child('c'))
`)
	if err != nil {
		t.Fatal(err)
	}
	for asleep, polls := 0, 0; asleep < 3 && !t.Failed(); polls++ {
		out.Reset()
		token, left := new(object.Token), polls
		var visit func()
		visit = func() {
			if left--; left >= 0 {
				token.Visit(visit)
				return
			}
			token.Stop(&object.Stopped{Interrupt: true})
		}
		token.Visit(visit)
		late := time.AfterFunc(20*time.Second, func() { token.Stop(&object.Stopped{}) })
		_, err := interp.Exec(object.NewThread(s, token), interp.Source{Name: "cell", Text: "asyncio.run(parent())", Line: 1}, interp.Main(s))
		late.Stop()
		if e, ok := object.AsException(err); !ok || !object.Catch(e, object.KeyboardInterrupt) {
			t.Errorf("interrupted at poll %d it ends with %v, and printed %q", polls, err, out)
		}
		if strings.Count(out.String(), "cleaned") == 3 {
			asleep++
		}
	}
}
