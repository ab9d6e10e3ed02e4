// Command bench measures how fast a class's submissions are graded: judges are sealed workers of a gputour binary, the store is a
// file.
//
//	go run ./server/grader/bench [-gputour bin/gputour] [-n 300] [-judges 2] [-lesson puzzles]
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"gputour/engine/wire"
	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/assign"
	"gputour/server/grader"
	"gputour/server/store"
	"gputour/server/store/sqlite"
	"gputour/server/worker"
	"gputour/server/worker/jail"
)

func main() {
	binary := flag.String("gputour", "bin/gputour", "the binary whose workers judge")
	n := flag.Int("n", 300, "submissions")
	judges := flag.Int("judges", 2, "judges at a time")
	cells := flag.Int("cells", 5, "cells of each submission")
	id := flag.String("lesson", "puzzles", "the lesson whose exercises are handed in")
	flag.Parse()
	if err := run(*binary, *id, *n, *cells, *judges); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(binary, id string, n, cells, judges int) error {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "grader-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	s, err := sqlite.Open(ctx, filepath.Join(dir, "class.db"))
	if err != nil {
		return err
	}
	defer s.Close()
	asked, err := hand(ctx, s, id, n, cells)
	if err != nil {
		return err
	}
	limits := wire.Limits{CellMS: 60_000, MemoryBytes: 1 << 30, DeviceBytes: 1 << 30, OutputBytes: 1 << 20}
	pool := &worker.Pool{Options: worker.Options{
		Command: []string{binary, "worker"}, Env: []string{"GOGC=200", "GODEBUG=memprofilerate=0"}, Limits: limits,
		Jail: &jail.Limits{Data: 4 << 30, Threads: 256}, Cage: jail.Cage{Namespaces: true, Files: append(libraries(), binary)}, Sessions: 1, Warm: judges, Log: slog.New(slog.DiscardHandler),
	}}
	defer pool.Close()
	left, failed := n, 0
	told := make(chan store.Submission, n)
	g := grader.New(grader.Options{Store: s, Open: pool.Judge, Engine: "bench", Judges: judges, CellMS: limits.CellMS, Told: func(s store.Submission) { told <- s }})
	begin := time.Now()
	go func() {
		for left > 0 {
			if (<-told).State == store.Failed {
				failed++
			}
			left--
		}
		stop()
	}()
	g.Run(ctx)
	wall := time.Since(begin)
	pool.Close()
	fmt.Printf("%d submissions of %d cells, %d judges at a time: %v by the clock, %v of processors in judges, %v in the server; %d failed\n",
		n, asked, judges, wall.Round(time.Millisecond), used(unix.RUSAGE_CHILDREN).Round(time.Millisecond), used(unix.RUSAGE_SELF).Round(time.Millisecond), failed)
	fmt.Printf("%.1f ms of processors for each cell\n", float64((used(unix.RUSAGE_CHILDREN)+used(unix.RUSAGE_SELF)).Microseconds())/1000/float64(n*asked))
	return nil
}

// libraries are what a binary that binds C needs to start.
func libraries() (all []string) {
	for _, pattern := range []string{"/lib*/ld-linux*", "/lib/*/ld-linux*", "/lib*/libc.so.6", "/lib/*/libc.so.6"} {
		found, _ := filepath.Glob(pattern)
		all = append(all, found...)
	}
	return all
}

// hand makes an assignment of a lesson's exercises, and hands in as a class does: most solve them, some hardly begin.
func hand(ctx context.Context, s store.Store, id string, n, cells int) (asked int, err error) {
	content, err := assign.Pin(lessons.Files, id)
	if err != nil {
		return 0, err
	}
	e, err := assign.Unpin(content.Data, id)
	if err != nil {
		return 0, err
	}
	a := store.Assignment{ID: "bench", Lesson: id, Digest: content.Digest, State: store.AssignmentOpen}
	exercises := assign.Exercises(e.Lang(""))
	for _, c := range exercises[:min(cells, len(exercises))] {
		a.Items = append(a.Items, assign.ItemOf(e, c, 100))
	}
	writes := []store.Write{content, store.SaveAssignment{Assignment: a}}
	for i := range n {
		answers := assign.Answers{}
		for j, item := range a.Items {
			answers[item.Cell] = answer(e, item.Cell, i+j)
		}
		who := fmt.Sprintf("m%03d", i)
		writes = append(writes, store.AddSubmission{Submission: store.Submission{ID: who, Assignment: a.ID, Holder: who, Member: who, N: 1, At: int64(i), Lang: "en",
			Digest: answers.Digest(), Answers: answers.Encode()}})
	}
	return len(a.Items), s.Commit(ctx, writes...)
}

// answer is the solution in three of four cases.
func answer(e *lesson.Entry, cell string, i int) string {
	if solution := e.Secret.Solutions[cell]; solution != nil && i%4 != 3 {
		return solution.Code
	}
	code := e.Lang("").Cell(cell).Code
	if strings.HasPrefix(code, "%%") {
		return code + "\n// mine"
	}
	return code + "\n# mine"
}

// used is the processor time of this process or of its children that have ended.
func used(who int) time.Duration {
	var u unix.Rusage
	unix.Getrusage(who, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
