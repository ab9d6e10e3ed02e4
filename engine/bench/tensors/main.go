// Command tensors prints our kernels' time over PyTorch's for matrix products,
// elementwise operations, reductions, softmax and random numbers.
//
// Both sides run in turn, in one run on one machine: PyTorch in two processes, with one
// thread and with two, which stand still while the other side is measured; the better of
// the two counts. Each figure is the best of several rounds.
//
//	go run ./engine/bench/tensors [-python /usr/bin/python3] [-match matmul] [-rounds 5]
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"time"
)

func main() {
	python := flag.String("python", "/usr/bin/python3", "interpreter with torch")
	match := flag.String("match", "", "only rows whose name contains this")
	rounds := flag.Int("rounds", 5, "measurements of each side; the best counts")
	flag.Parse()
	if err := run(*python, *match, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "tensors:", err)
		os.Exit(1)
	}
}

func run(python, match string, rounds int) error {
	peers, err := startPeers(python)
	if err != nil {
		return err
	}
	defer peers.close()
	fmt.Printf("%-24s %12s %12s %8s   PyTorch threads\n", "operation", "ours", "PyTorch", "ratio")
	groups := map[string][]float64{}
	for _, r := range rows() {
		if !strings.Contains(r.name(), match) {
			continue
		}
		ours, theirs, threads, err := r.compare(peers, rounds)
		if err != nil {
			return err
		}
		ratio := float64(ours) / float64(theirs)
		groups[r.group] = append(groups[r.group], ratio)
		fmt.Printf("%-24s %12v %12v %8.2f   %d\n", r.name(), ours, theirs, ratio, threads)
	}
	fmt.Println()
	for _, g := range []string{"matmul", "elementwise", "reduction", "softmax", "random"} {
		if list := groups[g]; len(list) > 0 {
			fmt.Printf("%-24s geometric mean of ratios %.2f, worst %.2f\n", g, mean(list), worst(list))
		}
	}
	return nil
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(list)))
}

func worst(list []float64) float64 {
	w := 0.0
	for _, v := range list {
		w = max(w, v)
	}
	return w
}

// compare measures one row on every side, in turn.
func (r row) compare(p peers, rounds int) (ours, theirs time.Duration, threads int, err error) {
	ours, theirs = math.MaxInt64, math.MaxInt64
	work := r.prepare(r.n)
	for range rounds {
		ours = min(ours, measure(work))
		for _, peer := range p {
			t, err := peer.measure(r.setup(), r.statement)
			if err != nil {
				return 0, 0, 0, fmt.Errorf("%s: %w", r.name(), err)
			}
			if t < theirs {
				theirs, threads = t, peer.threads
			}
		}
	}
	return ours, theirs, threads, nil
}

// budget is how long one measurement repeats its work.
const budget = 20 * time.Millisecond

// measure is the mean time of work over about budget.
func measure(work func()) time.Duration {
	work()
	start := time.Now()
	count := 0
	for time.Since(start) < budget {
		work()
		count++
	}
	return time.Since(start) / time.Duration(count)
}
