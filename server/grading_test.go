package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"gputour/engine/wire"
	"gputour/lessons/lesson"
	"gputour/server/assign"
	"gputour/server/flags"
	"gputour/server/grader"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// This file grades with real judges, which are processes, and with answers that cheat.

// gradeAll is a program of its own for TestKilledWhileGrading: it grades what waits in a store and prints what it has graded.
func gradeAll() {
	if err := gradeIn(context.Background(), os.Args[1], func(s store.Submission) { fmt.Println(s.ID, s.State) }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func gradeIn(ctx context.Context, path string, told func(store.Submission)) error {
	machines, err := flags.Machines("", 4<<30)
	if err != nil {
		return err
	}
	quiet := slog.New(slog.DiscardHandler)
	limits := wire.Limits{CellMS: 3_000, MemoryBytes: 256 << 20, DeviceBytes: 256 << 20, OutputBytes: 1 << 20}
	open, _, limits, end, err := judges(flags.Isolation{Isolate: "auto", Warm: 1}, machines, limits, quiet)
	if err != nil {
		return err
	}
	defer end()
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	grader.New(grader.Options{Store: s, Open: open, Engine: "test", Judges: 2, CellMS: limits.CellMS, Log: quiet, Told: told}).Run(ctx)
	return nil
}

// exam is a lesson made of the exercises that package eval tries its judge with.
func exam(t *testing.T) (files fstest.MapFS, exercises []string) {
	t.Helper()
	head := "---\ngputour: {lesson: exam, lang: en, devices: [\"sim:1\"]}\n---\n# Exam\n\n"
	const secret = "---\ngputour: {lesson: exam}\n---\n# Exam\n\n"
	var public, solutions, tests strings.Builder
	for i, cell := range cells(t, "exercises.py") {
		id := fmt.Sprintf("e%d", i)
		exercises = append(exercises, cell.name)
		write := func(b *strings.Builder, options, code string) {
			fmt.Fprintf(b, "````{code-cell} python\n:gputour: {%s}\n%s\n````\n\n", options, strings.Trim(code, "\n"))
		}
		write(&public, fmt.Sprintf("id: s%d, kind: demo", i), cell.parts[0])
		write(&public, fmt.Sprintf("id: %s, kind: exercise, points: 1", id), cell.parts[1])
		write(&solutions, fmt.Sprintf("id: %s-solution, kind: solution, for: %s", id, id), cell.parts[2])
		write(&tests, fmt.Sprintf("id: %s-tests, kind: tests, for: %s", id, id), cell.parts[3])
	}
	files = fstest.MapFS{
		"exam.en.md":       {Data: []byte(head + public.String())},
		"exam.zh.md":       {Data: []byte(strings.Replace(head, "lang: en", "lang: zh", 1) + public.String())},
		"exam.solution.md": {Data: []byte(secret + solutions.String())},
		"exam.tests.md":    {Data: []byte(secret + tests.String())},
	}
	for _, p := range lesson.Load(files).Problems {
		t.Log(p)
	}
	return files, exercises
}

type corpusCell struct {
	name  string
	parts []string
}

// cells reads a file of package eval's corpus.
func cells(t *testing.T, name string) (all []corpusCell) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "engine", "eval", "testdata", "judge", name))
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range strings.Split("\n"+string(text), "\n# %% ")[1:] {
		head, body, _ := strings.Cut(cell, "\n")
		all = append(all, corpusCell{head, strings.Split("\n"+body, "\n# ---\n")})
	}
	return all
}

// classWith is a store with the exam, and what is handed in.
func classWith(t *testing.T, answers []assign.Answers) (path string) {
	t.Helper()
	ctx := context.Background()
	path = filepath.Join(t.TempDir(), "class.db")
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	files, _ := exam(t)
	content, err := assign.Pin(files, "exam")
	if err != nil {
		t.Fatal(err)
	}
	entry, err := assign.Unpin(content.Data, "exam")
	if err != nil {
		t.Fatal(err)
	}
	a := store.Assignment{ID: "exam", Lesson: "exam", Digest: content.Digest, State: store.AssignmentOpen}
	for _, c := range assign.Exercises(entry.Lang("")) {
		a.Items = append(a.Items, assign.ItemOf(entry, c, 100))
	}
	writes := []store.Write{content, store.SaveAssignment{Assignment: a}}
	for i, one := range answers {
		writes = append(writes, store.AddSubmission{Submission: store.Submission{ID: fmt.Sprintf("s%02d", i), Assignment: "exam", Holder: fmt.Sprint(i), Member: fmt.Sprint(i),
			N: 1, At: int64(i), Lang: "en", Digest: one.Digest(), Answers: one.Encode()}})
	}
	if err := s.Commit(ctx, writes...); err != nil {
		t.Fatal(err)
	}
	return path
}

// graded is what a store has of the exam.
func graded(t *testing.T, path string) map[string]map[string]store.Score {
	t.Helper()
	s, err := sqlite.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	scores, err := s.Scores(context.Background(), "exam")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]store.Score{}
	for _, sc := range scores {
		if all[sc.Submission] == nil {
			all[sc.Submission] = map[string]store.Score{}
		}
		all[sc.Submission][sc.Cell] = sc
	}
	return all
}

// TestGradeCheats hands in solutions, starters and some of the answers that cheat; all of these with THOROUGH=1.
func TestGradeCheats(t *testing.T) {
	_, exercises := exam(t)
	place := map[string]string{}
	solutions, starters := assign.Answers{}, assign.Answers{}
	for i, e := range cells(t, "exercises.py") {
		place[e.name] = fmt.Sprintf("e%d", i)
		starters[place[e.name]], solutions[place[e.name]] = e.parts[1], e.parts[2]
	}
	answers := []assign.Answers{solutions, starters}
	names := []string{"the solutions", "the starters"}
	for i, c := range cells(t, "cheats.py") {
		exercise, _, _ := strings.Cut(c.name, ": ")
		if strings.HasSuffix(c.name, "]") || i%12 != 0 && os.Getenv("THOROUGH") == "" {
			continue
		}
		answers, names = append(answers, assign.Answers{place[exercise]: c.parts[0]}), append(names, c.name)
	}
	path := classWith(t, answers)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	left := make(chan struct{}, len(answers))
	go func() {
		for range answers {
			<-left
		}
		stop()
	}()
	if err := gradeIn(ctx, path, func(store.Submission) { left <- struct{}{} }); err != nil {
		t.Fatal(err)
	}
	for i, cells := range graded(t, path) {
		var n int
		fmt.Sscanf(i, "s%d", &n)
		var sum store.Points
		for _, sc := range cells {
			sum += sc.Auto
			shown, _ := json.Marshal(assign.Shown(assign.ResultOf(sc)))
			for _, secret := range []string{"7919", "104729", "209458", "15838", "112648", "611953", "secret", "hidden_local"} {
				if strings.Contains(string(shown), secret) {
					t.Errorf("%s leaks %s: %s", names[n], secret, shown)
				}
			}
		}
		want := store.Points(0)
		if n == 0 {
			want = store.Points(100 * len(exercises))
		}
		if sum != want || len(cells) != len(exercises) {
			t.Errorf("%s: %v points of %d cells, want %v", names[n], sum, len(cells), want)
		}
	}
}

// TestKilledWhileGrading kills the server that grades, twice. Whoever comes next grades what it left, and nothing twice.
func TestKilledWhileGrading(t *testing.T) {
	one := assign.Answers{"e0": cells(t, "exercises.py")[0].parts[2]}
	const n = 9
	answers := make([]assign.Answers, n)
	for i := range answers {
		answers[i] = one
	}
	path := classWith(t, answers)
	done := map[string]bool{}
	for _, kill := range []int{2, 3, n} { // after so many
		for id := range graded(t, path) {
			done[id] = true // it may have been killed before it said so
		}
		cmd := exec.Command(os.Args[0], path)
		cmd.Args[0] = "gputour-grader"
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		in := bufio.NewScanner(out)
		for range min(kill, n-len(done)) {
			if !in.Scan() {
				t.Error("the grader ended by itself")
			}
			id, state, _ := strings.Cut(in.Text(), " ")
			if done[id] || state != string(store.Graded) {
				t.Errorf("%s: %s", id, state)
			}
			done[id] = true
		}
		cmd.Process.Kill()
		cmd.Wait()
	}
	all := graded(t, path)
	for i := range n {
		if sc := all[fmt.Sprintf("s%02d", i)]["e0"]; sc.Auto != 100 || sc.Round != 1 {
			t.Errorf("s%02d: %+v", i, sc)
		}
	}
	if len(all) != n {
		t.Errorf("%d of %d were graded", len(all), n)
	}
}

func TestJudgesAtATime(t *testing.T) {
	for _, c := range []struct {
		processors int
		memory     int64
		want       int
	}{{1, 0, 1}, {2, 0, 1}, {4, 0, 3}, {16, 8 << 30, 8}, {64, 1 << 30, 1}, {8, 512 << 20, 1}} {
		if got := judgesAtATime(c.processors, c.memory); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
