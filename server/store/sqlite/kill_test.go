package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gputour/engine/wire"
	"gputour/server/store"
	"gputour/server/store/sqlite"
)

// This file kills writers: what they were told is kept must be there.

const (
	writerFile = "GPUTOUR_TEST_WRITER" // the store that this process writes to until it is killed
	writers    = 20                    // goroutines of a writer, each with a session
	beforeKill = 600                   // acknowledged writes
)

func TestMain(m *testing.M) {
	if path := os.Getenv(writerFile); path != "" {
		writeForever(path)
	}
	os.Exit(m.Run())
}

// writeForever prints "session seq" for each event that was acknowledged.
func writeForever(path string) {
	s, err := sqlite.Open(context.Background(), path)
	if err != nil {
		panic(err)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			id := fmt.Sprint("s", i)
			row, err := s.Session(context.Background(), id)
			if err != nil {
				row = store.Session{ID: id}
			}
			row.Fence++
			last, _ := s.Since(context.Background(), id, 0)
			must(s.Commit(context.Background(), store.SaveSession{Session: row}))
			for seq := uint64(len(last)) + 1; ; seq++ {
				e := wire.New(wire.Stream, wire.StreamBody{Name: "stdout", Text: strings.Repeat("loss 0.25\n", 20)})
				e.Seq = seq
				must(s.Commit(context.Background(), store.AddEvents{Session: id, Fence: row.Fence, Events: []wire.Message{e}}))
				mu.Lock()
				fmt.Println(id, seq)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func TestKilledWriterLosesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	kills := 3
	if os.Getenv("THOROUGH") != "" {
		kills = 100
	}
	acknowledged := map[string]uint64{}
	for range kills {
		killed(t, path, acknowledged)
	}
	s := open(t, path)
	defer s.Close()
	for id, last := range acknowledged {
		events, err := s.Since(context.Background(), id, 0)
		if err != nil || uint64(len(events)) < last {
			t.Errorf("%s: %d events kept of %d acknowledged, %v", id, len(events), last, err)
		}
		for i, e := range events {
			if e.Seq != uint64(i)+1 {
				t.Fatalf("%s: event %d has the number %d", id, i, e.Seq)
			}
		}
	}
	t.Logf("%d kills, %d sessions", kills, len(acknowledged))
}

// killed runs a writer and kills it when enough was acknowledged.
func killed(t *testing.T, path string, acknowledged map[string]uint64) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), writerFile+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		if n == beforeKill {
			cmd.Process.Kill()
		}
		var id string
		var seq uint64
		if k, _ := fmt.Sscan(lines.Text(), &id, &seq); k == 2 {
			acknowledged[id] = max(acknowledged[id], seq)
		}
	}
}
