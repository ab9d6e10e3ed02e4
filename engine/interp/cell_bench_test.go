package interp_test

import (
	"testing"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// BenchmarkCell is a trivial cell in a session that lives: parse, compile, run.
func BenchmarkCell(b *testing.B) {
	s := session()
	for b.Loop() {
		th := object.NewThread(s, nil)
		if _, err := interp.Exec(th, interp.Source{Name: "Cell In[1]", Text: "x = 1\nx + 1"}, interp.Main(s)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSession is making a session.
func BenchmarkSession(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		session()
	}
}
