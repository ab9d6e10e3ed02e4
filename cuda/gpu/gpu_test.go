//go:build linux && cgo && cuda

package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"gputour/cuda"
	"gputour/cuda/driver/fake"
)

// The measurements run on the fake driver; their figures mean nothing there.
func TestRows(t *testing.T) {
	kernels, err := fake.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	os.Setenv("GPUTOUR_FAKE_KERNELS", kernels)
	library, err := fake.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m, err := cuda.Open(library).NewMachine()
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	b := &bench{dev: m.Devices()[0], quick: true}
	rows, err := b.rows()
	if err != nil || len(rows) != 8 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows {
		if !(r.value > 0) {
			t.Errorf("%+v", r)
		}
	}
	against(rows, map[string]float64{"matmul 4096, fp32": rows[6].value * 2})
	if rows[6].share != 0.5 || rows[7].share != 0 {
		t.Errorf("%+v", rows[6:])
	}
}

func TestFigures(t *testing.T) {
	got := figures([]byte("a b, c\t2.5\nnoise\nmatmul\t3e2\n"))
	if len(got) != 2 || got["a b, c"] != 2.5 || got["matmul"] != 300 {
		t.Errorf("%v", got)
	}
	rows := []row{{name: "t", value: 2, unit: "µs"}}
	if against(rows, map[string]float64{"t": 3}); rows[0].share != 1.5 {
		t.Errorf("%+v", rows)
	}
}

func TestModelOf(t *testing.T) {
	for card, want := range map[string]string{
		"NVIDIA H100 80GB HBM3": "H100", "NVIDIA A100-SXM4-80GB": "A100", "NVIDIA GeForce RTX 4090": "RTX4090", "Tesla T4": "T4",
		"Quadro T400": "", "NVIDIA GeForce RTX 3060": "", "Fake GPU": "",
	} {
		got := ""
		if m := modelOf(card); m != nil {
			got = m.Name
		}
		if got != want {
			t.Errorf("%s is taken for %q, want %q", card, got, want)
		}
	}
}

// TestSimulated has the model of a card say something of each row, which is the same each time.
func TestSimulated(t *testing.T) {
	one, err := simulated("Tesla V100-SXM2-16GB", true)
	if err != nil || len(one) != 8 {
		t.Fatalf("%v, %v", one, err)
	}
	two, _ := simulated("Tesla V100-SXM2-16GB", true)
	for name, value := range one {
		if !(value > 0) || two[name] != value {
			t.Errorf("%s: %g, then %g", name, value, two[name])
		}
	}
}

// TestReport: each step is told with its end, what tells of the machine alone fails nothing, and what was printed is there.
func TestReport(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC) }
	var file strings.Builder
	failed, err := report(&file, io.Discard, []step{
		{title: "Good", args: []string{"echo", "a\nb"}, limit: time.Minute},
		{title: "Bad", args: []string{"false"}, limit: time.Minute},
		{title: "Absent", args: []string{"no-such-program"}, limit: time.Minute},
		{title: "Absent, which is no fault", args: []string{"no-such-program"}, limit: time.Minute, about: true},
		{title: "Fails as it must", args: []string{"sh", "-c", "echo it was ended; exit 1"}, limit: time.Minute, fails: "was ended"},
		{title: "Fails, but not as it must", args: []string{"sh", "-c", "echo no such file; exit 1"}, limit: time.Minute, fails: "was ended"},
		{title: "Does not fail as it must", args: []string{"echo", "it was ended"}, limit: time.Minute, fails: "was ended"},
		{title: "Endless", args: []string{"sleep", "1000"}, limit: time.Millisecond},
	}, now)
	if err != nil || failed != 5 {
		t.Errorf("%d failed, %v", failed, err)
	}
	for _, want := range []string{
		"# gputour on a GPU, 2026-01-02 03:04 UTC\n", "| Bad                       | 0.0 s | exit status 1 ",
		"    $ echo a\nb\n    a\n    b\n", "took longer than 1ms and was ended", "ended as if nothing were wrong", "failed in another way than it must",
	} {
		if !strings.Contains(file.String(), want) {
			t.Errorf("lacks %q:\n%s", want, &file)
		}
	}
	if text := indented(bytes.Repeat([]byte("x\n"), most)); len(text) > 4*most || !strings.Contains(text, "200000 bytes left out") {
		t.Errorf("%d bytes of much output", len(text))
	}
}

// TestSteps: the files that the steps name are there. What the endless kernel must print is held by server's
// testdata/cuda, on a card that runs it.
func TestSteps(t *testing.T) {
	for _, s := range steps("bin/gputour") {
		for _, arg := range s.args {
			if _, err := os.Stat("../../" + arg); strings.HasSuffix(arg, ".py") && err != nil {
				t.Errorf("%s: %v", s.title, err)
			}
		}
	}
}
