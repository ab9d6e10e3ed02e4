package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/cookiejar"
	"net/url"
	"runtime"
	"sync"
	"time"

	"gputour/lessons"
	"gputour/lessons/lesson"
)

// This file is a class that is seated, each with cookies of their own, and then all press Run within ten seconds; they go on
// working while the network loses a part of their sockets.

// The bars.
const (
	pressWithin = 10 * time.Second
	pressBar    = 4 * time.Second // at 95 %
	eachBar     = 20 << 20        // bytes for a student who trains, workers and server together
	dropShare   = 0.05            // of sockets, at each round
)

const (
	seated  = "seated: joined, session open"
	pressed = "Run, when all press it"
)

// training is what all press Run on.
const training = `import torch
net = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 10))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(32, 64), torch.randint(0, 10, (32,))
for step in range(5):
    loss = torch.nn.functional.cross_entropy(net(x), y)
    opt.zero_grad(); loss.backward(); opt.step()
print(loss.item())`

// runPress measures; the error says which bars were missed.
func runPress(binary string, students int, span, think time.Duration) error {
	s, err := startClass(binary, students)
	if err != nil {
		return err
	}
	defer s.stop()
	course, seen := lesson.Load(lessons.Files), newTally()
	var here, all sync.WaitGroup
	ready := make(chan struct{})
	here.Add(students)
	for i := range students {
		all.Go(func() {
			st, err := seat(s, seen, i, think, course.Entries[i%len(course.Entries)])
			here.Done()
			if err == nil {
				<-ready
				err = st.press(span)
				st.socket.Close()
			}
			if err != nil {
				seen.fault("student %d: %v", i, err)
			}
		})
	}
	here.Wait()
	close(ready)
	all.Wait()
	fmt.Printf("%d students for %v on %d cores\n%s", students, span, runtime.NumCPU(), seen)
	return s.bars(seen, students)
}

// seat comes in by the door as somebody new and opens a lesson.
func seat(s *server, seen *tally, n int, think time.Duration, e *lesson.Entry) (*student, error) {
	begin := time.Now()
	own := &server{origin: s.origin}
	own.jar, _ = cookiejar.New(nil)
	if _, err := own.post(s.origin+"/join", url.Values{"code": {joinCode}, "name": {fmt.Sprint("Student ", n)}}); err != nil {
		return nil, err
	}
	st := newStudent(own, seen, uint64(n), think)
	st.lesson = e.Lang(lesson.Languages[n%len(lesson.Languages)])
	if err := st.connect(); err != nil {
		return nil, err
	}
	seen.waited(seated, time.Since(begin))
	return st, nil
}

// press presses Run at some moment of the first ten seconds, and works until the time is over.
func (s *student) press(span time.Duration) error {
	over := time.Now().Add(span)
	time.Sleep(time.Duration(rand.Int64N(int64(pressWithin))))
	row, code := pressed, training
	for {
		if err := s.timed(row, func() error { _, err := s.run("press", code); return err }); err != nil {
			return err
		}
		if time.Now().After(over) {
			return nil
		}
		if s.rng.Float64() < dropShare {
			if err := s.lostConnection(); err != nil {
				return err
			}
		}
		row, code = trivial, "1 + 1"
		time.Sleep(min(time.Duration(s.rng.ExpFloat64()*float64(s.think)), 5*s.think))
	}
}

// bars compares with what a class may expect.
func (s *server) bars(seen *tally, students int) error {
	n, bytes := s.workers()
	each := (bytes + s.peak()) / int64(students)
	fmt.Printf("%d workers, and the server at its peak: %.1f MiB a student\n", n, float64(each)/(1<<20))
	var missed []error
	if p95 := seen.percentile(pressed, 0.95); p95 > pressBar {
		missed = append(missed, fmt.Errorf("95 %% of those who pressed Run waited up to %v, more than %v", round(p95), pressBar))
	}
	if each > eachBar {
		missed = append(missed, fmt.Errorf("a student takes more than %d MiB", int64(eachBar)>>20))
	}
	if n := seen.faults(); n > 0 {
		missed = append(missed, fmt.Errorf("%d things did not come as promised", n))
	}
	return errors.Join(missed...)
}
