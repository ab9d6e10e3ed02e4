package cudac

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
)

// pacer holds back some of the first blocks until every other core has left, waits for its
// turn or is held back itself.
type pacer struct {
	mu    sync.Mutex
	moved sync.Cond
	held  uint // bit i is block i
	cores int
	stuck int
}

func newPacer(held uint, cores int) *pacer {
	p := &pacer{held: held, cores: cores}
	p.moved.L = &p.mu
	return p
}

func (p *pacer) pace(block int64, what simt.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch what {
	case simt.Waits:
		p.held = 0
	case simt.Leaves:
		p.cores--
	case simt.Begins:
		if p.held>>uint(block)&1 == 0 {
			return
		}
		p.stuck++
		defer func() { p.stuck-- }()
	}
	if p.stuck >= p.cores {
		p.held = 0
	}
	p.moved.Broadcast()
	for what == simt.Begins && p.held != 0 {
		p.moved.Wait()
	}
}

// outcome is all that a launch says.
func outcome(t *testing.T, c chunk, k *simt.Kernel, cores int, held uint, keeps int64, lenient bool) string {
	t.Helper()
	var out bytes.Buffer
	l := c.launch
	l.Lenient = lenient
	l.Stdout, l.Cores, l.Keeps = &out, cores, keeps
	if cores > 1 {
		l.Pace = newPacer(held, cores).pace
	}
	for i, p := range k.Params {
		l.Args = append(l.Args, argument(t, p, c.args[i]))
	}
	copy(k.Module.State, make([]byte, len(k.Module.State)))
	p, err := k.Launch(l)
	if f, ok := err.(*report.Fault); ok {
		p = f.Profile
	}
	if p != nil {
		fmt.Fprintln(&out, p.Findings)
	}
	return fmt.Sprint(out.String(), err)
}

// TestSchedules runs kernels while some of their blocks are held back until the others have
// done what they can: what is printed and found must be that of one core.
func TestSchedules(t *testing.T) {
	for _, dir := range []string{"broken", "clean"} {
		for _, file := range corpus(t, dir) {
			for _, c := range chunks(t, file) {
				t.Run(strings.TrimSuffix(filepath.Base(file), ".cu")+"/"+c.name, func(t *testing.T) {
					for _, lenient := range []bool{false, true} {
						k := compile(t, c.source).Kernels[0]
						want := outcome(t, c, k, 1, 0, 0, lenient)
						n := c.launch.Grid[0] * c.launch.Grid[1] * c.launch.Grid[2]
						if n == 1 {
							break
						}
						for _, cores := range []int{2, min(8, n)} {
							for held := range uint(8) {
								for _, keeps := range []int64{0, simt.KeptPage} {
									if got := outcome(t, c, k, cores, held, keeps, lenient); got != want {
										t.Fatalf("%d cores, blocks of %b held back:\n%s\none core:\n%s", cores, held, got, want)
									}
								}
							}
						}
					}
				})
			}
		}
	}
}
