package lti

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gputour/server/auth"
	"gputour/server/idtoken"
	"gputour/server/lti/ltitest"
)

var ctx = context.Background()

// registered returns a platform of a test, and what we know of it.
func registered(t *testing.T) (*ltitest.Platform, Platform) {
	t.Helper()
	theirs := ltitest.New(t)
	theirs.Redirect = "https://class.example/lti/launch"
	p := Platform{ID: "p1", Name: "School", Issuer: theirs.Issuer(), Client: theirs.Client, Auth: theirs.Issuer() + "/auth", Token: theirs.Issuer() + "/token", JWKS: theirs.Issuer() + "/keys", Deployments: []string{theirs.Deployment}}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	return theirs, p
}

func verifier(p Platform) *Verifier {
	return &Verifier{Platform: p, Now: time.Now, Keys: &idtoken.Remote{URL: p.JWKS, HTTP: http.DefaultClient, Now: time.Now},
		Ours: func(a string) bool { return strings.HasPrefix(a, "https://class.example/") }}
}

// launch goes the whole way: the announcement, our question, the platform's answer, and what we make of it.
func launch(t *testing.T, theirs *ltitest.Platform, p Platform) (Launch, error) {
	t.Helper()
	i := ReadInitiation(theirs.Initiation("https://class.example/en/lessons/tensors"))
	from, err := i.From([]Platform{p})
	if err != nil {
		t.Fatal(err)
	}
	address, err := i.Ask(from, theirs.Redirect, "the state", "the nonce")
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	form := ltitest.Form(string(page))
	if err != nil || form.Get("state") != "the state" {
		t.Fatalf("%s, %s, %v", resp.Status, page, err)
	}
	return verifier(p).Launch(ctx, form.Get("id_token"), "the nonce")
}

func code(err error) string {
	var ours *Refusal
	var theirs *idtoken.Refusal
	switch {
	case errors.As(err, &ours):
		return string(ours.Code)
	case errors.As(err, &theirs):
		return string(theirs.Code)
	case err != nil:
		return "untyped: " + err.Error()
	}
	return ""
}

func TestLaunch(t *testing.T) {
	theirs, p := registered(t)
	got, err := launch(t, theirs, p)
	if err != nil {
		t.Fatal(err)
	}
	if got.Subject != "u-17" || got.FullName() != "Ann Lee" || got.Role != auth.Student || got.Link.ID != "link-1" || got.Context.Label != "CS101" ||
		got.Members.URL == "" || !got.Grades.MayScore() || !got.Grades.MayMakeColumns() || got.Type != ResourceLink || got.Issuer != p.Issuer {
		t.Errorf("%+v", got)
	}
	theirs.Rotate()
	if _, err := launch(t, theirs, p); err != nil {
		t.Errorf("with a new key: %v", err)
	}
}

// TestBrokenLaunches is a corpus of messages that are not as they must be.
func TestBrokenLaunches(t *testing.T) {
	const deep = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"
	set := func(name string, value any) func(map[string]any) { return func(c map[string]any) { c[name] = value } }
	drop := func(name string) func(map[string]any) { return func(c map[string]any) { delete(c, name) } }
	settings := func(name string, value any) func(map[string]any) {
		return func(c map[string]any) { c[deep].(map[string]any)[name] = value }
	}
	for _, c := range []struct {
		name   string
		choose bool
		alter  func(map[string]any)
		want   string
	}{
		{"another issuer", false, set("iss", "https://evil.example"), "issuer"},
		{"another client", false, set("aud", "12345"), "audience"},
		{"two clients", false, func(c map[string]any) { c["aud"] = []string{"10000000000042", "x"}; delete(c, "azp") }, "party"},
		{"given to another", false, set("azp", "x"), "party"},
		{"no nonce", false, drop("nonce"), "nonce"},
		{"an old nonce", false, set("nonce", "yesterday's"), "nonce"},
		{"expired", false, set("exp", time.Now().Add(-time.Hour).Unix()), "expired"},
		{"made long ago", false, set("iat", time.Now().Add(-time.Hour).Unix()), "expired"},
		{"of tomorrow", false, set("iat", time.Now().Add(time.Hour).Unix()), "early"},
		{"nobody", false, drop("sub"), "subject"},
		{"no version", false, drop(claim + "version"), "version"},
		{"LTI 1.1", false, set(claim+"version", "LTI-1p0"), "version"},
		{"no message type", false, drop(claim + "message_type"), "message"},
		{"another message type", false, set(claim+"message_type", "LtiSubmissionReviewRequest"), "message"},
		{"the response as a request", false, set(claim+"message_type", "LtiDeepLinkingResponse"), "message"},
		{"no deployment", false, drop(claim + "deployment_id"), "deployment"},
		{"another deployment", false, set(claim+"deployment_id", "8:dep"), "deployment"},
		{"no target", false, drop(claim + "target_link_uri"), "target"},
		{"another site's target", false, set(claim+"target_link_uri", "https://evil.example/"), "target"},
		{"a target that is a number", false, set(claim+"target_link_uri", 7), "malformed"},
		{"no link", false, drop(claim + "resource_link"), "link"},
		{"a link without id", false, set(claim+"resource_link", map[string]any{"title": "x"}), "link"},
		{"a link that is text", false, set(claim+"resource_link", "x"), "malformed"},
		{"roles that are text", false, set(claim+"roles", "Learner"), "malformed"},
		{"who looks on", false, set(claim+"roles", []string{membership + "#Mentor"}), "roles"},
		{"a student chooses", true, set(claim+"roles", []string{membership + "#Learner"}), "roles"},
		{"no settings", true, drop(deep), "settings"},
		{"a return without TLS", true, settings("deep_link_return_url", "http://school.example/x"), "settings"},
		{"a return that is a script", true, settings("deep_link_return_url", "javascript:alert(1)"), "settings"},
		{"a return that would end our policy", true, settings("deep_link_return_url", "https://x; script-src *"), "settings"},
		{"no links accepted", true, settings("accept_types", []string{"file"}), "settings"},
	} {
		t.Run(c.name, func(t *testing.T) {
			theirs, p := registered(t)
			if c.choose {
				theirs.Message = theirs.Choose()
			}
			theirs.Alter = c.alter
			if _, err := launch(t, theirs, p); code(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// TestStrangersKey has a message signed by another platform, whose key has the right id.
func TestStrangersKey(t *testing.T) {
	theirs, p := registered(t)
	other := ltitest.New(t)
	theirs.Sign = func(c map[string]any) string {
		other.Person, other.Message = nil, c
		return other.Launch("the nonce")
	}
	if _, err := launch(t, theirs, p); code(err) != "signature" {
		t.Error(err)
	}
}

func TestInitiations(t *testing.T) {
	a := Platform{ID: "a", Issuer: "https://lms.example", Client: "1"}
	b := Platform{ID: "b", Issuer: "https://lms.example", Client: "2", Deployments: []string{"d"}}
	for _, c := range []struct {
		query, want, refused string
	}{
		{"iss=https://lms.example&client_id=1&login_hint=x", "a", ""},
		{"iss=https://lms.example&client_id=2&login_hint=x&lti_deployment_id=d", "b", ""},
		{"iss=https://lms.example&client_id=2&login_hint=x&lti_deployment_id=e", "", "unknown"},
		{"iss=https://lms.example&login_hint=x", "", "several"},
		{"iss=https://lms.example/&client_id=1&login_hint=x", "", "unknown"},
		{"iss=https://evil.example&login_hint=x", "", "unknown"},
		{"", "", "unknown"},
		{"iss=https://lms.example&client_id=1", "", "no-hint"},
	} {
		q, _ := url.ParseQuery(c.query)
		i := ReadInitiation(q)
		got, err := i.From([]Platform{a, b})
		if code(err) != c.refused || err == nil && got.ID != c.want {
			t.Errorf("%s: %s, %v", c.query, got.ID, err)
		}
		if !reflect.DeepEqual(i.Values(), q) {
			t.Errorf("%v became %v", q, i.Values())
		}
	}
}

func TestRoles(t *testing.T) {
	const m = membership
	for _, c := range []struct {
		roles []string
		want  auth.Role
	}{
		{nil, auth.Student},
		{[]string{m + "#Learner"}, auth.Student},
		{[]string{m + "#Instructor"}, auth.Instructor},
		{[]string{m + "#Instructor", m + "/Instructor#TeachingAssistant"}, auth.Assistant},
		{[]string{m + "#Learner", m + "#Instructor"}, auth.Instructor},
		{[]string{"Instructor"}, auth.Instructor},
		{[]string{m + "#Administrator"}, auth.Instructor},
		{[]string{m + "#ContentDeveloper"}, auth.Assistant},
		{[]string{m + "#Mentor"}, auth.Nobody},
		{[]string{m + "#Mentor", m + "#Learner"}, auth.Student},
		{[]string{"http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"}, auth.Student},
		{[]string{"http://purl.imsglobal.org/vocab/lis/v2/system/person#SysAdmin"}, auth.Student},
		{[]string{"http://evil.example/membership#Instructor"}, auth.Student},
		{[]string{"owner", m + "#Owner"}, auth.Student},
	} {
		if got := RoleOf(c.roles); got != c.want {
			t.Errorf("%q is %s, want %s", c.roles, got, c.want)
		}
	}
	seen := map[string]bool{}
	for _, r := range roles {
		if seen[r.theirs] || r.ours == auth.Owner {
			t.Errorf("%s stands twice, or makes owners", r.theirs)
		}
		seen[r.theirs] = true
		if got := RoleOf([]string{membership + r.theirs}); got != r.ours {
			t.Errorf("%s is %s, want %s", r.theirs, got, r.ours)
		}
	}
}

func TestPlatformsAreChecked(t *testing.T) {
	good := Platform{Name: "n", Issuer: "i", Client: "c", Auth: "https://a/x", Token: "https://a/t", JWKS: "https://a/k"}
	for name, c := range map[string]struct {
		change func(*Platform)
		want   error
	}{
		"good":          {func(p *Platform) {}, nil},
		"this machine":  {func(p *Platform) { p.Auth = "http://127.0.0.1:80/x" }, nil},
		"no name":       {func(p *Platform) { p.Name = " " }, ErrNoName},
		"no client":     {func(p *Platform) { p.Client = "" }, ErrNoName},
		"no TLS":        {func(p *Platform) { p.Token = "http://a/t" }, ErrInsecure},
		"no address":    {func(p *Platform) { p.JWKS = "" }, ErrInsecure},
		"a password":    {func(p *Platform) { p.JWKS = "https://a:b@c/k" }, ErrInsecure},
		"a wild origin": {func(p *Platform) { p.Origins = []string{"*"} }, ErrInsecure},
		"two origins":   {func(p *Platform) { p.Origins = []string{"https://a; script-src *"} }, ErrInsecure},
	} {
		p := good
		if c.change(&p); !errors.Is(p.Check(), c.want) {
			t.Errorf("%s: %v", name, p.Check())
		}
	}
	p := good
	p.Issuer = "https://lms.example/x"
	if got := p.Frames(); !slices.Equal(got, []string{"https://lms.example", "https://a"}) {
		t.Error(got)
	}
}

func TestRing(t *testing.T) {
	start := time.UnixMilli(1_790_000_000_000)
	at := func(days int) time.Time { return start.Add(time.Duration(days) * 24 * time.Hour) }
	var ring Ring
	if _, err := ring.Sign(start, nil); !errors.Is(err, ErrNoKey) || !ring.Due(start) {
		t.Error(err)
	}
	first, err := NewKey(at(0))
	if err != nil {
		t.Fatal(err)
	}
	second, _ := NewKey(at(89))
	ring = Ring{first}
	if ring.Due(at(88)) || !ring.Due(at(89)) {
		t.Error("a key is due at another time")
	}
	ring = append(ring, second)
	for day, want := range map[int]string{0: first.ID, 89: first.ID, 90: second.ID, 200: second.ID} {
		if k, err := ring.signing(at(day)); err != nil || k.ID != want {
			t.Errorf("on day %d another key signs", day)
		}
	}
	if len(ring.Spent(at(90))) != 0 || len(ring.Spent(at(91))) != 1 {
		t.Error("a key is dropped at another time")
	}
	set, err := ring.Public()
	if err != nil || len(set.Keys) != 2 {
		t.Fatal(set, err)
	}
	data, _ := json.Marshal(set)
	if strings.Contains(string(data), `"d"`) || !set.Keys[0].IsPublic() {
		t.Error("a private key is published")
	}
}

func TestDeepLinking(t *testing.T) {
	theirs, p := registered(t)
	theirs.Message = theirs.Choose()
	l, err := launch(t, theirs, p)
	if err != nil || !l.Deep.Several() {
		t.Fatal(err)
	}
	key, _ := NewKey(time.Now())
	ring := Ring{key}
	theirs.Keys = ring.Public
	raw, err := ring.Respond(time.Now(), p, l, []Item{
		{Title: "Homework", URL: "https://class.example/en/lessons/x", Custom: map[string]string{"assignment": "a1"}, Column: &LineItem{Label: "Homework", Maximum: 10, Resource: "a1"}},
		{Title: "Reading", URL: "https://class.example/en/lessons/y"},
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := theirs.Verified(raw)
	if err != nil {
		t.Fatal(err)
	}
	items, _ := got["https://purl.imsglobal.org/spec/lti-dl/claim/content_items"].([]any)
	if got["aud"] != p.Issuer || got[claim+"message_type"] != "LtiDeepLinkingResponse" || got[claim+"deployment_id"] != theirs.Deployment ||
		got["https://purl.imsglobal.org/spec/lti-dl/claim/data"] != "csrftoken:c7fbba78" || len(items) != 2 {
		t.Fatalf("%v", got)
	}
	one := items[0].(map[string]any)
	if one["type"] != "ltiResourceLink" || one["window"].(map[string]any)["targetName"] != "_blank" || one["custom"].(map[string]any)["assignment"] != "a1" ||
		one["lineItem"].(map[string]any)["scoreMaximum"] != 10.0 || items[1].(map[string]any)["lineItem"] != nil {
		t.Errorf("%v", items)
	}
	no := false
	l.Deep.LineItems = &no
	raw, _ = ring.Respond(time.Now(), p, l, []Item{{Title: "H", Column: &LineItem{Label: "H"}}})
	if got, err = theirs.Verified(raw); err != nil || strings.Contains(raw, "lineItem") || got["https://purl.imsglobal.org/spec/lti-dl/claim/content_items"].([]any)[0].(map[string]any)["lineItem"] != nil {
		t.Error("a column is sent to a platform that takes none")
	}
}

// services returns what asks a platform of a test, which knows our key.
func services(t *testing.T) (*ltitest.Platform, Platform, *Services) {
	t.Helper()
	theirs, p := registered(t)
	key, err := NewKey(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ring := Ring{key}
	theirs.Keys = ring.Public
	return theirs, p, &Services{HTTP: http.DefaultClient, Now: time.Now, Sign: func(c any) (string, error) { return ring.Sign(time.Now(), c) }}
}

func TestMembers(t *testing.T) {
	theirs, p, s := services(t)
	theirs.Members = []map[string]any{
		{"user_id": "1", "name": "Ann Lee", "email": "ann@x", "status": "Active", "roles": []string{membership + "#Learner"}},
		{"user_id": "2", "given_name": "Bo", "family_name": "Xu", "roles": []string{"Instructor"}},
		{"user_id": "3", "status": "Inactive", "roles": []string{}},
		{"roles": []string{"Learner"}},
		{"user_id": "5", "lis_person_sourcedid": "2026001", "roles": []string{membership + "#Mentor"}},
	}
	got, err := s.Members(ctx, p, theirs.Issuer()+"/members?c=5")
	want := []Member{{"1", "Ann Lee", "ann@x", "", auth.Student, true}, {"2", "Bo Xu", "", "", auth.Instructor, true}, {"3", "", "", "", auth.Student, false}, {"5", "", "", "2026001", auth.Nobody, true}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if theirs.Issued() != 1 {
		t.Errorf("%d tokens for three pages", theirs.Issued())
	}
	theirs.Revoke()
	if _, err := s.Members(ctx, p, theirs.Issuer()+"/members"); err != nil || theirs.Issued() != 2 {
		t.Errorf("after the token was taken back: %v", err)
	}
	theirs.Fail = func(w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("Link", `<http://127.0.0.1:1/members>; rel="next"`)
		w.Write([]byte(`{"members": []}`))
		return true
	}
	if _, err := s.Members(ctx, p, theirs.Issuer()+"/members"); !errors.Is(err, ErrElsewhere) {
		t.Errorf("a list that goes on elsewhere: %v", err)
	}
	theirs.Fail = func(w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("Link", `<`+theirs.Issuer()+`/members>; rel="next"`)
		w.Write([]byte(`{"members": []}`))
		return true
	}
	if _, err := s.Members(ctx, p, theirs.Issuer()+"/members"); !errors.Is(err, ErrLong) {
		t.Errorf("a list without end: %v", err)
	}
}

func TestGrades(t *testing.T) {
	theirs, p, s := services(t)
	items := theirs.Issuer() + "/lineitems?type_id=1"
	theirs.Columns = []map[string]any{{"id": theirs.Issuer() + "/lineitems/9", "label": "another's", "scoreMaximum": 1, "resourceId": "a0"}}
	column, err := s.Column(ctx, p, items, LineItem{Label: "Homework", Maximum: 10, Resource: "a1"})
	if err != nil || column.ID != theirs.Issuer()+"/lineitems/2?type_id=1" {
		t.Fatal(column, err)
	}
	again, err := s.Column(ctx, p, items, LineItem{Label: "Homework", Maximum: 10, Resource: "a1"})
	if err != nil || again.ID != column.ID || len(theirs.Columns) != 2 {
		t.Errorf("asked twice, there are %d columns; %v", len(theirs.Columns), err)
	}
	at := time.Date(2026, 11, 22, 20, 0, 0, 5e6, time.FixedZone("", 8*3600))
	if err := s.SendScore(ctx, p, column.ID, Score{"u-17", 7.5, 10, at, "good"}); err != nil {
		t.Fatal(err)
	}
	want := []ltitest.Score{{Column: "2", Body: map[string]any{"userId": "u-17", "scoreGiven": 7.5, "scoreMaximum": 10.0, "timestamp": "2026-11-22T12:00:00.005Z",
		"activityProgress": "Completed", "gradingProgress": "FullyGraded", "comment": "good"}}}
	if got := theirs.Arrived(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestServicesThatFail(t *testing.T) {
	theirs, p, s := services(t)
	column := theirs.Issuer() + "/lineitems/1?type_id=1"
	for _, c := range []struct {
		status  int
		passing bool
	}{{400, false}, {403, false}, {404, false}, {422, false}, {401, true}, {429, true}, {500, true}, {503, true}} {
		theirs.Fail = func(w http.ResponseWriter, r *http.Request) bool {
			w.Header().Set("Retry-After", "120")
			http.Error(w, strings.Repeat("why ", 1000), c.status)
			return true
		}
		err := s.SendScore(ctx, p, column, Score{Subject: "u", Max: 1})
		var failed *ServiceError
		if !errors.As(err, &failed) || failed.Status != c.status || failed.Passing() != c.passing || failed.After != 2*time.Minute || len(failed.Detail) > detailMost {
			t.Errorf("%d: %v", c.status, err)
		}
	}
	theirs.Fail = nil
	var failed *ServiceError
	if err := s.SendScore(ctx, p, "http://school.example/x", Score{}); !errors.As(err, &failed) || failed.Passing() {
		t.Errorf("a column without TLS: %v", err)
	}
	theirs.Server.Close()
	if err := s.SendScore(ctx, p, column, Score{}); !errors.As(err, &failed) || !failed.Passing() {
		t.Errorf("a platform that is away: %v", err)
	}
}

// TestUnknownKey has a platform that does not know the key we sign with.
func TestUnknownKey(t *testing.T) {
	theirs, p, s := services(t)
	other, _ := NewKey(time.Now())
	theirs.Keys = Ring{other}.Public
	var failed *ServiceError
	if _, err := s.Members(ctx, p, theirs.Issuer()+"/members"); !errors.As(err, &failed) || !strings.Contains(failed.Detail, "invalid_client") {
		t.Error(err)
	}
}

func FuzzLaunch(f *testing.F) {
	f.Add("a.b.c", "n")
	f.Add("eyJhbGciOiJub25lIn0.e30.", "")
	v := &Verifier{Platform: Platform{Issuer: "i", Client: "c"}, Keys: idtoken.Static{}, Now: time.Now, Ours: func(string) bool { return true }}
	f.Fuzz(func(t *testing.T, raw, nonce string) {
		if _, err := v.Launch(ctx, raw, nonce); code(err) == "" || strings.HasPrefix(code(err), "untyped") {
			t.Errorf("%q: %v", raw, err)
		}
	})
}
