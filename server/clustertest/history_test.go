package clustertest

import (
	"database/sql"
	"fmt"

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
CREATE TRIGGER siege_event AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION siege_event();`

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
