// Package roster reads the list of a class: a table as spreadsheets and learning systems write it, in CSV.
//
// What such files have in common is little: a row of titles in some language, a separator, and an encoding that nobody says.
// All three are found out; what cannot be understood is an error that names its line.
package roster

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Entry is one person of the list.
type Entry struct {
	Name   string
	Number string // what the school knows them by; unique in a list, but may be missing
	Group  string
	Email  string
	Line   int // of the file
}

// Bounds of a list.
const (
	MostBytes  = 4 << 20
	MostPeople = 5000
	cellBytes  = 256
)

// Problem is what is wrong with one line.
type Problem struct {
	Line   int // 0 is the whole file
	Code   string
	Detail string // what stands there
	As     int    // another line that has the same, or 0
}

// The codes of problems; web/text has the words of each.
const (
	Empty       = "empty"        // no line with a name
	TooLarge    = "too-large"    // more than MostBytes or MostPeople
	NotText     = "not-text"     // no encoding that we know
	NotTable    = "not-table"    // a quote that does not end, for one
	NoNameThere = "no-name"      // no column of names, or none in a line
	LongCell    = "long-cell"    // a cell of more than 256 bytes
	SameNumber  = "same-number"  // two people with one number
	SamePerson  = "same-person"  // two people whom nothing tells apart
	BadName     = "bad-name"     // Check refuses it
	ExtraColumn = "extra-column" // a line with more cells than titles
)

// Problems is the error of a list: all that is wrong with it.
type Problems []Problem

// Error implements error.
func (p Problems) Error() string {
	var lines []string
	for _, x := range p {
		line := fmt.Sprintf("line %d: %s %q", x.Line, x.Code, x.Detail)
		if x.As > 0 {
			line += fmt.Sprintf(", as on line %d", x.As)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// columns are the titles that we know, in lower case and without spaces.
var columns = map[string]func(*Entry) *string{
	"name": name, "fullname": name, "student": name, "studentname": name, "displayname": name, "姓名": name, "名字": name, "学生": name, "学生姓名": name,
	"lastname": last, "surname": last, "familyname": last, "姓": last, "firstname": first, "givenname": first, "名": first,
	"number": number, "no": number, "id": number, "studentid": number, "studentnumber": number, "sisuserid": number, "idnumber": number, "username": number,
	"学号": number, "编号": number, "学生编号": number, "工号": number,
	"group": group, "section": group, "class": group, "team": group, "组": group, "小组": group, "分组": group, "班级": group, "班": group,
	"email": email, "e-mail": email, "mail": email, "emailaddress": email, "邮箱": email, "电子邮件": email, "电子邮箱": email,
}

func name(e *Entry) *string   { return &e.Name }
func number(e *Entry) *string { return &e.Number }
func group(e *Entry) *string  { return &e.Group }
func email(e *Entry) *string  { return &e.Email }

// A name in two columns is put together by parse.
func last(e *Entry) *string  { return nil }
func first(e *Entry) *string { return nil }

// Parse reads a list. check looks at each name and may change it; nil takes all. The error is Problems.
func Parse(data []byte, check func(string) (string, error)) ([]Entry, error) {
	if len(data) > MostBytes {
		return nil, Problems{{Code: TooLarge, Detail: fmt.Sprintf("%d bytes", len(data))}}
	}
	text, ok := decode(data)
	if !ok {
		return nil, Problems{{Code: NotText}}
	}
	rows, problem := table(text)
	if problem != nil {
		return nil, Problems{*problem}
	}
	p := parser{check: check, numbers: map[string]int{}, people: map[string]int{}}
	return p.parse(rows)
}

// decode finds out the encoding: UTF-8, UTF-16 with a mark, or the national standard of China, which spreadsheets there
// write without a word.
func decode(data []byte) (string, bool) {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		text, _, err := transform.Bytes(unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder(), data)
		return string(text), err == nil && !bytes.ContainsRune(text, utf8.RuneError)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if bytes.IndexByte(data, 0) >= 0 {
		return "", false // a spreadsheet's own format
	}
	if utf8.Valid(data) {
		return string(data), true
	}
	text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(data)
	return string(text), err == nil && !bytes.ContainsRune(text, utf8.RuneError)
}

// row is a line of the table.
type row struct {
	line  int
	cells []string
}

// table splits a text into cells, leaving out empty lines.
func table(text string) ([]row, *Problem) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = separator(text), -1, false
	var rows []row
	for {
		cells, err := r.Read()
		var broken *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case errors.As(err, &broken):
			return nil, &Problem{Line: broken.StartLine, Code: NotTable, Detail: broken.Err.Error()}
		case err != nil:
			return nil, &Problem{Code: NotTable, Detail: err.Error()}
		}
		line, _ := r.FieldPos(0)
		if strings.TrimSpace(strings.Join(cells, "")) != "" {
			rows = append(rows, row{line, cells})
		}
	}
}

// separator is the sign that stands most often in the first line.
func separator(text string) rune {
	head, _, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	best, most := ',', 0
	for _, r := range ",;\t，" {
		if n := strings.Count(head, string(r)); n > most {
			best, most = r, n
		}
	}
	return best
}

type parser struct {
	check    func(string) (string, error)
	columns  []string
	numbers  map[string]int // the line that has a number
	people   map[string]int // the line that has a name without number
	problems Problems
}

func (p *parser) wrong(line int, code, detail string) {
	p.problems = append(p.problems, Problem{Line: line, Code: code, Detail: detail})
}

func (p *parser) parse(rows []row) ([]Entry, error) {
	rows = p.titles(rows)
	var all []Entry
	for _, r := range rows {
		if e, ok := p.entry(r); ok {
			all = append(all, e)
		}
	}
	switch {
	case len(p.problems) > 0:
		return nil, p.problems
	case len(all) == 0:
		return nil, Problems{{Code: Empty}}
	case len(all) > MostPeople:
		return nil, Problems{{Code: TooLarge, Detail: fmt.Sprintf("%d people", len(all))}}
	}
	return all, nil
}

// titles takes the row of titles off. A table without one is a list of names, or of names and numbers.
func (p *parser) titles(rows []row) []row {
	if len(rows) == 0 {
		return nil
	}
	known := 0
	for _, cell := range rows[0].cells {
		title := strings.ToLower(strings.Join(strings.Fields(cell), ""))
		if columns[title] == nil {
			title = ""
		} else {
			known++
		}
		p.columns = append(p.columns, title)
	}
	if known > 0 {
		return rows[1:]
	}
	p.columns = []string{"name", "number", "group", "email"}[:min(4, len(rows[0].cells))]
	return rows
}

// entry reads one line.
func (p *parser) entry(r row) (Entry, bool) {
	e := Entry{Line: r.line}
	var lastName, firstName string
	for i, cell := range r.cells {
		cell = strings.TrimSpace(cell)
		switch {
		case len(cell) > cellBytes:
			p.wrong(r.line, LongCell, cell[:32])
			return e, false
		case i >= len(p.columns):
			if cell != "" {
				p.wrong(r.line, ExtraColumn, cell)
				return e, false
			}
			continue
		}
		switch title := p.columns[i]; title {
		case "":
		case "lastname", "surname", "familyname", "姓":
			lastName = cell
		case "firstname", "givenname", "名":
			firstName = cell
		default:
			*columns[title](&e) = cell
		}
	}
	if e.Name == "" {
		e.Name = join(firstName, lastName)
	}
	return e, p.fits(&e)
}

// join puts a name together as its script does.
func join(first, last string) string {
	for _, r := range last {
		if r >= 0x2e80 {
			return last + first
		}
	}
	return strings.TrimSpace(first + " " + last)
}

// fits checks a person against those before.
func (p *parser) fits(e *Entry) bool {
	if e.Name == "" {
		p.wrong(e.Line, NoNameThere, e.Number)
		return false
	}
	if p.check != nil {
		checked, err := p.check(e.Name)
		if err != nil {
			p.wrong(e.Line, BadName, e.Name)
			return false
		}
		e.Name = checked
	}
	code, key, lines := SameNumber, e.Number, p.numbers
	if e.Number == "" {
		code, key, lines = SamePerson, e.Name+"\x00"+e.Group, p.people
	}
	if lines[key] > 0 {
		p.problems = append(p.problems, Problem{Line: e.Line, Code: code, Detail: strings.TrimSpace(strings.ReplaceAll(key, "\x00", " ")), As: lines[key]})
		return false
	}
	lines[key] = e.Line
	return true
}
