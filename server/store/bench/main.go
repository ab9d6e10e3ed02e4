// Command bench measures what it costs to lose nothing: a class that writes, beside what the device takes for one fsync.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gputour/engine/wire"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

var (
	students = flag.Int("students", 300, "sessions that write")
	rate     = flag.Float64("rate", 2, "events a second of each, as a class that works")
	seconds  = flag.Float64("seconds", 5, "of each row")
	dir      = flag.String("dir", "", "where the store is; a folder of its own, when empty")
)

func main() {
	flag.Parse()
	place := *dir
	if place == "" {
		var err error
		place, err = os.MkdirTemp("", "gputour-bench-")
		must(err)
		defer os.RemoveAll(place)
	}
	ctx := context.Background()
	path := filepath.Join(place, "bench.db")
	s, err := sqlite.Open(ctx, path)
	must(err)
	defer s.Close()
	fmt.Printf("%-34s %10s %9s %9s %9s\n", "", "a second", "p50 ms", "p95 ms", "p99 ms")
	show("fsync of 4 KiB, one after the other", syncs(place))
	for i := range *students {
		must(s.Commit(ctx, store.SaveSession{Session: store.Session{ID: id(i), Fence: 1}}))
	}
	show(fmt.Sprintf("a class: %d at %g a second each", *students, *rate), write(s, time.Duration(float64(time.Second) / *rate)))
	before := size(path)
	flood := write(s, 0)
	show(fmt.Sprintf("a flood: %d as fast as they can", *students), flood)
	each := float64(size(path)-before) / float64(len(flood.took))
	events := float64(*students) * 0.3 * 2 * 3600
	fmt.Printf("an event takes %.0f bytes on disk: two hours of %d at 0.3 a second are %.0f MiB before anything is trimmed\n", each, *students, each*events/(1<<20))
	for i := range *students {
		must(s.Commit(ctx, store.TrimEvents{Session: id(i), First: 1 << 40}))
	}
	must(s.Pack(ctx))
	fmt.Printf("trimmed to snapshots and packed: %.1f MiB of %.1f\n", float64(size(path))/(1<<20), float64(before+int64(each*float64(len(flood.took))))/(1<<20))
}

func id(i int) string { return fmt.Sprint("session-", i) }

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// size is what a store has on disk, its write-ahead log included.
func size(path string) (n int64) {
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			n += info.Size()
		}
	}
	return n
}

// times are what each write took.
type times struct {
	took []time.Duration
	all  time.Duration
}

func show(what string, t times) {
	slices.Sort(t.took)
	at := func(share float64) float64 {
		return float64(t.took[int(share*float64(len(t.took)-1))]) / float64(time.Millisecond)
	}
	fmt.Printf("%-34s %10.0f %9.2f %9.2f %9.2f\n", what, float64(len(t.took))/t.all.Seconds(), at(.5), at(.95), at(.99))
}

func length() time.Duration { return time.Duration(*seconds * float64(time.Second)) }

// syncs is what the device takes.
func syncs(dir string) (t times) {
	f, err := os.Create(filepath.Join(dir, "fsync"))
	must(err)
	defer f.Close()
	block, began := make([]byte, 4096), time.Now()
	for time.Since(began) < length() {
		start := time.Now()
		_, err := f.Write(block)
		must(err)
		must(f.Sync())
		t.took = append(t.took, time.Since(start))
	}
	t.all = time.Since(began)
	return t
}

var next = map[int]uint64{} // number of the last event of each session

// write has everybody write, with pauses, and one in five writes a draft.
func write(s store.Store, pause time.Duration) (t times) {
	var mu sync.Mutex
	var all sync.WaitGroup
	body := strings.Repeat("epoch 3 loss 0.2512 accuracy 0.914\n", 8)
	began := time.Now()
	for i := range *students {
		seq := next[i]
		all.Go(func() {
			var took []time.Duration
			time.Sleep(pause * time.Duration(i) / time.Duration(*students))
			for time.Since(began) < length() {
				seq++
				m := wire.New(wire.Stream, wire.StreamBody{Name: "stdout", Text: body})
				m.Seq, m.RID, m.Cell = seq, "run", "cell"
				var w store.Write = store.AddEvents{Session: id(i), Fence: 1, Events: []wire.Message{m}}
				if seq%5 == 0 {
					w = store.SaveDraft{Draft: store.Draft{Owner: id(i), Lesson: "l", Cell: "c", Rev: int64(seq), Code: body, At: time.Now().UnixMilli()}}
				}
				start := time.Now()
				must(s.Commit(context.Background(), w))
				took = append(took, time.Since(start))
				time.Sleep(pause - time.Since(start))
			}
			mu.Lock()
			defer mu.Unlock()
			t.took, next[i] = append(t.took, took...), seq
		})
	}
	all.Wait()
	t.all = time.Since(began)
	return t
}
