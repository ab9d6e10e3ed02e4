package clustertest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"gputour/engine/wire"
	"gputour/server/blob"
	"gputour/server/store"
	"gputour/server/store/postgres"
)

// verdict is what was checked and found.
type verdict struct {
	mu             sync.Mutex
	passed, failed int
}

// check notes one result, and prints it with what was measured.
func (v *verdict) check(good bool, format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	word := "passed"
	if good {
		v.passed++
	} else {
		v.failed++
		word = "FAILED"
	}
	fmt.Printf("%s  %s\n", word, fmt.Sprintf(format, args...))
}

// none checks a list of things that must not be.
func (v *verdict) none(wrong []string, format string, args ...any) {
	v.check(len(wrong) == 0, "%s%s", fmt.Sprintf(format, args...), some(wrong))
}

func some(wrong []string) string {
	if len(wrong) == 0 {
		return ""
	}
	text := fmt.Sprintf(": %d wrong", len(wrong))
	for _, w := range wrong[:min(5, len(wrong))] {
		text += "\n        " + w
	}
	return text
}

// judge compares what students were told with what is kept.
func (f *fleet) judge(v *verdict, students []*student) {
	ctx := context.Background()
	rows, err := postgres.Open(ctx, f.rows.Address)
	if err != nil {
		f.t.Fatal(err)
	}
	defer rows.Close()
	owner, err := blob.Owner(ctx, rows)
	if err != nil {
		f.t.Fatal(err)
	}
	contents, err := blob.Open(f.files.Where, owner, blob.Keys{Access: "ann", Secret: "secret-word"})
	if err != nil {
		f.t.Fatal(err)
	}
	var lost, disorder, faults, texts, files []string
	kept := &blob.Store{Store: rows, Contents: contents, Lost: func(file store.File, why error) {
		files = append(files, fmt.Sprintf("%s of %s: %v", file.Path, file.Session, why))
	}}
	events, runs, drafts, written := 0, 0, 0, 0
	for _, s := range students {
		faults = append(faults, s.faults...)
		if s.session == "" {
			continue
		}
		row, err := kept.Session(ctx, s.session)
		if err != nil {
			if len(s.replied) > 0 {
				lost = append(lost, fmt.Sprintf("session %s: %v", s.session, err))
			}
			continue
		}
		log, err := kept.Since(ctx, s.session, 0)
		if err != nil {
			f.t.Fatal(err)
		}
		events, runs = events+len(log), runs+len(s.replied)
		disorder = append(disorder, order(row, log)...)
		lost = append(lost, s.missing(row, log)...)
		if s.drafted > 0 {
			drafts++
			texts = append(texts, s.text(kept, row.Owner)...)
		}
		if s.filed > 0 {
			written++
			files = append(files, s.content(kept)...)
		}
	}
	slips, changes, err := f.violations()
	late, ever, more := f.disorder()
	if err = errors.Join(err, more); err != nil {
		f.t.Fatal(err)
	}
	disorder = append(disorder, late...)
	v.none(slips, "no session and no lead was written by two nodes under one fence, at %d changes of owners", changes)
	v.none(faults, "students saw events in order, each once")
	v.none(disorder, "%d events were kept in order, each once (%d still are)", ever, events)
	v.none(lost, "%d acknowledged runs are kept", runs)
	v.none(texts, "%d students' acknowledged texts are kept", drafts)
	v.none(files, "%d students' acknowledged files are kept", written)
}

// order is what is wrong with a log.
func order(row store.Session, log []wire.Message) (wrong []string) {
	said := map[string]bool{}
	for i, m := range log {
		if i > 0 && m.Seq != log[i-1].Seq+1 {
			wrong = append(wrong, fmt.Sprintf("%s: event %d follows %d", row.ID, m.Seq, log[i-1].Seq))
		}
		if m.Type == wire.Reply || m.Type == wire.Input {
			if said[m.Type+m.RID] {
				wrong = append(wrong, fmt.Sprintf("%s: %s of %s twice", row.ID, m.Type, m.RID))
			}
			said[m.Type+m.RID] = true
		}
	}
	return wrong
}

// missing are acknowledged runs that neither the log nor its digest has.
func (s *student) missing(row store.Session, log []wire.Message) (lost []string) {
	var digest struct{ Runs []string }
	json.Unmarshal(row.Snapshot, &digest) // empty before the first
	has := map[string]wire.RunState{}
	for _, rid := range digest.Runs {
		has[rid] = ""
	}
	for _, m := range log {
		if m.Type == wire.Reply {
			var b wire.ReplyBody
			json.Unmarshal(m.Body, &b)
			has[m.RID] = b.State
		}
	}
	for rid, state := range s.replied {
		if kept, ok := has[rid]; !ok || kept != "" && kept != state {
			lost = append(lost, fmt.Sprintf("%s: %s ended as %q and is kept as %q", row.ID, rid, state, kept))
		}
	}
	slices.Sort(lost)
	return lost
}

func (s *student) text(kept store.Store, owner string) []string {
	d, err := kept.Draft(context.Background(), owner, "devices", "own-1")
	if err != nil || d.Rev < s.drafted || d.Code != s.texts[d.Rev] {
		return []string{fmt.Sprintf("student %d: text %d was acknowledged, %d %q is kept, %v", s.n, s.drafted, d.Rev, d.Code, err)}
	}
	return nil
}

func (s *student) content(kept store.Store) []string {
	files, err := kept.Files(context.Background(), s.session)
	if err != nil {
		return []string{err.Error()}
	}
	for _, file := range files {
		var k int
		if _, err := fmt.Sscanf(string(file.Data[:min(6, len(file.Data))]), "%06d", &k); err != nil {
			continue
		}
		whole := bytes.Equal(file.Data, bytes.Repeat([]byte(fmt.Sprintf("%06d", k)), fileSize/6+1))
		if k < s.filed || k > s.sent || !whole {
			return []string{fmt.Sprintf("student %d: file %d was acknowledged, %d of %d bytes is kept", s.n, s.filed, k, len(file.Data))}
		}
		return nil
	}
	return []string{fmt.Sprintf("student %d: file %d was acknowledged, none is kept", s.n, s.filed)}
}

// waited are the students' waits that began in a span, of those for whom it counts.
func waited(students []*student, from, to time.Time, counts func(*student) bool) (all []time.Duration) {
	for _, s := range students {
		if !counts(s) {
			continue
		}
		s.mu.Lock()
		for _, w := range s.waits {
			if !w.begin.Before(from) && w.begin.Before(to) {
				all = append(all, w.end.Sub(w.begin))
			}
		}
		s.mu.Unlock()
	}
	slices.Sort(all)
	return all
}

func percentile(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[int(share*float64(len(sorted)-1))]
}

// back is when a student worked again after a moment; false if never.
func (s *student) back(after time.Time) (time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.waits {
		if w.begin.After(after) {
			return w.end.Sub(after), true
		}
	}
	return 0, false
}

// load is how busy the machine is, for whoever reads figures.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if errors.Is(err, os.ErrNotExist) {
		return "unknown"
	}
	return string(bytes.TrimSpace(text))
}
