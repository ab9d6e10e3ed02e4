package federate

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"gputour/server/auth"
	"gputour/server/door"
	"gputour/server/lti"
	"gputour/server/page"
	"gputour/server/store"
)

// This file has the page on which the owner says which learning systems speak for people of the class.

// settingsPath is the page's address.
const settingsPath = "/class/lti"

// settingsView is what the page shows.
type settingsView struct {
	Said, Problem string // keys
	Args          []any  // of Said
	Detail        string // of Problem
	Platforms     []platformView
	Waiting       int // points on their way
	Failed        []failedView
	Sent          int
	Insecure      bool
	Ours          []address
	Invite        string // the address for a registration by itself, which is shown once
	Form          url.Values
}

type platformView struct {
	store.Platform
	Courses []courseView
}

type courseView struct {
	store.Course
	Seen string
}

type failedView struct{ Member, Title, Why string }

// address is one of ours that a learning system is told.
type address struct{ Key, URL string }

func (s *Service) settings(w http.ResponseWriter, r *http.Request) {
	s.showSettings(w, r, settingsView{}, http.StatusOK)
}

func (s *Service) showSettings(w http.ResponseWriter, r *http.Request, v settingsView, status int) {
	if err := s.fill(r.Context(), &v); err != nil {
		s.fail(w, r, err)
		return
	}
	base := s.base(r)
	v.Insecure = !safe(base)
	v.Ours = []address{{"lti.url.login", base + loginPath}, {"lti.url.launch", base + launchPath}, {"lti.url.choose", base + choosePath}, {"lti.url.keys", base + keysPath}}
	s.show(w, r, "settings.html", page.Sheet{Title: "lti.title", Status: status, Data: v})
}

// fill reads what is shown.
func (s *Service) fill(ctx context.Context, v *settingsView) error {
	platforms, err := s.opts.Store.Platforms(ctx)
	if err != nil {
		return err
	}
	courses, err := s.opts.Store.Courses(ctx)
	if err != nil {
		return err
	}
	for _, p := range platforms {
		one := platformView{Platform: p}
		for _, c := range courses {
			if c.Platform == p.ID {
				one.Courses = append(one.Courses, courseView{c, time.UnixMilli(c.Seen).Format("2006-01-02 15:04")})
			}
		}
		v.Platforms = append(v.Platforms, one)
	}
	return s.fillPoints(ctx, v)
}

const shownFailed = 50

func (s *Service) fillPoints(ctx context.Context, v *settingsView) error {
	all, err := s.opts.Store.Deliveries(ctx, "")
	if err != nil {
		return err
	}
	members, err := s.opts.Store.Members(ctx)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, m := range members {
		names[m.ID] = m.Name
	}
	for _, d := range all {
		switch d.State {
		case store.DeliveryWaiting:
			v.Waiting++
		case store.DeliverySent:
			v.Sent++
		}
		if d.State == store.DeliveryFailed && len(v.Failed) < shownFailed {
			v.Failed = append(v.Failed, failedView{names[d.Member], d.Title, d.Why})
		}
	}
	return nil
}

// changes are what the page's forms do, by the name of their button; each returns what to say.
var changes = map[string]func(*Service, *http.Request, *settingsView) error{
	"add":    (*Service).addForm,
	"remove": (*Service).removeForm,
	"admit":  (*Service).admitForm,
	"expel":  (*Service).expelForm,
	"people": (*Service).peopleForm,
	"retry":  (*Service).retryForm,
	"invite": (*Service).inviteForm,
}

func (s *Service) change(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	var v settingsView
	err := r.ParseForm()
	f := changes[r.PostForm.Get("do")]
	if err != nil || f == nil {
		s.refuse(w, r, errForm)
		return
	}
	v.Form = r.PostForm
	err = f(s, r, &v)
	status := http.StatusOK
	if err != nil {
		v.Said = ""
		if v.Problem, status = problem(err); v.Problem == "" {
			s.fail(w, r, err)
			return
		}
		v.Detail = bounded(err.Error())
	}
	s.showSettings(w, r, v, status)
}

// problem is the key of what to say about an error of the settings.
func problem(err error) (string, int) {
	var service *lti.ServiceError
	switch {
	case errors.As(err, &service), errors.Is(err, lti.ErrLong), errors.Is(err, lti.ErrElsewhere):
		return "lti.service", http.StatusBadGateway
	case errors.Is(err, lti.ErrNoName), errors.Is(err, lti.ErrInsecure):
		return "lti.incomplete", http.StatusUnprocessableEntity
	case errors.Is(err, store.ErrTaken):
		return "lti.twice", http.StatusConflict
	case errors.Is(err, errNowhere), errors.Is(err, store.ErrNone):
		return "lti.gone", http.StatusNotFound
	}
	return "", 0
}

func (s *Service) addForm(r *http.Request, v *settingsView) error {
	get := func(name string) string { return strings.TrimSpace(r.PostForm.Get(name)) }
	p := store.Platform{
		Name: get("name"), Issuer: get("issuer"), Client: get("client"), Auth: get("auth"), Token: get("token"), JWKS: get("jwks"), Audience: get("audience"),
		Deployments: strings.Fields(get("deployments")), Origins: strings.Fields(get("origins")), Emails: get("emails") != "",
	}
	if _, err := s.Register(r.Context(), auth.From(r.Context()), p); err != nil {
		return err
	}
	v.Said, v.Args, v.Form = "lti.added", []any{p.Name}, nil
	return nil
}

// mostText bounds each thing that is said of a platform, in bytes.
const mostText = 2000

// Register keeps a new platform and returns its id.
func (s *Service) Register(ctx context.Context, by auth.Person, p store.Platform) (string, error) {
	if err := platformOf(p).Check(); err != nil {
		return "", err
	}
	for _, text := range slices.Concat([]string{p.Name, p.Issuer, p.Client, p.Auth, p.Token, p.JWKS, p.Audience}, p.Deployments, p.Origins) {
		if len(text) > mostText {
			return "", fmt.Errorf("%w: %.40q… is too long", lti.ErrNoName, text)
		}
	}
	p.ID, p.Made = strings.ToLower(rand.Text()), s.ms()
	return p.ID, s.commit(ctx, store.SavePlatform{Platform: p}, s.audit(by, "lti-add", p.ID, p.Name+" "+p.Issuer))
}

func (s *Service) audit(by auth.Person, action, target, detail string) store.Write {
	return store.AddAudit{Audit: store.Audit{At: s.ms(), Actor: by.ID, Name: by.Name, Action: action, Target: target, Detail: bounded(detail)}}
}

func (s *Service) removeForm(r *http.Request, v *settingsView) error {
	id := r.PostForm.Get("id")
	v.Said = "lti.removed"
	return s.commit(r.Context(), store.DropPlatform{ID: id}, s.audit(auth.From(r.Context()), "lti-remove", id, ""))
}

func (s *Service) admitForm(r *http.Request, v *settingsView) error {
	v.Said = "lti.admitted"
	return s.Admit(r.Context(), auth.From(r.Context()), r.PostForm.Get("id"), true)
}

func (s *Service) expelForm(r *http.Request, v *settingsView) error {
	v.Said = "lti.expelled"
	return s.Admit(r.Context(), auth.From(r.Context()), r.PostForm.Get("id"), false)
}

// Admit says whether the people of a course are of this class.
func (s *Service) Admit(ctx context.Context, by auth.Person, id string, admitted bool) error {
	action := map[bool]string{true: "lti-admit", false: "lti-expel"}[admitted]
	return s.commit(ctx, store.AdmitCourse{ID: id, Admitted: admitted}, s.audit(by, action, id, ""))
}

func (s *Service) peopleForm(r *http.Request, v *settingsView) error {
	n, err := s.People(r.Context(), auth.From(r.Context()), r.PostForm.Get("id"))
	v.Said, v.Args = "lti.people", []any{n.New, n.Matched, n.Known, n.Nameless}
	return err
}

// People puts the people of a course on the list.
func (s *Service) People(ctx context.Context, by auth.Person, id string) (door.Invited, error) {
	courses, err := s.opts.Store.Courses(ctx)
	if err != nil {
		return door.Invited{}, err
	}
	_, byID, err := s.platforms(ctx)
	if err != nil {
		return door.Invited{}, err
	}
	i := slices.IndexFunc(courses, func(c store.Course) bool { return c.ID == id && c.Admitted && c.Members != "" })
	if i < 0 {
		return door.Invited{}, errNowhere
	}
	c := courses[i]
	p := byID[c.Platform]
	members, err := s.services.Members(ctx, platformOf(p), c.Members)
	if err != nil {
		return door.Invited{}, err
	}
	var people []door.Vouched
	for _, m := range members {
		if m.Active && m.Role != auth.Nobody {
			people = append(people, vouched(p, c, m))
		}
	}
	return s.opts.Class.Invite(ctx, by, people)
}

func (s *Service) retryForm(r *http.Request, v *settingsView) error {
	v.Said = "lti.retried"
	return s.Retry(r.Context(), "")
}

// origin is the scheme and host of an address.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
