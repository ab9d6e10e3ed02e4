package gradebook

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/assign"
	"gputour/server/auth"
	"gputour/server/handin"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/server/store/sqlite"
	"gputour/web/text"
)

var ctx = context.Background()

// class is a class of three students whose names are none too kind, with those who lead it.
type class struct {
	*Gradebook
	t     *testing.T
	mux   *http.ServeMux
	now   time.Time
	files fs.FS
	desk  *handin.Desk
}

var people = map[string]store.Member{
	"boss": {Role: string(auth.Instructor), Name: "Eve"},
	"help": {Role: string(auth.Assistant), Name: "Hal"},
	"ann":  {Role: string(auth.Student), Name: `Ann <script>alert(1)</script>`, Number: "=1+1", Email: "ann@example.org", Group: "red"},
	"bob":  {Role: string(auth.Student), Name: "王 小明", Number: "2", Group: "red"},
	"cat":  {Role: string(auth.Student), Name: `Cat "x" /../`, Number: "3"},
}

func newClass(t *testing.T) *class {
	t.Helper()
	s, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	c := &class{t: t, mux: http.NewServeMux(), now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), files: lessons.Files}
	now := func() time.Time { return c.now }
	c.desk = &handin.Desk{Store: s, Now: now}
	course := lesson.Load(lessons.Files)
	c.Gradebook = New(Options{
		Store: s, Desk: c.desk, Pages: page.New(page.Options{Course: func() *lesson.Course { return course }, Class: func() string { return "GPU" }}),
		Course: func() *lesson.Course { return course }, Files: func() fs.FS { return c.files }, Now: now, Zone: time.UTC, Log: slog.New(slog.DiscardHandler),
	})
	for _, r := range c.Routes() {
		c.mux.Handle(r.Pattern, r.Handler)
	}
	for id, m := range people {
		m.ID, m.Rev, m.Status = id, 1, store.Active
		c.commit(store.SaveMember{Member: m})
	}
	return c
}

func (c *class) commit(writes ...store.Write) {
	c.t.Helper()
	if err := c.Store.Commit(ctx, writes...); err != nil {
		c.t.Fatal(err)
	}
}

// ask sends a request as somebody; form is nil for GET.
func (c *class) ask(who, path string, form url.Values) *httptest.ResponseRecorder {
	c.t.Helper()
	r := httptest.NewRequest("GET", path, nil)
	if form != nil {
		r = httptest.NewRequest("POST", path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("Accept-Language", "en")
	m := people[who]
	w := httptest.NewRecorder()
	c.mux.ServeHTTP(w, r.WithContext(auth.With(r.Context(), auth.Person{ID: who, Name: m.Name, Role: auth.Role(m.Role)})))
	return w
}

// get is a page that must be there.
func (c *class) get(who, path string) string {
	c.t.Helper()
	w := c.ask(who, path, nil)
	if w.Code != 200 {
		c.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") && strings.Contains(w.Body.String(), "<script>alert") {
		c.t.Errorf("%s has a script of a student's", path)
	}
	return w.Body.String()
}

// post sends a form and returns where it leads.
func (c *class) post(who, path string, form url.Values) string {
	c.t.Helper()
	w := c.ask(who, path, form)
	if w.Code != http.StatusSeeOther {
		c.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return w.Header().Get("Location")
}

var (
	input  = regexp.MustCompile(`<input[^>]*>`)
	chosen = regexp.MustCompile(`(?s)<select name="([^"]+)">.*?<option value="([^"]+)" selected`)
)

// fields are what a browser would send of the form on a page.
func fields(page string) url.Values {
	form := url.Values{}
	attribute := func(tag, name string) string {
		m := regexp.MustCompile(` ` + name + `="([^"]*)"`).FindStringSubmatch(tag)
		if m == nil {
			return ""
		}
		return html.UnescapeString(m[1])
	}
	for _, tag := range input.FindAllString(page, -1) {
		if attribute(tag, "type") != "checkbox" || strings.Contains(tag, " checked") {
			form.Set(attribute(tag, "name"), attribute(tag, "value"))
		}
	}
	for _, m := range chosen.FindAllStringSubmatch(page, -1) {
		form.Set(m[1], m[2])
	}
	return form
}

// assigned makes an assignment of the lesson devices as it is offered, but for some fields.
func (c *class) assigned(change map[string]string) (path string) {
	c.t.Helper()
	form := fields(c.get("boss", Path+"/new?lesson=devices"))
	form.Set("open", "1")
	for k, v := range change {
		form.Set(k, v)
	}
	return c.post("boss", Path, form)
}

// hand hands in, and ends the grading: the first test of all-gpus passes or none does.
func (c *class) hand(who, path, code string, pass bool) string {
	c.t.Helper()
	p := auth.Person{ID: who, Role: auth.Student}
	r, err := c.desk.HandIn(ctx, p, strings.TrimPrefix(path, Path+"/"), assign.Answers{"all-gpus": code}, "en")
	if err != nil {
		c.t.Fatal(err)
	}
	return c.grade(r.ID, pass)
}

func (c *class) grade(id string, pass bool) string {
	c.t.Helper()
	s, err := c.Store.Claim(ctx, store.Claim{Token: "t", For: 1 << 40})
	if err != nil || s.ID != id {
		c.t.Fatal(s.ID, err)
	}
	a, _ := c.Store.Assignment(ctx, s.Assignment)
	status, auto := "fail", store.Points(0)
	if pass {
		status, auto = "pass", assign.Sum(a.Items[0].Parts)
	}
	result, _ := json.Marshal(map[string]any{"status": status, "tests": []map[string]any{{"name": "the order <i>", "status": status, "message": "<b>wrong</b>", "hidden": true, "function": "test_order"}}})
	c.commit(store.EndGrading{Submission: id, Token: "t", State: store.Graded, At: c.now.UnixMilli(), Scores: []store.Score{{Submission: id, Cell: "all-gpus", Round: s.Round, Auto: auto, Result: result}}})
	return id
}

func (c *class) audits() string {
	list, err := c.Store.Audits(ctx, 0, 100)
	if err != nil {
		c.t.Fatal(err)
	}
	text := ""
	for _, a := range list {
		text += a.Actor + " " + a.Action + " " + a.Detail + "\n"
	}
	return text
}

func wants(t *testing.T, what, text string, all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks %q", what, want)
		}
	}
}

// TestThreeClicks: new, a lesson, create. All that can be handed in is chosen, and due in a week.
func TestThreeClicks(t *testing.T) {
	c := newClass(t)
	wants(t, "list", c.get("boss", Path), Path+"/new")
	wants(t, "lessons", c.get("boss", Path+"/new"), Path+"/new?lesson=devices")
	path := c.assigned(nil)
	a, err := c.Store.Assignment(ctx, strings.TrimPrefix(path, Path+"/"))
	if err != nil {
		t.Fatal(err)
	}
	if a.State != store.AssignmentOpen || a.Lesson != "devices" || len(a.Items) == 0 || assign.Max(&a) == 0 || a.Late != assign.Mark || a.Attempts != 0 ||
		c.when(a.Due) != "2026-11-27 23:59" || assign.ByHand(a.Items[0]) != 0 || a.Weight != 1 {
		t.Errorf("%+v", a)
	}
	if data, err := c.Store.Content(ctx, a.Digest); err != nil || len(data) == 0 {
		t.Errorf("the lesson is not kept: %v", err)
	}
	wants(t, "page", c.get("help", path), "王 小明", "nothing yet", "2026-11-27 23:59")
	wants(t, "log", c.audits(), "boss assignment.open")

	form := fields(c.get("boss", path+"/edit"))
	before := maps.Clone(form)
	form.Set("attempts", "2")
	form.Set("late", "deduct")
	form.Set("hand.all-gpus", "1.5")
	c.post("boss", path+"/edit", form)
	changed, _ := c.Store.Assignment(ctx, a.ID)
	if changed.Attempts != 2 || changed.Late != assign.Deduct || assign.ByHand(changed.Items[0]) != 150 || changed.Due != a.Due || changed.Digest != a.Digest || assign.Sum(changed.Items[0].Parts) != assign.Sum(a.Items[0].Parts) {
		t.Errorf("%+v", changed)
	}
	if before.Get("attempts") != "0" {
		t.Error(before)
	}
}

func TestWrongForms(t *testing.T) {
	c := newClass(t)
	good := fields(c.get("boss", Path+"/new?lesson=devices"))
	for field, value := range map[string]string{
		"title": " ", "due": "tomorrow", "opens": "2027-01-01T00:00", "closes": "2026-11-21T00:00", "attempts": "-1", "percent": "101", "grace": "x",
		"item.all-gpus": "", "hand.all-gpus": "-2", "lesson": "../devices", "weight": "1e9",
	} {
		form := maps.Clone(good)
		form.Set(field, value)
		if w := c.ask("boss", Path, form); w.Code != http.StatusUnprocessableEntity && field != "item.all-gpus" {
			t.Errorf("%s %q: %d", field, value, w.Code)
		}
	}
	none := maps.Clone(good)
	for k := range none {
		if strings.HasPrefix(k, "item.") {
			none.Del(k)
		}
	}
	if w := c.ask("boss", Path, none); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("nothing asked for: %d", w.Code)
	}
	if all, _ := c.Store.Assignments(ctx); len(all) > 1 {
		t.Errorf("%d were made", len(all))
	}
	for _, path := range []string{Path + "/none", Path + "/none/edit", Path + "/new?lesson=none", Path + "/none/alike", StudentPath + "/receipts/none"} {
		if w := c.ask("boss", path, nil); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// TestMarking: points by hand and comments stay when all is graded again, and the next student follows.
func TestMarking(t *testing.T) {
	c := newClass(t)
	path := c.assigned(map[string]string{"hand.all-gpus": "2"})
	ann := c.hand("ann", path, "x = '<script>alert(1)</script>'", true)
	c.hand("cat", path, "y = 2", false)
	page := c.get("help", path+"/submissions/"+ann+"?member=ann")
	wants(t, "marking page", page, "&lt;script&gt;", "the order &lt;i&gt;", "to mark", "Save and go to Cat")
	form := fields(page)
	form.Set("points.all-gpus", "2.5")
	form.Set("comment.all-gpus", "Nearly. \r\n<script>alert(1)</script>")
	form.Set("comment", "Well done 好")
	form.Set("go", "next")
	if to := c.post("help", path+"/submissions/"+ann, form); !strings.Contains(to, "member=cat") {
		t.Errorf("leads to %s", to)
	}
	wants(t, "one", c.get("help", path), "2.5")
	wants(t, "own", c.get("ann", StudentPath), "2.5 / ", "Nearly. \n&lt;script&gt;", "Well done 好")
	c.post("help", path+"/regrade", url.Values{"submission": {ann}})
	c.grade(ann, false)
	wants(t, "after a regrade", c.get("help", path+"/submissions/"+ann+"?member=ann"), `value="2.5"`, "Well done 好")
	wants(t, "log", c.audits(), "help assignment.regrade", "help assignment.marked")

	form.Set("next", "https://evil.example/submissions/x")
	if to := c.post("help", path+"/submissions/"+ann, form); strings.Contains(to, "evil") {
		t.Errorf("leads to %s", to)
	}
	form.Set("points.all-gpus", "")
	form.Set("comment", "")
	c.post("help", path+"/submissions/"+ann, form)
	if _, marks, comments, _ := c.Store.Work(ctx, ann); len(marks) != 0 || len(comments) != 1 {
		t.Errorf("%v %v", marks, comments)
	}
	form.Set("points.all-gpus", "many")
	if w := c.ask("help", path+"/submissions/"+ann, form); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("points %q: %d", "many", w.Code)
	}
	other := c.assigned(nil)
	if w := c.ask("help", other+"/submissions/"+ann, nil); w.Code != http.StatusNotFound {
		t.Errorf("the submission of another assignment: %d", w.Code)
	}
}

// TestDecisions: more time, points in the place of all others, release.
func TestDecisions(t *testing.T) {
	c := newClass(t)
	path := c.assigned(map[string]string{"late": "deduct", "percent": "50", "feedback": "release"})
	c.now = c.now.AddDate(0, 0, 8) // a day late
	id := c.hand("ann", path, "x", true)
	wants(t, "late", c.get("boss", path), "late")
	own := c.get("ann", StudentPath)
	wants(t, "before the release", own, "You see your points when your teacher releases them")
	if strings.Contains(own, "/ 3") || strings.Contains(own, "the order") {
		t.Error("points are shown before their release")
	}
	standing := func(who string) assign.Standing {
		b, err := c.book(ctx, strings.TrimPrefix(path, Path+"/"))
		if err != nil {
			t.Fatal(err)
		}
		return b.Standing(who)
	}
	full := standing("ann").Max
	if got := standing("ann").Points; got != full/2 {
		t.Errorf("late: %v of %v", got, full)
	}
	c.post("help", path+"/extension", url.Values{"member": {"ann"}, "due": {"2026-12-24T12:00"}, "why": {"ill"}})
	if got := standing("ann"); got.Points != full || got.Counted.Late.Late() {
		t.Errorf("extended: %+v", got)
	}
	c.post("help", path+"/extension", url.Values{"member": {"ann"}, "due": {""}})
	if got := standing("ann").Points; got != full/2 {
		t.Errorf("taken back: %v", got)
	}
	if w := c.ask("boss", path+"/override", url.Values{"member": {"ann"}, "points": {"1"}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("without a reason: %d", w.Code)
	}
	for _, who := range []string{"boss", "none", ""} {
		if w := c.ask("boss", path+"/override", url.Values{"member": {who}, "points": {"1"}, "why": {"x"}}); w.Code != http.StatusNotFound {
			t.Errorf("points of %q, who is no student: %d", who, w.Code)
		}
	}
	c.post("boss", path+"/override", url.Values{"member": {"ann"}, "points": {"1.25"}, "why": {"oral exam"}})
	c.post("boss", path+"/override", url.Values{"member": {"bob"}, "points": {"0"}, "why": {"copied"}})
	c.post("boss", path+"/state", url.Values{"to": {"released"}})
	wants(t, "after the release", c.get("ann", StudentPath), "1.25 / ", "the order")
	wants(t, "gradebook", c.get("help", GradesPath), "1.25", "*")
	wants(t, "log", c.audits(), "boss assignment.override", "oral exam", "boss assignment.released", "help assignment.extension")
	for _, to := range []string{"draft", "open", "x", ""} {
		if w := c.ask("boss", path+"/state", url.Values{"to": {to}}); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("from released to %q: %d", to, w.Code)
		}
	}
	if w := c.ask("boss", path+"/delete", url.Values{}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("deleted with what was handed in: %d", w.Code)
	}
	wants(t, "the submission is there", c.get("boss", path+"/submissions/"+id), "Attempt 1")
}

// TestReceipts: a student gets their own, and whoever marks can tell a forged one.
func TestReceipts(t *testing.T) {
	c := newClass(t)
	path := c.assigned(nil)
	id := c.hand("ann", path, "x", true)
	for who, want := range map[string]int{"ann": 200, "help": 200, "bob": 404} {
		if w := c.ask(who, StudentPath+"/receipts/"+id, nil); w.Code != want {
			t.Errorf("%s: %d", who, w.Code)
		}
	}
	receipt := c.get("ann", StudentPath+"/receipts/"+id)
	check := func(text string) string {
		return c.ask("help", "/class/receipts", url.Values{"receipt": {text}}).Body.String()
	}
	wants(t, "genuine", check(receipt), "The receipt is genuine, and what is kept")
	wants(t, "forged", check(strings.Replace(receipt, `"attempt": 1`, `"attempt": 2`, 1)), "was not signed by this class")
	wants(t, "nonsense", check("<script>"), "was not signed by this class")
}

// TestGroups: the groups of the roster hand in together.
func TestGroups(t *testing.T) {
	c := newClass(t)
	path := c.assigned(map[string]string{"groups": "1"})
	c.post("boss", path+"/groups", url.Values{})
	id := c.hand("ann", path, "x", true)
	page := c.get("help", path)
	if n := strings.Count(page, "/submissions/"+id+"?member="); n != 2 {
		t.Errorf("%d of the group have it", n)
	}
	if w := c.ask("bob", StudentPath+"/receipts/"+id, nil); w.Code != 200 {
		t.Errorf("the receipt of one's group: %d", w.Code)
	}
}

// TestNewVersion: a lesson that changes under an assignment is offered, and taken when somebody wants that.
func TestNewVersion(t *testing.T) {
	c := newClass(t)
	path := c.assigned(nil)
	const notice = "There is a new version of this lesson"
	if strings.Contains(c.get("boss", path), notice) {
		t.Error("the lesson has not changed")
	}
	changed := fstest.MapFS{}
	for _, part := range []string{"en", "zh", "tests", "solution"} {
		data, err := fs.ReadFile(lessons.Files, "devices."+part+".md")
		if err != nil {
			t.Fatal(err)
		}
		if part == "tests" {
			data = bytes.ReplaceAll(data, []byte("test_order"), []byte("test_sequence"))
		}
		changed["devices."+part+".md"] = &fstest.MapFile{Data: data}
	}
	c.files = changed
	wants(t, "page", c.get("boss", path), notice)
	c.post("boss", path+"/lesson", url.Values{})
	a, _ := c.Store.Assignment(ctx, strings.TrimPrefix(path, Path+"/"))
	worth := map[string]store.Points{}
	for _, p := range a.Items[0].Parts {
		worth[p.Test] = p.Points
	}
	if p, ok := worth["test_sequence (hidden)"]; !ok || p != 0 || assign.ByHand(a.Items[0]) == 0 {
		t.Errorf("%+v", a.Items[0])
	}
	if strings.Contains(c.get("boss", path), notice) {
		t.Error("still offered")
	}
}

func TestAlike(t *testing.T) {
	c := newClass(t)
	path := c.assigned(nil)
	const answer = "def try_all_gpus():\n    found = []\n    for i in range(torch.cuda.device_count()):\n        found.append(torch.device('cuda', i))\n    if not found:\n        found = [torch.device('cpu')]\n    return found"
	a := c.hand("ann", path, answer, true)
	b := c.hand("bob", path, strings.ReplaceAll(answer, "found", "liste")+"  # mine", true)
	c.hand("cat", path, "def try_all_gpus(): return [1, 2, 3]", false)
	page := c.get("help", path+"/alike")
	wants(t, "pairs", page, "a hint and not a verdict", "100 %")
	if strings.Count(page, "&amp;cell=all-gpus") != 1 {
		t.Error(page)
	}
	wants(t, "side by side", c.get("help", path+"/alike?a="+a+"&b="+b+"&cell=all-gpus"), "liste", "found")
}

// TestCSV: every format is a table that spreadsheets do not compute, with the columns that its system knows.
func TestCSV(t *testing.T) {
	c := newClass(t)
	path := c.assigned(map[string]string{"title": "@sum, \"quoted\""})
	c.hand("ann", path, "x", true)
	for _, f := range formats {
		body := c.get("boss", GradesPath+".csv?format="+f.Name)
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(body, "\ufeff"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		n := 4
		if f.possible {
			n++
		}
		if len(rows) != n || !strings.HasPrefix(body, "\ufeff") {
			t.Errorf("%s has %d rows", f.Name, len(rows))
		}
		for _, row := range rows {
			for _, cell := range row {
				if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
					t.Errorf("%s: %q is a formula", f.Name, cell)
				}
			}
		}
	}
	wants(t, "Canvas", c.get("boss", GradesPath+".csv?format=canvas"), "Student,ID,SIS User ID,SIS Login ID,Section,", "\"    Points Possible\",,,,,")
	wants(t, "Moodle", c.get("boss", GradesPath+".csv?format=moodle"), "First name,Last name,ID number,Email address", "ann@example.org")
	wants(t, "Blackboard", c.get("boss", GradesPath+".csv?format=blackboard"), "Last Name,First Name,Username,Student ID,", "[Total Pts: ")
	wants(t, "log", c.audits(), "boss grades.exported canvas")
}

func TestHarmless(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "Ann": "Ann", "1.5": "1.5", "=1": "'=1", " =1": "' =1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\t=1": "'\t=1", "＝1": "'＝1", "a=1": "a=1",
	} {
		if got := harmless(in); got != want {
			t.Errorf("%q is %q", in, got)
		}
	}
}

// TestZip: a notebook for each who handed in, with the answer and what came of it, and without solutions.
func TestZip(t *testing.T) {
	c := newClass(t)
	path := c.assigned(nil)
	for _, who := range []string{"ann", "bob", "cat"} {
		c.hand(who, path, "answer_of_"+who+" = 1", who == "ann")
	}
	body := c.get("boss", path+"/notebooks.zip")
	z, err := zip.NewReader(strings.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	if len(z.File) != 3 {
		t.Errorf("%d files", len(z.File))
	}
	public, err := fs.ReadFile(lessons.Files, "devices.en.md")
	if err != nil {
		t.Fatal(err)
	}
	var secrets []string // lines of the solution that the lesson does not have
	for _, line := range strings.Split(lesson.Load(lessons.Files).Entry("devices").Secret.Solutions["all-gpus"].Code, "\n") {
		if line = strings.TrimSpace(line); len(line) > 12 && !bytes.Contains(public, []byte(line)) {
			secrets = append(secrets, line)
		}
	}
	if len(secrets) == 0 {
		t.Fatal("the solution has nothing of its own")
	}
	for _, f := range z.File {
		if strings.ContainsAny(f.Name, `/\:*?"<>|`) || strings.Contains(f.Name, "..") {
			t.Errorf("name %q", f.Name)
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, _ := io.ReadAll(in)
		var nb struct {
			Cells []struct {
				ID      string
				Source  []string
				Outputs []struct{ Text []string }
			}
		}
		if err := json.Unmarshal(data, &nb); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		found := false
		for _, cell := range nb.Cells {
			if cell.ID == "all-gpus" {
				found = strings.HasPrefix(strings.Join(cell.Source, ""), "answer_of_") && len(cell.Outputs) == 1 && strings.Contains(strings.Join(cell.Outputs[0].Text, ""), "the order <i>")
			}
		}
		for _, line := range secrets {
			quoted, _ := json.Marshal(line)
			if strings.Contains(string(data), strings.Trim(string(quoted), `"`)) {
				t.Errorf("%s has %q of the solution", f.Name, line)
			}
		}
		if !found {
			t.Errorf("%s: the answer is not there", f.Name)
		}
	}
}

// TestRoutes: whoever only learns changes nothing here, and sees only what is theirs.
func TestRoutes(t *testing.T) {
	c := newClass(t)
	for _, r := range c.Routes() {
		open := auth.Student.May(r.Action)
		if open != strings.HasPrefix(r.Pattern, "GET "+StudentPath) {
			t.Errorf("%s is open to students: %v", r.Pattern, open)
		}
		for _, role := range []auth.Role{auth.Assistant} {
			for _, word := range []string{"state", "override", "delete", "edit", "/lesson", "groups", ".csv", ".zip"} {
				if strings.HasSuffix(r.Pattern, word) && role.May(r.Action) {
					t.Errorf("%s is open to assistants", r.Pattern)
				}
			}
		}
	}
}

// TestTexts: what is put together at run time has its words.
func TestTexts(t *testing.T) {
	for prefix, names := range map[string]string{
		"gb.state.": "draft open closed released", "gb.to.": "draft open closed released", "gb.work.": "none queued grading graded failed",
		"gb.late.": "mark refuse deduct", "gb.counts.": "last best", "gb.feedback.": "now due release", "gb.feedback.later.": "now due release",
		"gb.result.": "pass fail error no-answer no-tests unchanged judge-died", "gb.receipt.": "good lost differs forged",
		"assigned.result.": "no-answer no-tests unchanged judge-died", "assigned.later.": "now due release",
		"refused.submit-": "not-open not-yet too-late no-attempts not-member no-answers waiting", "gb.csv.": "name number email group total",
	} {
		for _, n := range strings.Fields(names) {
			if !text.Has(prefix + n) {
				t.Errorf("no text %s%s", prefix, n)
			}
		}
	}
	if fmt.Sprint(lateWords(text.English, 90*time.Minute), lateWords(text.English, 0), lateWords(text.English, 49*time.Hour)) != "2 h late3 days late" {
		t.Error(lateWords(text.English, 90*time.Minute), lateWords(text.English, 49*time.Hour))
	}
}
