package page

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"gputour/lessons/lesson"
	"gputour/server/auth"
)

// sheet asks for a sheet of another package as somebody.
func sheet(t *testing.T, path string, who auth.Person, change func(*Sheet), cookies ...*http.Cookie) *httptest.ResponseRecorder {
	t.Helper()
	c := course(t)
	s := New(Options{Course: func() *lesson.Course { return c }, Class: func() string { return "GPUs <3>" }})
	templates := s.Parse(fstest.MapFS{"templates/a.html": {Data: []byte(`<h1>{{.T "signout"}}</h1><p>{{.Data}}</p>{{if .May "settings"}}<i>may</i>{{end}}`)}}, nil)
	shown := Sheet{Title: "A & B", Template: templates.Lookup("a.html"), Data: "<script>x</script>"}
	if change != nil {
		change(&shown)
	}
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept-Language", "en")
	for _, c := range cookies {
		r.AddCookie(c)
	}
	s.Show(w, r.WithContext(auth.With(r.Context(), who)), shown)
	return w
}

func TestSheet(t *testing.T) {
	ann := auth.Person{ID: "a", Name: "Ann <b>", Role: auth.Student}
	boss := auth.Person{ID: "b", Name: "Bo", Role: auth.Owner}
	chinese := &http.Cookie{Name: langCookie, Value: "zh"}
	for _, c := range []struct {
		name   string
		w      *httptest.ResponseRecorder
		wants  []string
		lacks  []string
		status int
	}{
		{"a student's", sheet(t, "/class/x?a=1", ann, nil), []string{"A &amp; B", "<h1>Sign out", "&lt;script&gt;", "GPUs &lt;3&gt;", "Ann &lt;b&gt;", `href="/class/x?a=1&amp;lang=zh"`, `action="/logout"`}, []string{"<i>may", "client.wasm", "Ann <b>"}, 200},
		{"the owner's", sheet(t, "/class/x", boss, nil), []string{"<i>may"}, nil, 200},
		{"in Chinese, as the address asks", sheet(t, "/class/x?lang=zh", ann, nil), []string{"退出登录", `lang="zh-CN"`}, nil, 200},
		{"in Chinese, as before", sheet(t, "/class/x?lang=fr", ann, nil, chinese), []string{"退出登录"}, nil, 200},
		{"in no language of ours", sheet(t, "/class/x?lang=fr", ann, nil, &http.Cookie{Name: langCookie, Value: "../x"}), []string{"<h1>Sign out"}, nil, 200},
		{"where a page in a language was asked for", sheet(t, "/en/lessons/mix", ann, nil), []string{`href="/zh/lessons/mix"`}, []string{"lang=zh", `"course"`}, 200},
		{"with a secret in the address", sheet(t, "/login?token=SECRET&said=x", ann, nil), []string{`href="/login?lang=zh"`}, []string{"SECRET"}, 200},
		{"outside", sheet(t, "/join", ann, func(s *Sheet) { s.Outside, s.Status = true, 403 }), []string{"GPUs"}, []string{"Ann", "/logout"}, 403},
		{"with the client", sheet(t, "/class/board", ann, func(s *Sheet) { s.Kind, s.Page.Title = "board", "Board" }), []string{`data-page="board"`, `"title":"Board"`, `"kind":"board"`}, nil, 200},
	} {
		html := c.w.Body.String()
		if c.w.Code != c.status {
			t.Errorf("%s: status %d", c.name, c.w.Code)
		}
		for _, want := range c.wants {
			if !strings.Contains(html, want) {
				t.Errorf("%s lacks %s", c.name, want)
			}
		}
		for _, bad := range c.lacks {
			if strings.Contains(html, bad) {
				t.Errorf("%s has %s", c.name, bad)
			}
		}
	}
}

// TestNav sees to it that every page of the class has its words, and that nobody sees a link to where they may not go.
func TestNav(t *testing.T) {
	for _, n := range nav {
		for _, lang := range []string{"zh", "en"} {
			html := sheet(t, "/class/x?lang="+lang, auth.Person{Name: "Bo", Role: auth.Owner}, nil).Body.String()
			if !strings.Contains(html, `href="`+n.path+`"`) || strings.Contains(html, n.key) {
				t.Errorf("%s in %s: no link or no words", n.key, lang)
			}
		}
		html := sheet(t, "/class/x", auth.Person{Name: "Ann", Role: auth.Student}, nil).Body.String()
		if got := strings.Contains(html, `href="`+n.path+`"`); got != auth.Student.May(n.action) {
			t.Errorf("%s: a student sees it: %v", n.key, got)
		}
	}
}
