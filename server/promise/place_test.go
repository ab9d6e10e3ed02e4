package promise

import (
	"strings"
	"testing"

	"gputour/lessons/lesson"
)

// TestPlace: a lesson runs on as many of the given devices as it asks for, or says what is missing.
func TestPlace(t *testing.T) {
	one := Devices{Spec: "cuda", GPUs: 1}
	for _, c := range []struct {
		own  []string
		on   Devices
		spec string
		why  string
	}{
		{[]string{"sim:1"}, one, "cuda:1", ""},
		{[]string{"sim:1"}, Devices{Spec: "cuda", GPUs: 4}, "cuda:1", ""},
		{[]string{"sim:2"}, one, "", "it needs 2 GPUs, and cuda has 1"},
		{[]string{"sim:2", "cpu"}, one, "", "it needs 2 GPUs, and cuda has 1"},
		{[]string{"sim:2"}, Devices{Spec: "cuda:2", GPUs: 2}, "cuda:2", ""},
		{[]string{"sim:2"}, Devices{Spec: "sim:4,model=T4"}, "sim:2,model=T4", ""},
		{[]string{"sim:4"}, Devices{Spec: "sim:1"}, "", "it needs 4 GPUs, and sim:1 has 1"},
		{[]string{"sim:1"}, Devices{Spec: "cpu"}, "", "it needs 1 GPU, and cpu has 0"},
		{[]string{"sim:2", "cpu"}, Devices{Spec: "cpu"}, "cpu", ""},
		{[]string{"cpu"}, one, "cpu", ""},
		{[]string{"sim:1,memory=1GiB"}, one, "", "it is about sim:1,memory=1GiB"},
		{[]string{"sim:1,memory=1GiB"}, Devices{Spec: "sim:1,memory=1GiB"}, "sim:1,memory=1GiB", ""},
	} {
		r := Runner{Devices: c.on}
		specs, why := r.specs(&lesson.Lesson{Devices: c.own})
		if why != c.why || why == "" && specs[0] != c.spec {
			t.Errorf("%v on %+v: %v, %q; want %s, %q", c.own, c.on, specs, why, c.spec, c.why)
		}
	}
}

// TestOtherDevices: what is said of the lesson's own card is not held against another, and the rest is.
func TestOtherDevices(t *testing.T) {
	measured := cell(`:gputour: {id: x, measured: true, expect: "1 ms"}`, "print 9 ms")
	exercise := cell(":gputour: {id: e, kind: exercise, measured: true}", "print wrong") + cell(":gputour: {id: et, kind: tests, for: e}", "x")
	slow := map[string]string{"a.solution.md": cell(":gputour: {id: es, kind: solution, for: e}", "print slow here")}
	for _, c := range []struct {
		name, cells string
		more        map[string]string
		devices     Devices
		want        string
	}{
		{"measured, on its own", measured, nil, Devices{}, "must print"},
		{"measured, on its own by name", measured, nil, Devices{Spec: "sim:1"}, "must print"},
		{"measured elsewhere", measured, nil, Devices{Spec: "cuda", GPUs: 1}, ""},
		{"measured elsewhere, and it fails", cell(`:gputour: {id: x, measured: true, expect: "1 ms"}`, "fail E: no"), nil, Devices{Spec: "cuda", GPUs: 1}, "raises E: no"},
		{"a sum elsewhere", cell(`:gputour: {id: x, expect: "1"}`, "print 2"), nil, Devices{Spec: "cuda", GPUs: 1}, "must print"},
		{"what a golden file would hold", cell("", "print Tesla"), nil, Devices{Spec: "cuda", GPUs: 1}, ""},
		{"an exercise that measures, on its own", exercise, slow, Devices{}, "its solution does not pass"},
		{"an exercise that measures, elsewhere", exercise, slow, Devices{Spec: "cuda", GPUs: 1}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Runner{Open: open, Goldens: Goldens{Dir: t.TempDir()}, Devices: c.devices}
			counts, failures := r.Run(course(t, c.cells, c.more).Entries)
			if counts.Runs != 1 || len(failures) > 1 || (len(failures) == 1) != (c.want != "") || c.want != "" && !strings.Contains(failures[0].Text, c.want) {
				t.Errorf("%v, failures %v; want %q", counts, failures, c.want)
			}
		})
	}
	r := Runner{Open: open, Devices: Devices{Spec: "cpu"}}
	if counts, failures := r.Run(course(t, measured, nil).Entries); len(failures) != 0 || counts.Runs != 0 || counts.String() != "0 lessons, 0 runs, 1 skipped" {
		t.Errorf("%v, %v", counts, failures)
	}
}
