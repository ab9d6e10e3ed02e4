package gradebook

import (
	"bytes"
	"encoding/csv"
	"strings"

	"gputour/server/assign"
	"gputour/server/store"
	"gputour/web/text"
)

// This file writes points as the usual learning systems read them: each has columns by which it knows students again.

// format is what a system reads.
type format struct {
	Name, Title string
	columns     []column
	points      func(a *store.Assignment) string // the heading of an assignment
	total       string                           // the heading of the total; "" leaves it out
	possible    bool                             // a second row says what each is worth, as Canvas wants
}

// column is one about the student. Its heading is what the system calls it, or for people a key of the catalogue.
type column struct {
	heading string
	value   func(m store.Member) string
}

func name(m store.Member) string     { return m.Name }
func numberOf(m store.Member) string { return m.Number }
func email(m store.Member) string    { return m.Email }

// login is what systems call the name somebody signs in with: the number, or else the address.
func login(m store.Member) string {
	if m.Number != "" {
		return m.Number
	}
	return m.Email
}

// givenName and family cut a name as these systems do. One that has no space is a family name.
func givenName(m store.Member) string {
	if i := strings.LastIndex(m.Name, " "); i >= 0 {
		return m.Name[:i]
	}
	return ""
}

func family(m store.Member) string { return m.Name[strings.LastIndex(m.Name, " ")+1:] }

// formats follow what each system documents of importing grades: Canvas (Student, ID, SIS User ID, SIS Login ID, Section, and
// Points Possible below the headings), Moodle (columns are mapped by hand; the ID number or the address finds the student),
// Blackboard (Last Name, First Name, Username, and headings with [Total Pts: …]).
var formats = []format{
	{"table", "CSV", []column{{"gb.csv.name", name}, {"gb.csv.number", numberOf}, {"gb.csv.email", email}, {"gb.csv.group", func(m store.Member) string { return m.Group }}},
		func(a *store.Assignment) string { return a.Title + " / " + assign.Max(a).String() }, "gb.csv.total", false},
	{"canvas", "Canvas", []column{{"Student", name}, {"ID", nothing}, {"SIS User ID", numberOf}, {"SIS Login ID", login}, {"Section", func(m store.Member) string { return m.Group }}},
		func(a *store.Assignment) string { return a.Title }, "", true},
	{"moodle", "Moodle", []column{{"First name", givenName}, {"Last name", family}, {"ID number", numberOf}, {"Email address", email}},
		func(a *store.Assignment) string { return a.Title }, "", false},
	{"blackboard", "Blackboard", []column{{"Last Name", family}, {"First Name", givenName}, {"Username", login}, {"Student ID", numberOf}},
		func(a *store.Assignment) string {
			return a.Title + " [Total Pts: " + assign.Max(a).String() + " Score] |" + a.ID
		}, "", false},
}

func nothing(store.Member) string { return "" }

// write makes the file. It begins with a byte order mark, without which Excel does not read other scripts.
func (f format) write(lang text.Lang, t assign.Table, students []store.Member) ([]byte, error) {
	heading := func(h string) string {
		if text.Has(h) {
			return lang.T(h)
		}
		return h
	}
	var head, possible []string
	for i, c := range f.columns {
		head = append(head, heading(c.heading))
		possible = append(possible, "")
		if i == 0 {
			possible[0] = "    Points Possible"
		}
	}
	for _, b := range t.Books {
		head, possible = append(head, f.points(&b.Assignment)), append(possible, assign.Max(&b.Assignment).String())
	}
	if f.total != "" {
		head = append(head, heading(f.total))
	}
	rows := [][]string{head}
	if f.possible {
		rows = append(rows, possible)
	}
	for i, row := range t.Rows {
		var cells []string
		for _, c := range f.columns {
			cells = append(cells, c.value(students[i]))
		}
		for _, s := range row.Standing {
			value := ""
			if s.Has() {
				value = s.Points.String()
			}
			cells = append(cells, value)
		}
		if f.total != "" {
			cells = append(cells, percent(row))
		}
		rows = append(rows, cells)
	}
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	for _, row := range rows {
		for i, cell := range row {
			row[i] = harmless(cell)
		}
		if err := w.Write(row); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// harmless keeps a table from being computed: a spreadsheet takes what begins like this as a formula, and names and titles come
// from people (https://owasp.org/www-community/attacks/CSV_Injection). Points are never negative.
func harmless(cell string) string {
	trimmed := strings.TrimLeft(cell, " ")
	if trimmed != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(trimmed)[0]) {
		return "'" + cell
	}
	return cell
}
