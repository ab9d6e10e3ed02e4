package eval_test

import (
	"runtime"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
)

func BenchmarkOpen(b *testing.B) {
	for range b.N {
		open(b, "cpu", eval.Config{})
	}
}

func BenchmarkTrivialCell(b *testing.B) {
	ev := open(b, "cpu", eval.Config{})
	r := &recorder{}
	for i := range b.N {
		ev.Run(session.Run{RID: "r", Cell: "c", Code: "x = 1", Count: i % 10}, r)
	}
}

func BenchmarkImports(b *testing.B) {
	for _, mod := range []string{"sys", "collections", "typing", "dataclasses", "enum", "re", "random", "functools", "contextlib", "os", "torch", "numpy"} {
		b.Run(mod, func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				ev := open(b, "cpu", eval.Config{})
				b.StartTimer()
				cells(ev, "import "+mod)
			}
		})
	}
}

func BenchmarkIdleBytes(b *testing.B) {
	var keep []*eval.Evaluator
	var m0, m1 runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m0)
	for range b.N {
		ev := open(b, "cpu", eval.Config{})
		cells(ev, "import sys, math, random, torch")
		keep = append(keep, ev)
	}
	runtime.GC()
	runtime.ReadMemStats(&m1)
	b.ReportMetric(float64(m1.HeapAlloc-m0.HeapAlloc)/float64(b.N), "bytes/session")
	runtime.KeepAlive(keep)
}
