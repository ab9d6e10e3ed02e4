package view

import (
	"strings"
	"testing"

	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/class"
	. "gputour/wasm/vdom"
	"gputour/wasm/view/classroom"
	"gputour/web/boot"
)

// hostile are texts that would do something if a page took them for more than text.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `javascript:alert(1)`, `</script><svg/onload=alert(1)>`, `' onmouseover='alert(1)`,
	`{{constructor.constructor('alert(1)')()}}`, `<iframe srcdoc="<script>parent.alert(1)</script>">`, `<a id=boot name=gputour>x</a>`, "a\u202Eb\u2066c", `&lt;b&gt;`, `;width:9999px;background:url(//x)`,
	`<style>*{display:none}</style>`, `<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`, `push m9`, "line\nline",
}

// told is a page of a class after messages.
func told(t *testing.T, kind string, leads bool, messages ...wire.Message) *app.State {
	t.Helper()
	page := boot.Page{Kind: kind, Lang: "en", Lesson: "mix", Class: &boot.Class{ID: "me", Name: "Me", Leads: leads},
		Course: []boot.Entry{{ID: "mix", Title: "Mix", URL: "/en/lessons/mix", Cells: []string{"a", "b"}}}}
	s := app.New(page, "0123456789abcdef")
	s.Apply(1000, app.Boot{})
	for _, m := range append([]wire.Message{wire.Class.New(wire.ClassWelcome, wire.ClassWelcomeBody{Now: 1000, Leads: leads, Me: wire.Person{ID: "me"}}),
		wire.Class.New(wire.ClassReset, wire.ClassResetBody{})}, messages...) {
		data, err := wire.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		m, body, err := wire.Class.Decode(data, wire.FromServer)
		if err != nil {
			t.Fatal(err)
		}
		s.Apply(1000, app.ClassOp{Op: class.Received{Message: m, Body: body}})
	}
	return s
}

// inert are the attributes in which a text of somebody else may stand: they are read, or typed into.
var inert = map[string]bool{"title": true, "aria-label": true, "value": true, "placeholder": true}

// onlyText fails where a text stands as anything but text, and where it is missing.
func onlyText(t *testing.T, nodes []*Node, text string) {
	t.Helper()
	root := El("div", nodes)
	if !strings.Contains(root.Content(), text) {
		t.Errorf("%q is not shown", text)
	}
	for _, n := range root.All(func(*Node) bool { return true }) {
		for _, a := range n.Attrs {
			if strings.Contains(a.Value, text) && !inert[a.Name] {
				t.Errorf("%q stands in %s of %s", text, a.Name, n.Tag)
			}
		}
		if strings.Contains(n.Tag, text) || n.Hook != "" {
			t.Errorf("%s is drawn by a script", n.Tag)
		}
	}
}

func TestWhatStudentsWriteIsTextOnTheBoard(t *testing.T) {
	for _, text := range hostile {
		s := told(t, boot.Board, true,
			wire.Class.New(wire.Outline, wire.OutlineBody{Lessons: []wire.OutlineLesson{{ID: "mix", Title: "Mix", Cells: []wire.OutlineCell{{ID: "a"}}}}}),
			wire.Class.New(wire.Board, wire.BoardBody{Whole: true, Rows: []wire.BoardRow{
				{ID: "m1", Name: text, Lesson: "mix", Cell: "a", State: wire.RowFailed, Error: text, Fails: 3, Stuck: []string{wire.StuckError}, GPU: -1},
				{ID: "m2", Name: "Bo", State: wire.RowIdle}}, Heat: []wire.HeatCell{{Lesson: "mix", Cell: "a", Stuck: 3, Error: text, Errors: 3}}}),
			wire.Class.New(wire.Roster, wire.RosterBody{Members: []wire.RosterMember{{Person: wire.Person{ID: "m3", Name: text}, Status: "waiting"}}}),
			wire.Class.New(wire.Hands, wire.HandsBody{Hands: []wire.HandBody{{ID: "h", Member: wire.Person{ID: "m2", Name: "Bo"}, Note: text}}}))
		onlyText(t, classroom.Board(s, classroom.Rows{}), text)
		onlyText(t, classroom.Aside(s), text)
		s.Apply(1000, app.Act{Name: "flip"})
		root := El("div", classroom.Board(s, classroom.Rows{}))
		if root.Find(func(n *Node) bool { return strings.Contains(n.Get("title"), text) }) == nil {
			t.Errorf("%q is not told of its cell", text)
		}
		s.Apply(1000, app.Act{Name: "push", Value: "m1"})
		onlyText(t, Layer(s), text)
	}
}

func TestWhatIsPushedIsText(t *testing.T) {
	for _, text := range hostile {
		by := wire.Person{ID: "t", Name: text}
		s := told(t, boot.Lesson, false,
			wire.Class.New(wire.ClassState, wire.ClassBody{Presenter: &by, Follow: true}),
			wire.Class.New(wire.Presenter, wire.PresenterBody{Lesson: "mix", Cell: "a", Code: text}),
			wire.Class.New(wire.Looking, wire.LookingBody{By: []wire.Person{by}}),
			wire.Class.New(wire.Push, wire.PushedBody{ID: "p1", From: by, Kind: wire.PushText, Body: text}),
			wire.Class.New(wire.Push, wire.PushedBody{ID: "p2", From: by, Kind: wire.PushCell, Body: text}),
			wire.Class.New(wire.Push, wire.PushedBody{ID: "p3", From: by, Kind: wire.PushGoto, Lesson: text}),
			wire.Class.New(wire.OpenPoll, wire.PollBody{ID: "v", From: by, Question: text, Options: []string{text, "b"}}))
		onlyText(t, classroom.Cards(s), text)
		onlyText(t, classroom.Banner(s), text)
	}
}

func TestNamesAreNowhereWhenTheyAreMasked(t *testing.T) {
	s := told(t, boot.Board, true,
		wire.Class.New(wire.Board, wire.BoardBody{Whole: true, Rows: []wire.BoardRow{{ID: "m1", Name: "Zoë Secret", State: wire.RowIdle, Stuck: []string{wire.StuckSlow}, GPU: 1}}}),
		wire.Class.New(wire.Hands, wire.HandsBody{Hands: []wire.HandBody{{ID: "h", Member: wire.Person{ID: "m1", Name: "Zoë Secret"}, Note: "Zoë Secret"}}}),
		wire.Class.New(wire.Roster, wire.RosterBody{Members: []wire.RosterMember{{Person: wire.Person{ID: "m3", Name: "Zoë Secret"}, Status: "waiting"}}}))
	s.Apply(1000, app.Act{Name: "mask"})
	s.Apply(1000, app.Act{Name: "message", Value: "m1"})
	for _, nodes := range [][]*Node{classroom.BoardHead(s), classroom.Board(s, classroom.Rows{}), classroom.Aside(s), Layer(s)} {
		if html := El("div", nodes).String(); strings.Contains(html, "Secret") {
			t.Errorf("a name shows: %s", html)
		}
	}
}

func TestOnlyRowsThatChangedAreDrawnAnew(t *testing.T) {
	rows := []wire.BoardRow{{ID: "m1", Name: "A", State: wire.RowIdle}, {ID: "m2", Name: "B", State: wire.RowIdle}}
	s := told(t, boot.Board, true, wire.Class.New(wire.Board, wire.BoardBody{Whole: true, Rows: rows}))
	cache := classroom.Rows{}
	row := func(id string) *Node {
		return El("div", classroom.Board(s, cache)).Find(func(n *Node) bool { return n.Get("id") == "row-"+id })
	}
	a, b := row("m1"), row("m2")
	m := wire.Class.New(wire.Board, wire.BoardBody{Rows: []wire.BoardRow{{ID: "m2", Name: "B", State: wire.RowRunning, Since: 1000}}})
	_, body, _ := func() (wire.Message, any, error) {
		d, _ := wire.Encode(m)
		return wire.Class.Decode(d, wire.FromServer)
	}()
	s.Apply(1000, app.ClassOp{Op: class.Received{Message: m, Body: body}})
	if row("m1") != a || row("m2") == b {
		t.Error("the wrong row was drawn anew")
	}
}
