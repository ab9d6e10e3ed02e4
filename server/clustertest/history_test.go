package clustertest

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver
)

// This file has the database note who writes under which fence: each start of a node has an application_name of its own.

const notes = `
CREATE TABLE siege_history (n BIGSERIAL PRIMARY KEY, at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), what TEXT NOT NULL, id TEXT NOT NULL,
	fence BIGINT NOT NULL, writer TEXT NOT NULL);
CREATE FUNCTION siege_session() RETURNS trigger AS $$ BEGIN
	INSERT INTO siege_history (what, id, fence, writer) VALUES ('session', NEW.id, NEW.fence, current_setting('application_name'));
	INSERT INTO siege_history (what, id, fence, writer) VALUES ('digest', NEW.id, NEW.seq, current_setting('application_name')); RETURN NULL;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER siege_session AFTER INSERT OR UPDATE ON session FOR EACH ROW EXECUTE FUNCTION siege_session();
CREATE FUNCTION siege_event() RETURNS trigger AS $$ BEGIN
	INSERT INTO siege_history (what, id, fence, writer) VALUES ('event', NEW.session, NEW.seq, current_setting('application_name')); RETURN NULL;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER siege_event AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION siege_event();
CREATE FUNCTION siege_grade() RETURNS trigger AS $$ BEGIN
	INSERT INTO siege_history (what, id, fence, writer) VALUES ('grade', NEW.id, NEW.round, current_setting('application_name')); RETURN NULL;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER siege_grade AFTER UPDATE ON submission FOR EACH ROW WHEN (NEW.state IN ('graded', 'failed') AND OLD.state <> NEW.state) EXECUTE FUNCTION siege_grade();`

const leads = `
CREATE FUNCTION siege_lead() RETURNS trigger AS $$ BEGIN
	INSERT INTO siege_history (what, id, fence, writer) VALUES ('lead', NEW.what, NEW.fence, current_setting('application_name')); RETURN NULL;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER siege_lead AFTER INSERT OR UPDATE ON lead FOR EACH ROW EXECUTE FUNCTION siege_lead();`

func (f *fleet) watch() {
	var err error
	if f.history, err = sql.Open("pgx", f.rows.Address+"&application_name=siege"); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { f.history.Close() })
	if _, err := f.history.Exec(notes); err != nil {
		f.t.Fatal(err)
	}
	if _, err := f.history.Exec(leads); err != nil && len(f.buses) > 0 {
		f.t.Fatal(err)
	}
}

// owners is which start of a node wrote each session last.
func (f *fleet) owners() map[string]string {
	rows, err := f.history.Query(`SELECT DISTINCT ON (id) id, writer FROM siege_history WHERE what = 'session' ORDER BY id, n DESC`)
	if err != nil {
		return nil
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var id, writer string
		if rows.Scan(&id, &writer) == nil {
			all[id] = writer
		}
	}
	return all
}

// graded waits until all that was handed in is graded, and checks that it was so once, from the store's history.
func (f *fleet) graded(v *verdict, students []*student) {
	var handed []string
	for _, s := range students {
		s.mu.Lock()
		handed = append(handed, s.handed...)
		s.mu.Unlock()
	}
	waiting := -1
	within(gradeMost, func() bool {
		return f.history.QueryRow(`SELECT count(*) FROM submission WHERE state IN ('queued', 'grading')`).Scan(&waiting) == nil && waiting == 0
	})
	v.check(waiting == 0, "no hand-in waits to be graded any more (%d do)", waiting)
	times, scores, state := map[string]int{}, map[string]int{}, map[string]string{}
	err := errors.Join(
		f.tally(times, `SELECT id, count(*) FROM siege_history WHERE what = 'grade' GROUP BY id`),
		f.tally(scores, `SELECT submission, count(*) FROM submission_score GROUP BY submission`))
	rows, more := f.history.Query(`SELECT id, state FROM submission`)
	if err = errors.Join(err, more); err != nil {
		f.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, now string
		if err := rows.Scan(&id, &now); err != nil {
			f.t.Fatal(err)
		}
		state[id] = now
	}
	var wrong []string
	for _, id := range handed {
		if state[id] == "" {
			wrong = append(wrong, id+": has a receipt and is kept nowhere")
		}
	}
	for id, now := range state {
		if now != "graded" || times[id] != 1 || scores[id] != 1 {
			wrong = append(wrong, fmt.Sprintf("%s: is %s, was graded %d times and has %d scores", id, now, times[id], scores[id]))
		}
	}
	v.none(wrong, "%d hand-ins (%d with a receipt that was heard) were graded once each, and have their grade", len(state), len(handed))
}

// gradeMost is how long grading may take after the siege.
const gradeMost = 2 * time.Minute

func (f *fleet) tally(counts map[string]int, query string) error {
	rows, err := f.history.Query(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var n int
		if err := rows.Scan(&id, &n); err != nil {
			return err
		}
		counts[id] = n
	}
	return rows.Err()
}

// disorder is what is wrong with the numbers of all events that were ever kept, each in a row or told of by a digest.
func (f *fleet) disorder() (all []string, events int, err error) {
	rows, err := f.history.Query(`SELECT what, id, fence, writer FROM siege_history WHERE what IN ('event', 'digest') ORDER BY n`)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	last := map[string]int64{}
	for rows.Next() {
		var what, id, writer string
		var seq int64
		if err := rows.Scan(&what, &id, &seq, &writer); err != nil {
			return nil, 0, err
		}
		if what == "digest" {
			last[id] = max(last[id], seq)
			continue
		}
		events++
		if before, some := last[id]; some && seq != before+1 {
			all = append(all, fmt.Sprintf("session %s: %s kept event %d after %d", id, writer, seq, before))
		}
		last[id] = seq
	}
	return all, events, rows.Err()
}

// violations are fences that two held, or that went back.
func (f *fleet) violations() (all []string, changes int, err error) {
	rows, err := f.history.Query(`SELECT what, id, fence, writer FROM siege_history WHERE what IN ('session', 'lead') ORDER BY n`)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	type fence struct {
		number int64
		writer string
	}
	last := map[string]fence{}
	for rows.Next() {
		var what, id string
		var now fence
		if err := rows.Scan(&what, &id, &now.number, &now.writer); err != nil {
			return nil, 0, err
		}
		before, some := last[what+" "+id]
		switch {
		case some && now.number < before.number:
			all = append(all, what+" "+id+": "+now.writer+" wrote under a fence that "+before.writer+" had passed")
		case some && now.number == before.number && now.writer != before.writer:
			all = append(all, what+" "+id+": "+before.writer+" and "+now.writer+" wrote under one fence")
		case some && now.writer != before.writer:
			changes++
		}
		last[what+" "+id] = now
	}
	return all, changes, rows.Err()
}
