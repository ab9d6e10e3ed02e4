package federate

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"gputour/server/auth"
	"gputour/server/lti"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/web/text"
)

// This file lets somebody who teaches choose what a link in their learning system opens (LTI Deep Linking).

// chooseView is what they choose from.
type chooseView struct {
	State       string
	Name        string // of the learning system
	Several     bool
	Assignments []choice
	Lessons     []choice
}

// choice is one thing that a link can open.
type choice struct {
	Value, Title, Text string
	Points             store.Points
}

// offer shows what a link can open. In a frame there is no cookie of a login, so the handshake alone says who chooses.
func (s *Service) offer(w http.ResponseWriter, r *http.Request, row store.Platform, l lti.Launch) {
	lang := page.LangOf(r)
	v := chooseView{State: auth.NewSecret(), Name: row.Name, Several: l.Deep.Several()}
	var err error
	if v.Assignments, v.Lessons, err = s.choices(r, lang); err != nil {
		s.fail(w, r, err)
		return
	}
	data, err := json.Marshal(l)
	if err == nil {
		err = s.hand(w, r, v.State, store.Handshake{Kind: kindChoose, Platform: row.ID, Data: data})
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.show(w, r, "choose.html", page.Sheet{Title: "federate.choose", Frames: platformOf(row).Frames(), Data: v})
}

// choices are all assignments and lessons. What they are called is in the language of who chooses.
func (s *Service) choices(r *http.Request, lang text.Lang) (assignments, lessons []choice, err error) {
	rows, err := s.opts.Store.Assignments(r.Context())
	if err != nil {
		return nil, nil, err
	}
	for _, row := range rows {
		a, err := s.opts.Store.Assignment(r.Context(), row.ID)
		if err != nil {
			return nil, nil, err
		}
		c := choice{Value: "assignment " + a.ID, Title: a.Title}
		for _, item := range a.Items {
			c.Points += item.Max
		}
		assignments = append(assignments, c)
	}
	for _, e := range s.opts.Course().Entries {
		if l := e.Lang(string(lang)); l != nil {
			lessons = append(lessons, choice{Value: "lesson " + e.ID, Title: plain(l.Title), Text: plain(l.Summary)})
		}
	}
	return assignments, lessons, nil
}

// plain takes the signs of Markdown off a title.
func plain(title string) string { return strings.NewReplacer("`", "", "*", "").Replace(title) }

// choose signs what was chosen and has the browser post it to the learning system.
func (s *Service) choose(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	h, err := s.take(r, kindChoose, r.PostFormValue("state"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	_, byID, err := s.platforms(r.Context())
	row, known := byID[h.Platform]
	var l lti.Launch
	if err == nil {
		err = json.Unmarshal(h.Data, &l)
	}
	switch {
	case err != nil:
		s.fail(w, r, err)
		return
	case !known:
		s.refuse(w, r, &lti.Refusal{Code: lti.Unknown, Detail: "the platform was removed meanwhile"})
		return
	}
	items, err := s.chosen(r, l)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	ring, err := s.keyring(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p := platformOf(row)
	jwt, err := ring.Respond(s.opts.Now(), p, l, items)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, "return.html", page.Sheet{Title: "federate.choose", Frames: p.Frames(), Posts: []string{origin(l.Deep.Return)},
		Data: returnView{To: l.Deep.Return, JWT: jwt, Name: row.Name, N: len(items)}})
}

// returnView is a form that goes to the learning system by itself, or by hand.
type returnView struct {
	To, JWT, Name string
	N             int
}

// returnJS sends the form, or says to the page around a registration that it is done (Registration section 3.6).
const returnJS = `const form = document.querySelector('form[data-return]');
if (form) form.submit();
else (window.opener || window.parent).postMessage({ subject: 'org.imsglobal.lti.close' }, '*');
`

// returnScript sends that form. The policy of our pages lets scripts come from files only.
func returnScript(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "max-age=86400")
	w.Write([]byte(returnJS))
}

// chosen are the items of the form.
func (s *Service) chosen(r *http.Request, l lti.Launch) ([]lti.Item, error) {
	lang := page.LangOf(r)
	assignments, lessons, err := s.choices(r, lang)
	if err != nil {
		return nil, err
	}
	picked := r.PostForm["pick"]
	if !l.Deep.Several() && len(picked) > 1 {
		return nil, errForm
	}
	var items []lti.Item
	for _, c := range slices.Concat(assignments, lessons) {
		if !slices.Contains(picked, c.Value) {
			continue
		}
		kind, id, _ := strings.Cut(c.Value, " ")
		item := lti.Item{Title: c.Title, Text: c.Text, URL: s.base(r) + "/" + string(lang) + "/lessons/" + id}
		if kind == "assignment" {
			item.URL, item.Custom = s.base(r)+"/assignments/"+id, map[string]string{"assignment": id}
			item.Column = &lti.LineItem{Label: c.Title, Maximum: number(max(c.Points, 100)), Resource: id}
		}
		items = append(items, item)
	}
	if len(items) != len(picked) {
		return nil, errForm
	}
	return items, nil
}
