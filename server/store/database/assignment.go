package database

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gputour/server/store"
)

// This file is assignments, submissions and points in SQL.

const (
	assignmentColumns = `id, lesson, title, digest, state, opens, due, closes, late, late_percent, late_most, grace, attempts, counts, feedback, weight, grouped, created, released`
	assignmentRow     = `SELECT ` + assignmentColumns + ` FROM assignment WHERE id = ?`
	assignmentRows    = `SELECT ` + assignmentColumns + ` FROM assignment ORDER BY due, created, id`
	itemRows          = `SELECT cell, points, parts FROM assignment_item WHERE assignment = ? ORDER BY place`
	waitingCount      = `SELECT COUNT(*) FROM submission WHERE state IN ('queued', 'grading')`
	contentRow        = `SELECT data FROM lesson_content WHERE digest = ?`
	extensionRows     = `SELECT assignment, member, due, why, given_by, at FROM assignment_extension WHERE ? IN ('', assignment) ORDER BY assignment, member`
	groupRows         = `SELECT assignment, member, name FROM assignment_group WHERE ? IN ('', assignment) ORDER BY assignment, name, member`
	overrideRows      = `SELECT assignment, member, points, why, given_by, at FROM assignment_override WHERE ? IN ('', assignment) ORDER BY assignment, member`

	submissionColumns = `id, assignment, holder, member, n, at, lang, digest, answers, state, round, tries, why, graded_at`
	submissionRow     = `SELECT ` + submissionColumns + ` FROM submission WHERE id = ?`
	submissionRows    = `SELECT id, assignment, holder, member, n, at, lang, digest, state, round, tries, why, graded_at FROM submission WHERE ? IN ('', assignment) ORDER BY at, id`
	handedRows        = `SELECT ` + submissionColumns + ` FROM submission WHERE assignment = ? AND holder = ? ORDER BY n`
	workScores        = `SELECT submission, cell, round, auto, result, engine, at FROM submission_score WHERE submission = ? ORDER BY round, cell`
	workMarks         = `SELECT submission, cell, points, given_by, at FROM submission_mark WHERE submission = ? ORDER BY cell`
	workComments      = `SELECT submission, cell, text, given_by, at FROM submission_comment WHERE submission = ? ORDER BY cell`
	allScores         = `SELECT submission, cell, round, auto, engine, at FROM submission_score ORDER BY submission, round, cell`
	scoreRows         = `SELECT submission, cell, round, auto, result, engine, at FROM submission_score WHERE submission IN (SELECT id FROM submission WHERE assignment = ?) ORDER BY submission, round, cell`
	markRows          = `SELECT submission, cell, points, given_by, at FROM submission_mark WHERE ? = '' OR submission IN (SELECT id FROM submission WHERE assignment = ?) ORDER BY submission, cell`
	commentRows       = `SELECT submission, cell, text, given_by, at FROM submission_comment WHERE ? = '' OR submission IN (SELECT id FROM submission WHERE assignment = ?) ORDER BY submission, cell`

	// claim takes one row; %s is what keeps two claims of PostgreSQL off each other's row. SQLite has one writer.
	claim = `UPDATE submission SET state = 'grading', tries = tries + 1, node = ?, claim = ?, until = {now} + ? WHERE id =
		(SELECT id FROM submission WHERE state = 'queued' OR state = 'grading' AND (until < {now} OR ` + claimerGone + `) ORDER BY at, id LIMIT 1 %s)
		RETURNING ` + submissionColumns
	// claimerGone allows for an outage of the database, in which the leases of those run out who live: they renew them first.
	claimerGone = `EXISTS (SELECT 1 FROM node WHERE node.name = submission.node AND node.until < {now} - 20000)`
	unclaim     = `UPDATE submission SET state = 'queued', claim = '' WHERE state = 'grading' AND node = ?`
	requeue     = `UPDATE submission SET state = 'queued', claim = '', tries = tries - 1 WHERE id = ? AND state = 'grading' AND claim = ?`
	renew       = `UPDATE submission SET until = {now} + ? WHERE id = ? AND state = 'grading' AND claim = ?`
	ended       = `UPDATE submission SET state = ?, why = ?, graded_at = ?, claim = '' WHERE id = ? AND state = 'grading' AND claim = ?`
	regrade     = `UPDATE submission SET state = 'queued', round = round + 1, tries = 0, why = '' WHERE id = ? AND state IN ('graded', 'failed')`

	saveAssignment = `INSERT INTO assignment (` + assignmentColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET lesson = excluded.lesson, title = excluded.title, digest = excluded.digest, state = excluded.state,
			opens = excluded.opens, due = excluded.due, closes = excluded.closes, late = excluded.late, late_percent = excluded.late_percent,
			late_most = excluded.late_most, grace = excluded.grace, attempts = excluded.attempts, counts = excluded.counts,
			feedback = excluded.feedback, weight = excluded.weight, grouped = excluded.grouped, released = excluded.released`
	dropItems = `DELETE FROM assignment_item WHERE assignment = ?`
	addItem   = `INSERT INTO assignment_item (assignment, cell, place, points, parts) VALUES (?, ?, ?, ?, ?)`
	// dropAssignment also waits for a submission under way, which holds the row.
	dropAssignment = `DELETE FROM assignment WHERE id = ? AND NOT EXISTS (SELECT 1 FROM submission WHERE submission.assignment = assignment.id)`
	dropExtensions = `DELETE FROM assignment_extension WHERE assignment = ?`
	dropGroups     = `DELETE FROM assignment_group WHERE assignment = ?`
	dropOverrides  = `DELETE FROM assignment_override WHERE assignment = ?`
	addContent     = `INSERT INTO lesson_content (digest, data, blob) VALUES (?, ?, ?)
		ON CONFLICT (digest) DO UPDATE SET data = excluded.data, blob = excluded.blob`
	saveExtension = `INSERT INTO assignment_extension (assignment, member, due, why, given_by, at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (assignment, member) DO UPDATE SET due = excluded.due, why = excluded.why, given_by = excluded.given_by, at = excluded.at`
	dropExtension = `DELETE FROM assignment_extension WHERE assignment = ? AND member = ?`
	saveGroup     = `INSERT INTO assignment_group (assignment, member, name) VALUES (?, ?, ?) ON CONFLICT (assignment, member) DO UPDATE SET name = excluded.name`
	dropGroup     = `DELETE FROM assignment_group WHERE assignment = ? AND member = ?`
	saveOverride  = `INSERT INTO assignment_override (assignment, member, points, why, given_by, at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (assignment, member) DO UPDATE SET points = excluded.points, why = excluded.why, given_by = excluded.given_by, at = excluded.at`
	dropOverride = `DELETE FROM assignment_override WHERE assignment = ? AND member = ?`

	// holdOpen keeps the assignment from closing until this transaction ends.
	holdOpen      = `UPDATE assignment SET state = state WHERE id = ? AND state = 'open'`
	addSubmission = `INSERT INTO submission (` + submissionColumns + `, node, claim, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', 1, 0, '', 0, '', '', 0)
		ON CONFLICT (assignment, holder, n) DO NOTHING`
	saveScore = `INSERT INTO submission_score (submission, cell, round, auto, result, engine, at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (submission, cell, round) DO UPDATE SET auto = excluded.auto, result = excluded.result, engine = excluded.engine, at = excluded.at`
	saveMark = `INSERT INTO submission_mark (submission, cell, points, given_by, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (submission, cell) DO UPDATE SET points = excluded.points, given_by = excluded.given_by, at = excluded.at`
	dropMark    = `DELETE FROM submission_mark WHERE submission = ? AND cell = ?`
	saveComment = `INSERT INTO submission_comment (submission, cell, text, given_by, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (submission, cell) DO UPDATE SET text = excluded.text, given_by = excluded.given_by, at = excluded.at`
	addSecret   = `INSERT INTO secret (name, data) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`
	secretRow   = `SELECT data FROM secret WHERE name = ?`
	dropComment = `DELETE FROM submission_comment WHERE submission = ? AND cell = ?`
)

func scanAssignment(r scanner, a *store.Assignment) error {
	return r.Scan(&a.ID, &a.Lesson, &a.Title, digest{&a.Digest}, &a.State, &a.Opens, &a.Due, &a.Closes, &a.Late, &a.LatePercent, &a.LateMost,
		&a.Grace, &a.Attempts, &a.Counts, &a.Feedback, &a.Weight, &a.Groups, &a.Created, &a.ReleasedAt)
}

// Assignment implements store.Assignments.
func (s *Store) Assignment(ctx context.Context, id string) (store.Assignment, error) {
	a, err := one(s, ctx, scanAssignment, assignmentRow, id)
	if err != nil {
		return a, err
	}
	a.Items, err = all(s, ctx, func(r scanner, i *store.Item) error {
		var parts []byte
		if err := r.Scan(&i.Cell, &i.Max, &parts); err != nil {
			return err
		}
		return json.Unmarshal(parts, &i.Parts)
	}, itemRows, id)
	return a, err
}

// Assignments implements store.Assignments.
func (s *Store) Assignments(ctx context.Context) ([]store.Assignment, error) {
	return all(s, ctx, scanAssignment, assignmentRows)
}

// Content implements store.Assignments.
func (s *Store) Content(ctx context.Context, of [32]byte) ([]byte, error) {
	return one(s, ctx, func(r scanner, data *[]byte) error { return r.Scan(blob{data}) }, contentRow, of[:])
}

// Extensions implements store.Assignments.
func (s *Store) Extensions(ctx context.Context, id string) ([]store.Extension, error) {
	return all(s, ctx, func(r scanner, e *store.Extension) error {
		return r.Scan(&e.Assignment, &e.Member, &e.Due, &e.Why, &e.By, &e.At)
	}, extensionRows, id)
}

// Groups implements store.Assignments.
func (s *Store) Groups(ctx context.Context, id string) ([]store.GroupMember, error) {
	return all(s, ctx, func(r scanner, g *store.GroupMember) error {
		return r.Scan(&g.Assignment, &g.Member, &g.Group)
	}, groupRows, id)
}

// Overrides implements store.Assignments.
func (s *Store) Overrides(ctx context.Context, id string) ([]store.Override, error) {
	return all(s, ctx, func(r scanner, o *store.Override) error {
		return r.Scan(&o.Assignment, &o.Member, &o.Points, &o.Why, &o.By, &o.At)
	}, overrideRows, id)
}

func scanSubmission(r scanner, v *store.Submission) error {
	return r.Scan(&v.ID, &v.Assignment, &v.Holder, &v.Member, &v.N, &v.At, &v.Lang, digest{&v.Digest}, blob{&v.Answers},
		&v.State, &v.Round, &v.Tries, &v.Why, &v.GradedAt)
}

// Submission implements store.Assignments.
func (s *Store) Submission(ctx context.Context, id string) (store.Submission, error) {
	return one(s, ctx, scanSubmission, submissionRow, id)
}

// Submissions implements store.Assignments.
func (s *Store) Submissions(ctx context.Context, id string) ([]store.Submission, error) {
	return all(s, ctx, func(r scanner, v *store.Submission) error {
		return r.Scan(&v.ID, &v.Assignment, &v.Holder, &v.Member, &v.N, &v.At, &v.Lang, digest{&v.Digest},
			&v.State, &v.Round, &v.Tries, &v.Why, &v.GradedAt)
	}, submissionRows, id)
}

// HandedIn implements store.Assignments.
func (s *Store) HandedIn(ctx context.Context, id, holder string) ([]store.Submission, error) {
	return all(s, ctx, scanSubmission, handedRows, id, holder)
}

// Waiting implements store.Store.
func (s *Store) Waiting(ctx context.Context) (int, error) {
	return one(s, ctx, func(r scanner, n *int) error { return r.Scan(n) }, waitingCount)
}

// Claim implements store.Assignments. A claim that nobody acknowledges costs a try, so it need not wait with the commits.
func (s *Store) Claim(ctx context.Context, c store.Claim) (store.Submission, error) {
	skip := ""
	if s.dialect.Numbered {
		skip = "FOR UPDATE SKIP LOCKED"
	}
	v, err := oneOf(s.write, s.dialect, ctx, scanSubmission, fmt.Sprintf(claim, skip), c.Node, c.Token, c.For)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return v, fmt.Errorf("claim a submission: %w", err)
	}
	return v, err
}

func scanScore(r scanner, v *store.Score) error {
	return r.Scan(&v.Submission, &v.Cell, &v.Round, &v.Auto, blob{&v.Result}, &v.Engine, &v.At)
}

func scanMark(r scanner, v *store.Mark) error {
	return r.Scan(&v.Submission, &v.Cell, &v.Points, &v.By, &v.At)
}

func scanComment(r scanner, v *store.Comment) error {
	return r.Scan(&v.Submission, &v.Cell, &v.Text, &v.By, &v.At)
}

// Scores implements store.Assignments.
func (s *Store) Scores(ctx context.Context, id string) ([]store.Score, error) {
	if id == "" {
		return all(s, ctx, func(r scanner, v *store.Score) error {
			return r.Scan(&v.Submission, &v.Cell, &v.Round, &v.Auto, &v.Engine, &v.At)
		}, allScores)
	}
	return all(s, ctx, scanScore, scoreRows, id)
}

// Marks implements store.Assignments.
func (s *Store) Marks(ctx context.Context, id string) ([]store.Mark, error) {
	return all(s, ctx, scanMark, markRows, id, id)
}

// Comments implements store.Assignments.
func (s *Store) Comments(ctx context.Context, id string) ([]store.Comment, error) {
	return all(s, ctx, scanComment, commentRows, id, id)
}

// Work implements store.Assignments.
func (s *Store) Work(ctx context.Context, submission string) (scores []store.Score, marks []store.Mark, comments []store.Comment, err error) {
	if scores, err = all(s, ctx, scanScore, workScores, submission); err != nil {
		return
	}
	if marks, err = all(s, ctx, scanMark, workMarks, submission); err != nil {
		return
	}
	comments, err = all(s, ctx, scanComment, workComments, submission)
	return
}

// Secret implements store.Assignments.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	return one(s, ctx, func(r scanner, data *[]byte) error { return r.Scan(blob{data}) }, secretRow, name)
}

// assignment makes the writes of assignments; known is false for one that is none.
func (w *writer) assignment(write store.Write) (known bool, err error) {
	switch v := write.(type) {
	case store.SaveAssignment:
		return true, w.saveAssignment(v.Assignment)
	case store.DropAssignment:
		if err := w.one(store.ErrStale, dropAssignment, v.ID); err != nil {
			return true, err
		}
		return true, w.each([]string{dropItems, dropExtensions, dropGroups, dropOverrides}, v.ID)
	case store.AddContent:
		return true, w.exec(addContent, v.Digest[:], bytes(v.Data), v.Blob)
	case store.SaveExtension:
		return true, w.exec(saveExtension, v.Assignment, v.Member, v.Due, v.Why, v.By, v.At)
	case store.DropExtension:
		return true, w.exec(dropExtension, v.Assignment, v.Member)
	case store.SaveGroup:
		if v.Group == "" {
			return true, w.exec(dropGroup, v.Assignment, v.Member)
		}
		return true, w.exec(saveGroup, v.Assignment, v.Member, v.Group)
	case store.SaveOverride:
		return true, w.exec(saveOverride, v.Assignment, v.Member, v.Points, v.Why, v.By, v.At)
	case store.DropOverride:
		return true, w.exec(dropOverride, v.Assignment, v.Member)
	}
	return w.submission(write)
}

func (w *writer) saveAssignment(a store.Assignment) error {
	grouped := 0
	if a.Groups {
		grouped = 1
	}
	if err := w.exec(saveAssignment, a.ID, a.Lesson, a.Title, a.Digest[:], a.State, a.Opens, a.Due, a.Closes, a.Late, a.LatePercent, a.LateMost,
		a.Grace, a.Attempts, a.Counts, a.Feedback, a.Weight, grouped, a.Created, a.ReleasedAt); err != nil {
		return err
	}
	if err := w.exec(dropItems, a.ID); err != nil {
		return err
	}
	for place, i := range a.Items {
		parts, err := json.Marshal(i.Parts)
		if err != nil {
			return err
		}
		if err := w.exec(addItem, a.ID, i.Cell, place, i.Max, parts); err != nil {
			return err
		}
	}
	return nil
}

// submission makes the writes of submissions.
func (w *writer) submission(write store.Write) (known bool, err error) {
	switch v := write.(type) {
	case store.AddSubmission:
		if err := w.one(store.ErrStale, holdOpen, v.Assignment); err != nil {
			return true, err
		}
		return true, w.one(store.ErrStale, addSubmission, v.ID, v.Assignment, v.Holder, v.Member, v.N, v.At, v.Lang, v.Digest[:], bytes(v.Answers))
	case store.Unclaim:
		return true, w.exec(unclaim, v.Node)
	case store.Requeue:
		return true, w.exec(requeue, v.Submission, v.Token)
	case store.Renew:
		return true, w.one(store.ErrFenced, renew, v.For, v.Submission, v.Token)
	case store.EndGrading:
		return true, w.endGrading(v)
	case store.Regrade:
		return true, w.exec(regrade, v.Submission)
	case store.SaveMark:
		return true, w.exec(saveMark, v.Submission, v.Cell, v.Points, v.By, v.At)
	case store.DropMark:
		return true, w.exec(dropMark, v.Submission, v.Cell)
	case store.SaveComment:
		if v.Text == "" {
			return true, w.exec(dropComment, v.Submission, v.Cell)
		}
		return true, w.exec(saveComment, v.Submission, v.Cell, v.Text, v.By, v.At)
	case store.AddSecret:
		return true, w.exec(addSecret, v.Name, bytes(v.Data))
	}
	return false, nil
}

func (w *writer) endGrading(v store.EndGrading) error {
	if err := w.one(store.ErrFenced, ended, v.State, v.Why, v.At, v.Submission, v.Token); err != nil {
		return err
	}
	for _, s := range v.Scores {
		if err := w.exec(saveScore, v.Submission, s.Cell, s.Round, s.Auto, bytes(s.Result), s.Engine, s.At); err != nil {
			return err
		}
	}
	return nil
}
