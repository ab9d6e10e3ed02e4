package eval_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"gputour/engine/eval"
)

// A class of sessions, each with a heap of its own, that ask for the memory of their GPU in
// a loop. "holds" keeps all it makes; "drops" makes a tensor each time that is gone at the next
// question.
const asking = `
import torch
kept = [{"name": str(i), "rows": [float(j) for j in range(8)]} for i in range(2000)]
model = torch.nn.Sequential(*[torch.nn.Linear(32, 32) for _ in range(8)]).to("cuda")
def holds(n):
    for i in range(n):
        torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
def drops(n):
    for i in range(n):
        x = torch.ones(1000, device="cuda")
        torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
        del x
`

func BenchmarkMemoryQueries(b *testing.B) {
	for _, sessions := range []int{1, 30, 300} {
		var class []*eval.Evaluator
		for range sessions {
			ev := open(b, "sim:1", eval.Config{})
			cells(ev, asking)
			class = append(class, ev)
		}
		for _, what := range []string{"holds", "drops"} {
			for _, askers := range []int{1, sessions} {
				b.Run(fmt.Sprintf("%s/sessions=%d/asking=%d", what, sessions, askers), func(b *testing.B) {
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					var done sync.WaitGroup
					for _, ev := range class[:askers] {
						done.Go(func() { cells(ev, fmt.Sprintf("%s(%d)", what, b.N)) })
					}
					done.Wait()
					runtime.ReadMemStats(&after)
					questions := float64(2 * b.N * askers)
					b.ReportMetric(float64(after.NumForcedGC-before.NumForcedGC)/questions, "collections/question")
					b.ReportMetric(float64(b.Elapsed().Microseconds())/questions, "µs/question")
				})
				if sessions == 1 {
					break
				}
			}
		}
	}
}
