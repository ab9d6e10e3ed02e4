package database

import (
	"context"

	"gputour/server/store"
)

// This file is the SQL of a class.

const (
	memberColumns = `id, rev, role, name, number, team, email, status, pass, issuer, subject, lang, created, claimed`

	classRow    = `SELECT rev, title, lang, state, joining, code, code_made, settings, created FROM class WHERE id = 1`
	memberRow   = `SELECT ` + memberColumns + ` FROM member WHERE id = ?`
	memberAs    = `SELECT ` + memberColumns + ` FROM member WHERE issuer = ? AND subject = ?`
	memberRows  = `SELECT ` + memberColumns + ` FROM member ORDER BY created, id`
	loginRows   = `SELECT hash, owner, agent, created, seen FROM login WHERE owner = ? AND revoked = 0 ORDER BY created DESC`
	browserRows = `SELECT owner, COUNT(*), MAX(CASE WHEN seen > created THEN seen ELSE created END) FROM login WHERE revoked = 0 GROUP BY owner ORDER BY owner`
	ticketRow   = `SELECT hash, member, made, until FROM ticket WHERE hash = ?`
	ticketRows  = `SELECT hash, member, made, until FROM ticket WHERE member = ? ORDER BY until DESC`
	auditRows   = `SELECT seq, at, actor, name, action, target, detail FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?`

	saveClass = `INSERT INTO class (id, rev, title, lang, state, joining, code, code_made, settings, created)
		VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, title = excluded.title, lang = excluded.lang, state = excluded.state,
			joining = excluded.joining, code = excluded.code, code_made = excluded.code_made, settings = excluded.settings, created = excluded.created
		WHERE excluded.rev = class.rev + 1`
	saveMember = `INSERT INTO member (` + memberColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, role = excluded.role, name = excluded.name, number = excluded.number,
			team = excluded.team, email = excluded.email, status = excluded.status, pass = excluded.pass, issuer = excluded.issuer,
			subject = excluded.subject, lang = excluded.lang, created = excluded.created, claimed = excluded.claimed
		WHERE excluded.rev = member.rev + 1`
	// sameMember finds another member who has what must be one's own.
	sameMember = `SELECT COUNT(*) FROM member WHERE id <> ? AND (number <> '' AND number = ? OR issuer <> '' AND issuer = ? AND subject = ?)`

	// holdClass is what makes other writers with the same wish wait for the end of this transaction.
	holdClass  = `UPDATE class SET rev = rev WHERE id = 1`
	memberRevs = `SELECT CAST(COALESCE(SUM(rev), 0) AS BIGINT) FROM member`

	revokeLogins = `UPDATE login SET revoked = ? WHERE owner = ? AND revoked = 0`
	seeLogin     = `UPDATE login SET seen = ? WHERE hash = ?`

	addTicket   = `INSERT INTO ticket (hash, member, made, until) VALUES (?, ?, ?, ?)`
	useTicket   = `DELETE FROM ticket WHERE hash = ?`
	dropTickets = `DELETE FROM ticket WHERE member = ?`

	// lockAudit has those who note something wait for each other, so that each finds the number of the one before.
	lockAudit = `SELECT pg_advisory_xact_lock('audit'::regclass::oid::bigint)`
	addAudit  = `INSERT INTO audit (seq, at, actor, name, action, target, detail)
		SELECT COALESCE(MAX(seq), 0) + 1, ?, ?, ?, ?, ?, ? FROM audit`
)

// Class implements store.Classroom.
func (s *Store) Class(ctx context.Context) (store.Class, error) {
	return one(s, ctx, func(r scanner, c *store.Class) error {
		return r.Scan(&c.Rev, &c.Title, &c.Lang, &c.State, &c.Join, &c.Code, &c.CodeMade, blob{&c.Settings}, &c.Created)
	}, classRow)
}

// Member implements store.Classroom.
func (s *Store) Member(ctx context.Context, id string) (store.Member, error) {
	return one(s, ctx, scanMember, memberRow, id)
}

// MemberAs implements store.Classroom.
func (s *Store) MemberAs(ctx context.Context, issuer, subject string) (store.Member, error) {
	return one(s, ctx, scanMember, memberAs, issuer, subject)
}

// Members implements store.Classroom.
func (s *Store) Members(ctx context.Context) ([]store.Member, error) {
	return all(s, ctx, scanMember, memberRows)
}

func scanMember(r scanner, m *store.Member) error {
	return r.Scan(&m.ID, &m.Rev, &m.Role, &m.Name, &m.Number, &m.Group, &m.Email, &m.Status, &m.Pass, &m.Issuer, &m.Subject, &m.Lang, &m.Created, &m.Claimed)
}

// Logins implements store.Classroom.
func (s *Store) Logins(ctx context.Context, owner string) ([]store.Login, error) {
	return all(s, ctx, scanLogin, loginRows, owner)
}

// Browsers implements store.Classroom.
func (s *Store) Browsers(ctx context.Context) ([]store.Browsers, error) {
	return all(s, ctx, func(r scanner, b *store.Browsers) error { return r.Scan(&b.Owner, &b.Count, &b.Seen) }, browserRows)
}

// Ticket implements store.Classroom.
func (s *Store) Ticket(ctx context.Context, hash [32]byte) (store.Ticket, error) {
	return one(s, ctx, scanTicket, ticketRow, hash[:])
}

// Tickets implements store.Classroom.
func (s *Store) Tickets(ctx context.Context, member string) ([]store.Ticket, error) {
	return all(s, ctx, scanTicket, ticketRows, member)
}

func scanTicket(r scanner, t *store.Ticket) error {
	return r.Scan(digest{&t.Hash}, &t.Member, &t.Made, &t.Until)
}

// Audits implements store.Classroom.
func (s *Store) Audits(ctx context.Context, before int64, most int) ([]store.Audit, error) {
	if before <= 0 {
		before = 1 << 62
	}
	return all(s, ctx, func(r scanner, a *store.Audit) error {
		return r.Scan(&a.Seq, &a.At, &a.Actor, &a.Name, &a.Action, &a.Target, &a.Detail)
	}, auditRows, before, most)
}

// classroom makes the writes of a class.
func (w *writer) classroom(write store.Write) (known bool, err error) {
	switch v := write.(type) {
	case store.SaveClass:
		return true, w.one(store.ErrStale, saveClass, v.Rev, v.Title, v.Lang, v.State, v.Join, v.Code, v.CodeMade, bytes(v.Settings), v.Created)
	case store.SaveMember:
		return true, w.saveMember(v.Member)
	case store.SameMembers:
		return true, w.sameMembers(v.Rev)
	case store.RevokeLogins:
		return true, w.exec(revokeLogins, v.At, v.Owner)
	case store.SeeLogin:
		return true, w.exec(seeLogin, v.At, v.Hash[:])
	case store.AddTicket:
		return true, w.exec(addTicket, v.Hash[:], v.Member, v.Made, v.Until)
	case store.UseTicket:
		return true, w.one(store.ErrNone, useTicket, v.Hash[:])
	case store.DropTickets:
		return true, w.exec(dropTickets, v.Member)
	case store.AddAudit:
		w.audits = append(w.audits, v.Audit)
		return true, nil
	}
	return false, nil
}

func (w *writer) sameMembers(rev int64) error {
	if err := w.exec(holdClass); err != nil {
		return err
	}
	var kept int64
	if err := w.tx.QueryRowContext(w.ctx, memberRevs).Scan(&kept); err != nil {
		return err
	}
	if kept != rev {
		return store.ErrStale
	}
	return nil
}

// note writes down what was done. It comes last in a transaction: whoever holds the lock then waits for nothing else.
func (w *writer) note() error {
	if len(w.audits) > 0 && w.dialect.Numbered { // SQLite has one writer
		if err := w.exec(lockAudit); err != nil {
			return err
		}
	}
	for _, a := range w.audits {
		if err := w.exec(addAudit, a.At, a.Actor, a.Name, a.Action, a.Target, a.Detail); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) saveMember(m store.Member) error {
	var others int
	if err := w.tx.QueryRowContext(w.ctx, w.dialect.bind(sameMember), m.ID, m.Number, m.Issuer, m.Subject).Scan(&others); err != nil {
		return err
	}
	if others > 0 {
		return store.ErrTaken
	}
	err := w.one(store.ErrStale, saveMember, m.ID, m.Rev, m.Role, m.Name, m.Number, m.Group, m.Email, m.Status, m.Pass, m.Issuer, m.Subject, m.Lang, m.Created, m.Claimed)
	if state(err) == uniqueViolation { // another server was quicker
		return store.ErrTaken
	}
	return err
}
