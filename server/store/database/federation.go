package database

import (
	"context"
	"strings"

	"gputour/server/store"
)

// This file is other systems in SQL.

const (
	handshakeRow  = `SELECT state, kind, browser, platform, nonce, verifier, next, data, expires FROM handshake WHERE state = ?`
	addHandshake  = `INSERT INTO handshake (state, kind, browser, platform, nonce, verifier, next, data, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	oldHandshakes = `DELETE FROM handshake WHERE expires <= ?`
	takeHandshake = `DELETE FROM handshake WHERE state = ?`

	identityRow  = `SELECT issuer, subject, member, course, made FROM member_identity WHERE issuer = ? AND subject = ?`
	identityRows = `SELECT issuer, subject, member, course, made FROM member_identity WHERE ? IN ('', member) ORDER BY made, issuer, subject`
	// addIdentity changes a row only when it is the same member's.
	addIdentity = `INSERT INTO member_identity (issuer, subject, member, course, made) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (issuer, subject) DO UPDATE SET course = excluded.course WHERE member_identity.member = excluded.member`
	seeIdentity  = `UPDATE member_identity SET course = ? WHERE issuer = ? AND subject = ?`
	dropIdentity = `DELETE FROM member_identity WHERE issuer = ? AND subject = ?`

	platformColumns = `id, name, issuer, client, auth, token, audience, jwks, deployments, origins, emails, made`
	platformRows    = `SELECT ` + platformColumns + ` FROM lti_platform ORDER BY made, id`
	otherPlatform   = `SELECT COUNT(*) FROM lti_platform WHERE issuer = ? AND client = ? AND id <> ?`
	savePlatform    = `INSERT INTO lti_platform (` + platformColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, issuer = excluded.issuer, client = excluded.client, auth = excluded.auth, token = excluded.token,
			audience = excluded.audience, jwks = excluded.jwks, deployments = excluded.deployments, origins = excluded.origins, emails = excluded.emails`

	courseColumns = `id, platform, deployment, context, title, admitted, members, columns, score, make, seen`
	courseRows    = `SELECT ` + courseColumns + ` FROM lti_course ORDER BY seen, id`
	saveCourse    = `INSERT INTO lti_course (` + courseColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET title = excluded.title, members = excluded.members, columns = excluded.columns,
			score = excluded.score, make = excluded.make`

	admitCourse = `UPDATE lti_course SET admitted = ? WHERE id = ?`

	keyRows = `SELECT id, der, made FROM lti_key ORDER BY made, id`
	addKey  = `INSERT INTO lti_key (id, der, made) VALUES (?, ?, ?)`
	dropKey = `DELETE FROM lti_key WHERE id = ?`

	columnRows = `SELECT course, assignment, url FROM lti_column WHERE ? IN ('', assignment) ORDER BY course, assignment`
	saveColumn = `INSERT INTO lti_column (course, assignment, url) VALUES (?, ?, ?) ON CONFLICT (course, assignment) DO UPDATE SET url = excluded.url`

	deliveryColumns = `assignment, member, course, title, subject, points, most, at, state, tries, next, why, sent`
	deliveryRows    = `SELECT ` + deliveryColumns + ` FROM lti_delivery WHERE ? IN ('', assignment) ORDER BY assignment, member, course`
	dueRows         = `SELECT ` + deliveryColumns + ` FROM lti_delivery WHERE state = 'waiting' AND next <= ? ORDER BY next, assignment, member, course LIMIT ?`
	saveDelivery    = `INSERT INTO lti_delivery (` + deliveryColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (assignment, member, course) DO UPDATE SET title = excluded.title, subject = excluded.subject, points = excluded.points, most = excluded.most,
			at = excluded.at, state = excluded.state, tries = excluded.tries, next = excluded.next, why = excluded.why, sent = excluded.sent
			WHERE lti_delivery.at <= excluded.at`
)

// dropPlatform forgets a platform and what hangs on it.
var dropPlatform = []string{
	`DELETE FROM lti_delivery WHERE course IN (SELECT id FROM lti_course WHERE platform = ?)`,
	`DELETE FROM lti_column WHERE course IN (SELECT id FROM lti_course WHERE platform = ?)`,
	`DELETE FROM lti_course WHERE platform = ?`,
	`DELETE FROM handshake WHERE platform = ?`,
	`DELETE FROM lti_platform WHERE id = ?`,
}

// Handshake implements store.Federation.
func (s *Store) Handshake(ctx context.Context, state [32]byte) (store.Handshake, error) {
	return one(s, ctx, func(r scanner, h *store.Handshake) error {
		return r.Scan(digest{&h.State}, &h.Kind, digest{&h.Browser}, &h.Platform, &h.Nonce, &h.Verifier, &h.Next, blob{&h.Data}, &h.Expires)
	}, handshakeRow, state[:])
}

func scanIdentity(r scanner, i *store.Identity) error {
	return r.Scan(&i.Issuer, &i.Subject, &i.Member, &i.Course, &i.Made)
}

// Identity implements store.Federation.
func (s *Store) Identity(ctx context.Context, issuer, subject string) (store.Identity, error) {
	return one(s, ctx, scanIdentity, identityRow, issuer, subject)
}

// Identities implements store.Federation.
func (s *Store) Identities(ctx context.Context, member string) ([]store.Identity, error) {
	return all(s, ctx, scanIdentity, identityRows, member)
}

// Platforms implements store.Federation.
func (s *Store) Platforms(ctx context.Context) ([]store.Platform, error) {
	return all(s, ctx, func(r scanner, p *store.Platform) error {
		return r.Scan(&p.ID, &p.Name, &p.Issuer, &p.Client, &p.Auth, &p.Token, &p.Audience, &p.JWKS, lines{&p.Deployments}, lines{&p.Origins}, &p.Emails, &p.Made)
	}, platformRows)
}

// Courses implements store.Federation.
func (s *Store) Courses(ctx context.Context) ([]store.Course, error) {
	return all(s, ctx, func(r scanner, c *store.Course) error {
		return r.Scan(&c.ID, &c.Platform, &c.Deployment, &c.Context, &c.Title, &c.Admitted, &c.Members, &c.Columns, &c.Score, &c.Make, &c.Seen)
	}, courseRows)
}

// SigningKeys implements store.Federation.
func (s *Store) SigningKeys(ctx context.Context) ([]store.SigningKey, error) {
	return all(s, ctx, func(r scanner, k *store.SigningKey) error { return r.Scan(&k.ID, blob{&k.DER}, &k.Made) }, keyRows)
}

// GradeColumns implements store.Federation.
func (s *Store) GradeColumns(ctx context.Context, assignment string) ([]store.GradeColumn, error) {
	return all(s, ctx, func(r scanner, c *store.GradeColumn) error { return r.Scan(&c.Course, &c.Assignment, &c.URL) }, columnRows, assignment)
}

func scanDelivery(r scanner, d *store.Delivery) error {
	return r.Scan(&d.Assignment, &d.Member, &d.Course, &d.Title, &d.Subject, &d.Points, &d.Max, &d.At, &d.State, &d.Tries, &d.Next, &d.Why, &d.Sent)
}

// Deliveries implements store.Federation.
func (s *Store) Deliveries(ctx context.Context, assignment string) ([]store.Delivery, error) {
	return all(s, ctx, scanDelivery, deliveryRows, assignment)
}

// DueDeliveries implements store.Federation.
func (s *Store) DueDeliveries(ctx context.Context, by int64, most int) ([]store.Delivery, error) {
	return all(s, ctx, scanDelivery, dueRows, by, most)
}

// federation makes the writes of this file.
func (w *writer) federation(write store.Write) (known bool, err error) {
	switch v := write.(type) {
	case store.AddHandshake:
		if err := w.exec(oldHandshakes, v.Now); err != nil {
			return true, err
		}
		return true, w.exec(addHandshake, v.State[:], v.Kind, v.Browser[:], v.Platform, v.Nonce, v.Verifier, v.Next, bytes(v.Data), v.Expires)
	case store.TakeHandshake:
		return true, w.one(store.ErrNone, takeHandshake, v.State[:])
	case store.AddIdentity:
		return true, w.one(store.ErrTaken, addIdentity, v.Issuer, v.Subject, v.Member, v.Course, v.Made)
	case store.SeeIdentity:
		return true, w.exec(seeIdentity, v.Course, v.Issuer, v.Subject)
	case store.DropIdentity:
		return true, w.exec(dropIdentity, v.Issuer, v.Subject)
	case store.SavePlatform:
		return true, w.savePlatform(v.Platform)
	case store.DropPlatform:
		return true, w.each(dropPlatform, v.ID)
	case store.SaveCourse:
		return true, w.exec(saveCourse, v.ID, v.Platform, v.Deployment, v.Context, v.Title, flag(v.Admitted), v.Members, v.Columns, flag(v.Score), flag(v.Make), v.Seen)
	case store.AdmitCourse:
		return true, w.one(store.ErrNone, admitCourse, flag(v.Admitted), v.ID)
	case store.AddSigningKey:
		return true, w.exec(addKey, v.ID, bytes(v.DER), v.Made)
	case store.DropSigningKey:
		return true, w.exec(dropKey, v.ID)
	case store.SaveGradeColumn:
		return true, w.exec(saveColumn, v.Course, v.Assignment, v.URL)
	case store.SaveDelivery:
		return true, w.exec(saveDelivery, v.Assignment, v.Member, v.Course, v.Title, v.Subject, v.Points, v.Max, v.At, v.State, v.Tries, v.Next, v.Why, v.Sent)
	}
	return false, nil
}

func (w *writer) savePlatform(p store.Platform) error {
	var others int
	if err := w.tx.QueryRowContext(w.ctx, w.dialect.bind(otherPlatform), p.Issuer, p.Client, p.ID).Scan(&others); err != nil {
		return err
	}
	if others > 0 {
		return store.ErrTaken
	}
	return w.exec(savePlatform, p.ID, p.Name, p.Issuer, p.Client, p.Auth, p.Token, p.Audience, p.JWKS,
		strings.Join(p.Deployments, "\n"), strings.Join(p.Origins, "\n"), flag(p.Emails), p.Made)
}

// flag is a boolean as both engines keep it.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// lines scans a text of which each line is an element.
type lines struct{ to *[]string }

// Scan implements sql.Scanner.
func (l lines) Scan(src any) error {
	text, _ := src.(string)
	if *l.to = nil; text != "" {
		*l.to = strings.Split(text, "\n")
	}
	return nil
}
