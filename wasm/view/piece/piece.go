// Package piece has the small things that all views are drawn from: buttons, icons, dialogs, chips, and numbers with
// their units.
package piece

import (
	"strconv"
	"strings"
	"time"

	"gputour/engine/wire"
	"gputour/wasm/app"
	. "gputour/wasm/vdom"
)

// Button draws a button that carries out a command.
func Button(kind, label string, parts ...Part) *Node {
	return El("button", append([]Part{Class("button"), A("type", "button"), A("data-kind", kind), Text(label)}, parts...)...)
}

// IconButton draws a small button whose sign is explained by its title.
func IconButton(sign, title string, parts ...Part) *Node {
	return El("button", append([]Part{Class("icon-button"), A("type", "button"), A("title", title), A("aria-label", title), Icon(sign)}, parts...)...)
}

// Chip names a device in its colour.
func Chip(device string) *Node {
	return El("span", Class("chip"), A("data-device", device), device)
}

// Itoa is a number as a text.
func Itoa(n int) string { return strconv.Itoa(n) }

// Refusal is the catalogue's key for a close code that is final.
func Refusal(code int) string {
	switch code {
	case wire.CloseAuth:
		return "conn.auth"
	case wire.CloseRole:
		return "conn.role"
	case wire.CloseAbsent:
		return "conn.absent"
	}
	return "conn.version"
}

// Word is the value of an attribute that is true or false.
func Word(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// Simulated reports whether a device of the session is a simulated one.
func Simulated(s *app.State) bool {
	for _, d := range s.Device.Infos {
		if d.Simulated {
			return true
		}
	}
	return false
}

// Disabled makes a button one that cannot be pressed.
func Disabled(on bool) Part {
	if on {
		return A("disabled", "disabled")
	}
	return A("disabled", "")
}

// Dialog draws a window over the page.
func Dialog(s *app.State, kind, title string, kids ...Part) *Node {
	parts := []Part{Key(kind), Class("dialog"), A("role", "dialog"), A("aria-modal", "true"), A("aria-label", title)}
	return El("div", append(parts, kids...)...)
}

// DialogHead draws the title of a dialog and the sign that closes it.
func DialogHead(s *app.State, title string) *Node {
	return El("div", Class("dialog-head"), El("h2", title), IconButton("close", s.T("close"), Act("close")))
}

// Share is a part in percent, for the style sheet.
func Share(part, all int) string {
	if all <= 0 {
		return "0%"
	}
	return Itoa(part*100/all) + "%"
}

// Tabindex makes an area that scrolls reachable from the keyboard.
func Tabindex(scrolls bool) string {
	if scrolls {
		return "0"
	}
	return ""
}

// Grid offers a value as a table, and draws it.
func Grid(s *app.State, g *app.Grid, name string) []*Node {
	words := "values.show"
	if g.Open {
		words = "values.hide"
	}
	kids := []*Node{Button("link", s.T(words), Act("grid", name))}
	switch {
	case g.Data != "":
		kids = append(kids, El("div", Class("values"), Hook("values", g.Data)))
	case g.Why != "":
		kids = append(kids, El("p", Class("empty"), s.T("values."+g.Why)))
	}
	return kids
}

// Coded draws text whose `names` are code.
func Coded(text string) []*Node {
	var kids []*Node
	for i, part := range strings.Split(text, "`") {
		switch {
		case part == "":
		case i%2 == 1:
			kids = append(kids, El("code", Class("inline-code"), part))
		default:
			kids = append(kids, Text(part))
		}
	}
	return kids
}

// Breakable is a name or a shape that may go over lines at its joints only, and not inside a number.
func Breakable(text string) []*Node {
	var kids []*Node
	from := 0
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	for i, r := range text {
		if i > from && strings.ContainsRune(".[_×", r) && (r != '.' || !digit(i-1) || !digit(i+1)) {
			kids = append(kids, Text(text[from:i]), El("wbr"))
			from = i
		}
	}
	return append(kids, Text(text[from:]))
}

// ShortName leaves out of a GPU's name what every name has, and the board behind
// the chip; the column's title has all of it.
func ShortName(name string) string {
	for _, noise := range []string{"NVIDIA ", "Tesla ", "GeForce ", " (simulated)", "Simulated "} {
		name = strings.ReplaceAll(name, noise, "")
	}
	name, _, _ = strings.Cut(strings.TrimSpace(name), "-")
	return name
}

// Coord is a coordinate of a drawing.
func Coord(v float64) string { return Number(v, true) }

// Moment is a time as the learner's clock shows it, with the day unless that is today.
func Moment(at, now int64) string {
	t, today := time.UnixMilli(at), time.UnixMilli(now)
	if t.Format(time.DateOnly) == today.Format(time.DateOnly) {
		return t.Format(time.TimeOnly)
	}
	return t.Format("2006-01-02 15:04")
}

// Ago writes how long something lasts as people say it: 12 s, 3 min, 2 h.
func Ago(s *app.State, ms int64) string {
	switch sec := max(ms, 0) / 1000; {
	case sec < 60:
		return s.T("for.s", Itoa(int(sec)))
	case sec < 3600:
		return s.T("for.min", Itoa(int(sec/60)))
	default:
		return s.T("for.h", Itoa(int(sec/3600)))
	}
}
