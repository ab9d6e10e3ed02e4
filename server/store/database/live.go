package database

import (
	"context"
	"encoding/json"
	"fmt"

	"gputour/server/store"
)

// This file is the SQL of a class that meets.

const (
	pushColumns     = `id, sender, at, kind, recipients, lesson, cell, body`
	pollColumns     = `id, sender, at, kind, question, options, answer, hidden, lesson, cell, closed`
	handColumns     = `id, member, lesson, cell, note, at, taken_by, ended`
	progressColumns = `member, lesson, cell, attempts, hints, first_at, last_at, done, spent, error, fails, killed`

	liveRow         = `SELECT log, locked, presenter, follow FROM live WHERE id = 1`
	pushRows        = `SELECT ` + pushColumns + ` FROM (SELECT ` + pushColumns + ` FROM push ORDER BY at DESC LIMIT ?) AS newest ORDER BY at`
	pollRows        = `SELECT ` + pollColumns + ` FROM (SELECT ` + pollColumns + ` FROM poll ORDER BY CASE WHEN closed = 0 THEN 0 ELSE 1 END, at DESC LIMIT ?) AS newest ORDER BY at`
	voteRows        = `SELECT poll, member, choice, at FROM vote WHERE poll = ? ORDER BY member`
	handRows        = `SELECT ` + handColumns + ` FROM hand WHERE ended = 0 ORDER BY at`
	progressRows    = `SELECT ` + progressColumns + ` FROM progress WHERE member = ? ORDER BY lesson, cell`
	allProgressRows = `SELECT ` + progressColumns + ` FROM progress ORDER BY member, lesson, cell`

	saveLive = `INSERT INTO live (id, log, locked, presenter, follow) VALUES (1, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET log = excluded.log, locked = excluded.locked, presenter = excluded.presenter, follow = excluded.follow`
	savePush = `INSERT INTO push (` + pushColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`
	savePoll = `INSERT INTO poll (` + pollColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET closed = excluded.closed`
	saveVote = `INSERT INTO vote (poll, member, choice, at) VALUES (?, ?, ?, ?)
		ON CONFLICT (poll, member) DO UPDATE SET choice = excluded.choice, at = excluded.at`
	saveHand = `INSERT INTO hand (` + handColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET lesson = excluded.lesson, cell = excluded.cell, note = excluded.note,
			taken_by = excluded.taken_by, ended = excluded.ended`
	saveProgress = `INSERT INTO progress (` + progressColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (member, lesson, cell) DO UPDATE SET attempts = excluded.attempts, hints = excluded.hints, first_at = excluded.first_at,
			last_at = excluded.last_at, done = excluded.done, spent = excluded.spent, error = excluded.error, fails = excluded.fails, killed = excluded.killed`
)

// Live implements store.LiveStore.
func (s *Store) Live(ctx context.Context) (store.Live, error) {
	return one(s, ctx, func(r scanner, v *store.Live) error {
		return r.Scan(&v.Log, &v.Lock, &v.Presenter, flagged{&v.Follow})
	}, liveRow)
}

// Pushes implements store.LiveStore.
func (s *Store) Pushes(ctx context.Context, most int) ([]store.Push, error) {
	return all(s, ctx, func(r scanner, v *store.Push) error {
		return r.Scan(&v.ID, &v.By, &v.At, &v.Kind, texts{&v.To}, &v.Lesson, &v.Cell, &v.Body)
	}, pushRows, most)
}

// Polls implements store.LiveStore.
func (s *Store) Polls(ctx context.Context, most int) ([]store.Poll, error) {
	return all(s, ctx, func(r scanner, v *store.Poll) error {
		return r.Scan(&v.ID, &v.By, &v.At, &v.Kind, &v.Question, texts{&v.Options}, &v.Answer, flagged{&v.Hidden}, &v.Lesson, &v.Cell, &v.Closed)
	}, pollRows, most)
}

// Votes implements store.LiveStore.
func (s *Store) Votes(ctx context.Context, poll string) ([]store.Vote, error) {
	return all(s, ctx, func(r scanner, v *store.Vote) error {
		return r.Scan(&v.Poll, &v.Member, &v.Choice, &v.At)
	}, voteRows, poll)
}

// Hands implements store.LiveStore.
func (s *Store) Hands(ctx context.Context) ([]store.Hand, error) {
	return all(s, ctx, func(r scanner, v *store.Hand) error {
		return r.Scan(&v.ID, &v.Member, &v.Lesson, &v.Cell, &v.Note, &v.At, &v.TakenBy, &v.Ended)
	}, handRows)
}

// Progress implements store.LiveStore.
func (s *Store) Progress(ctx context.Context, member string) ([]store.Progress, error) {
	return all(s, ctx, scanProgress, progressRows, member)
}

// AllProgress implements store.LiveStore.
func (s *Store) AllProgress(ctx context.Context) ([]store.Progress, error) {
	return all(s, ctx, scanProgress, allProgressRows)
}

func scanProgress(r scanner, v *store.Progress) error {
	return r.Scan(&v.Member, &v.Lesson, &v.Cell, &v.Attempts, &v.Hints, &v.First, &v.Last, &v.Done, &v.Spent, &v.Error, &v.Fails, flagged{&v.Killed})
}

// live makes the writes of a class that meets.
func (w *writer) live(write store.Write) (known bool, err error) {
	switch v := write.(type) {
	case store.SaveLive:
		return true, w.exec(saveLive, v.Log, v.Lock, v.Presenter, flag(v.Follow))
	case store.SavePush:
		return true, w.exec(savePush, v.ID, v.By, v.At, v.Kind, list(v.To), v.Lesson, v.Cell, v.Body)
	case store.SavePoll:
		return true, w.exec(savePoll, v.ID, v.By, v.At, v.Kind, v.Question, list(v.Options), v.Answer, flag(v.Hidden), v.Lesson, v.Cell, v.Closed)
	case store.SaveVote:
		return true, w.exec(saveVote, v.Poll, v.Member, v.Choice, v.At)
	case store.SaveHand:
		return true, w.exec(saveHand, v.ID, v.Member, v.Lesson, v.Cell, v.Note, v.At, v.TakenBy, v.Ended)
	case store.SaveProgress:
		return true, w.exec(saveProgress, v.Member, v.Lesson, v.Cell, v.Attempts, v.Hints, v.First, v.Last, v.Done, v.Spent, v.Error, v.Fails, flag(v.Killed))
	}
	return false, nil
}

// flagged scans what flag wrote.
type flagged struct{ to *bool }

// Scan implements sql.Scanner.
func (f flagged) Scan(src any) error {
	n, ok := src.(int64)
	if !ok {
		return fmt.Errorf("a flag in the store is a %T", src)
	}
	*f.to = n != 0
	return nil
}

// list writes texts as JSON.
func list(all []string) string {
	if len(all) == 0 {
		return "[]"
	}
	data, _ := json.Marshal(all) // of texts
	return string(data)
}

// texts scans what list wrote; none of them are nil.
type texts struct{ to *[]string }

// Scan implements sql.Scanner.
func (t texts) Scan(src any) error {
	var data []byte
	switch v := src.(type) {
	case string:
		data = []byte(v)
	case []byte:
		data = v
	default:
		return fmt.Errorf("a list in the store is a %T", src)
	}
	*t.to = nil
	if string(data) == "[]" {
		return nil
	}
	return json.Unmarshal(data, t.to)
}
