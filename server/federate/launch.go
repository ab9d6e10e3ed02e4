package federate

import (
	"context"
	"encoding/hex"
	"errors"
	"net/http"
	"regexp"
	"strings"

	"gputour/server/auth"
	"gputour/server/door"
	"gputour/server/idtoken"
	"gputour/server/lti"
	"gputour/server/page"
	"gputour/server/store"
)

// This file takes what learning systems send: they announce somebody, are asked who it is, and say so.

// The addresses of ours that learning systems know.
const (
	loginPath  = "/lti/login"
	launchPath = "/lti/launch"
	choosePath = "/lti/choose"
	keysPath   = "/lti/keys"
)

// platforms are the registered learning systems.
func (s *Service) platforms(ctx context.Context) ([]lti.Platform, map[string]store.Platform, error) {
	rows, err := s.opts.Store.Platforms(ctx)
	var all []lti.Platform
	byID := map[string]store.Platform{}
	for _, p := range rows {
		all = append(all, platformOf(p))
		byID[p.ID] = p
	}
	return all, byID, err
}

func platformOf(p store.Platform) lti.Platform {
	return lti.Platform{ID: p.ID, Name: p.Name, Issuer: p.Issuer, Client: p.Client, Auth: p.Auth, Token: p.Token, Audience: p.Audience,
		JWKS: p.JWKS, Deployments: p.Deployments, Origins: p.Origins}
}

// keysOf are the public keys of a platform.
func (s *Service) keysOf(address string) *idtoken.Remote {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys[address] == nil {
		s.keys[address] = &idtoken.Remote{URL: address, HTTP: s.opts.HTTP, Now: s.opts.Now}
	}
	return s.keys[address]
}

// announce sends a browser that a learning system announces back there, to be told who it is. A class works in a window of its own: in
// a frame of another site browsers keep our cookies from us, and other sites' pages could lay things over ours. Only the choice of what a
// link opens, which ends in the page around it, stays in its frame.
func (s *Service) announce(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	if err := r.ParseForm(); err != nil {
		s.refuse(w, r, errForm)
		return
	}
	i := lti.ReadInitiation(r.Form)
	all, _, err := s.platforms(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p, err := i.From(all)
	if err == nil && !safe(s.base(r)) {
		err = errInsecure
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if framed(r) && !s.chooses(r, i.Target) {
		s.show(w, r, "window.html", page.Sheet{Title: "federate.window", Frames: p.Frames(), Data: windowView{p.Name, loginPath + "?" + i.Values().Encode()}})
		return
	}
	state, nonce := auth.NewSecret(), auth.NewSecret()
	address, err := i.Ask(p, s.base(r)+launchPath, state, nonce)
	if err == nil {
		err = s.hand(w, r, state, store.Handshake{Kind: kindLaunch, Platform: p.ID, Nonce: nonce})
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, address, http.StatusSeeOther)
}

// windowView is what a frame shows: a link that opens a window, with what the learning system has sent. It is no form, since a page's
// policy for forms holds for all sites through which the answer leads, and a learning system may have several.
type windowView struct{ Name, Again string }

// framed reports whether a browser shows the answer in a frame.
func framed(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Dest") {
	case "iframe", "frame", "embed", "object":
		return true
	}
	return false
}

// chooses reports whether an address is the one for choosing what a link opens.
func (s *Service) chooses(r *http.Request, target string) bool { return target == s.base(r)+choosePath }

// target is the place of ours that an address names, and whether it names one.
func (s *Service) target(r *http.Request, address string) (to string, ours bool) {
	path, ours := strings.CutPrefix(address, s.base(r))
	switch {
	case !ours:
		return "", false
	case path == "", path == "/", path == launchPath, path == choosePath:
		return "/", true
	}
	return path, places.MatchString(path)
}

// launch takes a learning system's message.
func (s *Service) launch(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	h, err := s.take(r, kindLaunch, r.PostFormValue("state"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	row, l, err := s.read(r, h)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	course, err := s.course(r.Context(), row, l)
	switch {
	case err != nil:
		s.fail(w, r, err)
	case !course.Admitted:
		s.refuse(w, r, errCourse)
	case l.Type == lti.DeepLinking:
		s.offer(w, r, row, l)
	default:
		s.open(w, r, row, course, l)
	}
}

// read returns what a platform's answer to a handshake says.
func (s *Service) read(r *http.Request, h store.Handshake) (store.Platform, lti.Launch, error) {
	_, byID, err := s.platforms(r.Context())
	if err != nil {
		return store.Platform{}, lti.Launch{}, err
	}
	row, known := byID[h.Platform]
	if !known {
		return row, lti.Launch{}, &lti.Refusal{Code: lti.Unknown, Detail: "the platform was removed meanwhile"}
	}
	if code := r.PostFormValue("error"); code != "" {
		return row, lti.Launch{}, &lti.Refusal{Code: lti.Platforms, Detail: code + ": " + r.PostFormValue("error_description")}
	}
	v := lti.Verifier{Platform: platformOf(row), Keys: s.keysOf(row.JWKS), Now: s.opts.Now, Ours: func(a string) bool { _, ours := s.target(r, a); return ours }}
	l, err := v.Launch(r.Context(), r.PostFormValue("id_token"), h.Nonce)
	return row, l, err
}

// course is the row of the course that a launch is from, brought up to date.
func (s *Service) course(ctx context.Context, p store.Platform, l lti.Launch) (store.Course, error) {
	all, err := s.opts.Store.Courses(ctx)
	if err != nil {
		return store.Course{}, err
	}
	sum := auth.Digest(p.ID + "\x00" + l.Deployment + "\x00" + l.Context.ID)
	c := store.Course{ID: hex.EncodeToString(sum[:16]), Platform: p.ID, Deployment: l.Deployment, Context: bounded(l.Context.ID), Seen: s.ms()}
	asking := 0
	for _, kept := range all {
		if kept.ID == c.ID {
			c = kept
		}
		if !kept.Admitted {
			asking++
		}
	}
	before := c
	c.Title = bounded(l.Context.Title)
	if c.Title == "" {
		c.Title = bounded(l.Context.Label)
	}
	c.Members, c.Columns, c.Score, c.Make = l.Members.URL, l.Grades.LineItems, l.Grades.MayScore(), l.Grades.MayMakeColumns()
	if c == before || asking >= mostCourses && !c.Admitted {
		return c, nil
	}
	return c, s.commit(ctx, store.SaveCourse{Course: c})
}

const mostCourses = 200 // that wait for being admitted

// bounded is what is kept of a text that another system chooses.
func bounded(text string) string { return store.Text(text, 200) }

// open lets somebody in who opens a link in a course.
func (s *Service) open(w http.ResponseWriter, r *http.Request, p store.Platform, c store.Course, l lti.Launch) {
	if err := s.note(r.Context(), c, l); err != nil {
		s.fail(w, r, err)
		return
	}
	to, _ := s.target(r, l.Target)
	if id := l.Text("assignment"); to == "/" && places.MatchString("/assignments/"+id) {
		to = "/assignments/" + id
	}
	who := vouched(p, c, lti.Member{Subject: l.Subject, Name: l.FullName(), Email: l.Email, Number: l.LIS.Number, Role: l.Role})
	known, err := s.opts.Class.Known(r.Context(), who)
	_, nameless := auth.CleanName(who.Name)
	switch {
	case err != nil:
		s.fail(w, r, err)
	case !known && nameless != nil:
		s.ask(w, r, firstView{Who: who, From: p.Name, Next: to})
	default:
		s.enter(w, r, who, to)
	}
}

// vouched is somebody of a course for whom its platform speaks.
func vouched(p store.Platform, c store.Course, m lti.Member) door.Vouched {
	who := door.Vouched{Issuer: p.Issuer, Subject: m.Subject, Name: m.Name, Number: m.Number, Role: m.Role, Course: c.ID, Sure: true}
	if p.Emails {
		who.Email = m.Email
	}
	return who
}

// assignmentPath finds the assignment that an address opens.
var assignmentPath = regexp.MustCompile(`/assignments/([0-9A-Za-z-]{1,64})$`)

// note keeps where the points of a link's assignment go, if the platform has made a column for it.
func (s *Service) note(ctx context.Context, c store.Course, l lti.Launch) error {
	id := l.Text("assignment")
	if m := assignmentPath.FindStringSubmatch(l.Target); m != nil {
		id = m[1]
	}
	if id == "" || l.Grades.LineItem == "" {
		return nil
	}
	if _, err := s.opts.Store.Assignment(ctx, id); errors.Is(err, store.ErrNone) {
		return nil
	} else if err != nil {
		return err
	}
	columns, err := s.opts.Store.GradeColumns(ctx, id)
	if err != nil {
		return err
	}
	want := store.GradeColumn{Course: c.ID, Assignment: id, URL: l.Grades.LineItem}
	for _, kept := range columns {
		if kept == want {
			return nil
		}
	}
	return s.commit(ctx, store.SaveGradeColumn{GradeColumn: want})
}
