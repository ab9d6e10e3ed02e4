package interp

import (
	"testing"

	"gputour/engine/object"
)

// TestProfilingOfThreads: code tells of calls no longer than the thread lives that has the profiler, which is one beside
// the main one or one that answers a question in the middle of its run.
func TestProfilingOfThreads(t *testing.T) {
	s := object.NewSession()
	Install(s)
	set, _ := s.Sys.Get("setprofile")
	Main(s).Set("setprofile", set)
	const src = "setprofile(lambda *a: None)"
	beside := func(main *object.Thread) error {
		th := NewThread(main)
		Suspend(main)
		defer Resume(main)
		return Guard(th, func() error {
			_, err := Exec(th, Source{Text: src}, Main(s))
			return err
		})
	}
	question := func(*object.Thread) error {
		_, err := Exec(object.NewThread(s, nil), Source{Text: src}, Main(s))
		return err
	}
	for name, run := range map[string]func(*object.Thread) error{"beside": beside, "question": question} {
		Main(s).Set("run", object.Of(object.Def("run()", func(th *object.Thread, _ []object.Value) (object.Value, error) {
			return object.None, run(th)
		}, "")))
		if _, err := Exec(object.NewThread(s, nil), Source{Text: "run()"}, Main(s)); err != nil {
			t.Fatal(name, err)
		}
		if told := stateOf(s).told; told != 0 {
			t.Errorf("%s: %d threads have a profiler still", name, told)
		}
	}
}
