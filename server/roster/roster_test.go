package roster

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/simplifiedchinese"
)

func TestParse(t *testing.T) {
	ann, ming := Entry{Name: "Ann Lee", Number: "7", Group: "A", Email: "ann@example.org"}, Entry{Name: "王小明", Number: "2026001", Group: "二班"}
	gbk, _ := simplifiedchinese.GB18030.NewEncoder().String("姓名,学号,班级\n王小明,2026001,二班\n")
	marked, _ := simplifiedchinese.GB18030.NewEncoder().String("⺁,1\n") // its first byte is that of a mark of UTF-16
	for name, c := range map[string]struct {
		data string
		want []Entry
	}{
		"GBK like a mark":    {marked, []Entry{{Name: "⺁", Number: "1"}}},
		"titles":             {"Name,Number,Group,Email\nAnn Lee,7,A,ann@example.org\n", []Entry{ann}},
		"in another order":   {"Email;Student ID;Section;Full Name\r\nann@example.org;7;A;Ann Lee\r\n", []Entry{ann}},
		"two columns":        {"First name\tLast name\tID number\tGroup\tEmail address\nAnn\tLee\t7\tA\tann@example.org\n", []Entry{ann}},
		"Chinese":            {"\ufeff学号,姓名,班级,备注\n2026001,王小明,二班,转学\n", []Entry{ming}},
		"two in Chinese":     {"姓，名，学号，班级\n王，小明，2026001，二班\n", []Entry{ming}},
		"GBK":                {gbk, []Entry{ming}},
		"UTF-16":             {utf16LE("姓名,学号,班级\n王小明,2026001,二班\n"), []Entry{ming}},
		"UTF-16, high first": {utf16BE("姓名,学号,班级\n王小明,2026001,二班\n"), []Entry{ming}},
		"a blank line first": {"\r\n\nName;Number;Group;Email\nAnn Lee;7;A;ann@example.org\n", []Entry{ann}},
		"as many of each":    {"name,number;x\nBo,7\n", []Entry{{Name: "Bo"}}},
		"blank cells beyond": {"name,number,group,email\nAnn Lee,7,A,ann@example.org, ,\n", []Entry{ann}},
		"the longest cell":   {"name\n" + strings.Repeat("y", 256) + "\n", []Entry{{Name: strings.Repeat("y", 256)}}},
		"a radical":          {"last name,first name\n⺀,a\n", []Entry{{Name: "⺀a"}}},
		"no radical":         {"last name,first name\n\u2e7f,a\n", []Entry{{Name: "a \u2e7f"}}},
		"a name and half":    {"name,last name\nAnn Lee,Li\n", []Entry{{Name: "Ann Lee"}}},
		"no titles":          {"Ann Lee,7,A,ann@example.org\n\n王小明,2026001,二班\n", []Entry{ann, ming}},
		"only names":         {"Ann Lee\n\n  王小明 \n", []Entry{{Name: "Ann Lee"}, {Name: "王小明"}}},
		"quotes":             {"name,number\n\"Lee, Ann\",7\n", []Entry{{Name: "Lee, Ann", Number: "7"}}},
		"namesakes":          {"name,number,group\nAnn,1,\nAnn,2,\nBo,,A\nBo,,B\n", []Entry{{Name: "Ann", Number: "1"}, {Name: "Ann", Number: "2"}, {Name: "Bo", Group: "A"}, {Name: "Bo", Group: "B"}}},
	} {
		got, err := Parse([]byte(c.data), nil)
		for i := range got {
			if got[i].Line == 0 {
				t.Errorf("%s: entry %d has no line", name, i)
			}
			got[i].Line = 0
		}
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// TestTitles reads the titles that school systems and spreadsheets write, as they write them: Canvas's and Moodle's exports,
// Blackboard's, LTI's names, and the lists of Chinese faculties.
func TestTitles(t *testing.T) {
	fields := map[string]func(Entry) string{
		"name": func(e Entry) string { return e.Name }, "number": func(e Entry) string { return e.Number },
		"group": func(e Entry) string { return e.Group }, "email": func(e Entry) string { return e.Email },
	}
	titles := map[string]string{
		"name":   "Name,Full name,Student,Student Name,Display name,姓名,名字,学生,学生姓名,Last name,Surname,Family Name,姓,First name,Given name,名",
		"number": "Number,No,ID,Student ID,Student number,SIS User ID,ID number,Username,学号,编号,学生编号,工号",
		"group":  "Group,Section,Class,Team,组,小组,分组,班级,班",
		"email":  "Email,E-mail,Mail,Email address,邮箱,电子邮件,电子邮箱",
	}
	known := 0
	for field, list := range titles {
		for title := range strings.SplitSeq(list, ",") {
			known++
			text := "name," + title + "\nAnn,x7\n"
			if field == "name" {
				text = title + ",备注\nx7,\n"
			}
			all, err := Parse([]byte(text), nil)
			if err != nil || len(all) != 1 || fields[field](all[0]) != "x7" {
				t.Errorf("%s is read as %+v, %v", title, all, err)
			}
		}
	}
	if known != len(columns) {
		t.Errorf("%d titles are tried, %d are known", known, len(columns))
	}
	if all, err := Parse([]byte("备注,姓名,成绩\n转学,王,90\n"), nil); err != nil || len(all) != 1 || all[0] != (Entry{Name: "王", Line: 2}) {
		t.Errorf("between titles that say nothing: %+v, %v", all, err)
	}
}

func utf16LE(s string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

func utf16BE(s string) string {
	b := []byte{0xfe, 0xff}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u>>8), byte(u))
	}
	return string(b)
}

// TestMost reads as much as a list may have.
func TestMost(t *testing.T) {
	people, long := "name,number\n", "name\nAnn\n"
	for i := range 5000 {
		people += fmt.Sprintf("n,%d\n", i)
	}
	long += strings.Repeat("\n", 4<<20-len(long))
	for text, want := range map[string]int{people: 5000, long: 1} {
		if all, err := Parse([]byte(text), nil); err != nil || len(all) != want {
			t.Errorf("of %d bytes: %d people, %v", len(text), len(all), err)
		}
	}
}

func TestProblems(t *testing.T) {
	many := "name\n"
	for i := range MostPeople + 1 {
		many += fmt.Sprintf("n%d\n", i)
	}
	for name, c := range map[string]struct {
		data string
		want Problems
	}{
		"nothing":            {"", Problems{{0, Empty, "", 0}}},
		"only titles":        {"name,number\n", Problems{{0, Empty, "", 0}}},
		"a spreadsheet":      {"PK\x03\x04\x00\x00", Problems{{0, NotText, "", 0}}},
		"half a letter":      {"\xff\xfea", Problems{{0, NotText, "", 0}}},
		"half a pair":        {"\xff\xfe\x00\xd8", Problems{{0, NotText, "", 0}}},
		"half a mark":        {"\xff\x00", Problems{{0, NotText, "", 0}}},
		"the other half":     {"\xfe\x00", Problems{{0, NotText, "", 0}}},
		"five without title": {"Ann,1,x,a@b,oops\n", Problems{{1, ExtraColumn, "oops", 0}}},
		"one of a group":     {"name,group\nAnn,x\nAnn,y\nAnn,x\n", Problems{{4, SamePerson, "Ann x", 2}}},
		"257 bytes":          {"name\n" + strings.Repeat("y", 257) + "\n", Problems{{2, LongCell, strings.Repeat("y", 32), 0}}},
		"noise":              {"\x81\xff\xfe\x80,\xff", Problems{{0, NotText, "", 0}}},
		"an open quote":      {"name\n\"Ann\nBo\n", Problems{{2, NotTable, `extraneous or missing " in quoted-field`, 0}}},
		"no column of names": {"number,group\n1,A\n2,B\n", Problems{{2, NoNameThere, "1", 0}, {3, NoNameThere, "2", 0}}},
		"two of a number":    {"name,number\nAnn,1\nBo,2\nCy,1\n", Problems{{4, SameNumber, "1", 2}}},
		"two of a name":      {"name\nAnn\nAnn\n", Problems{{3, SamePerson, "Ann", 2}}},
		"the first of two":   {"Ann\nAnn\n", Problems{{2, SamePerson, "Ann", 1}}},
		"a bad name":         {"name\nAnn\nx!\n", Problems{{3, BadName, "x!", 0}}},
		"a long cell":        {"name\n" + strings.Repeat("y", 300) + "\n", Problems{{2, LongCell, strings.Repeat("y", 32), 0}}},
		"one cell too many":  {"name,number\nAnn,1,oops\n", Problems{{2, ExtraColumn, "oops", 0}}},
		"too many people":    {many, Problems{{0, TooLarge, "5001 people", 0}}},
		"too many bytes":     {strings.Repeat("x", MostBytes+1), Problems{{0, TooLarge, "4194305 bytes", 0}}},
	} {
		_, err := Parse([]byte(c.data), func(n string) (string, error) {
			if strings.Contains(n, "!") {
				return "", errors.New("no")
			}
			return n, nil
		})
		var got Problems
		if !errors.As(err, &got) || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestProblemsAsText(t *testing.T) {
	got := Problems{{4, SameNumber, "1", 2}, {5, BadName, "x!", 0}}.Error()
	if want := `line 4: ` + SameNumber + ` "1", as on line 2; line 5: ` + BadName + ` "x!"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"name,number\nAnn,1\n", "姓名;学号\n王,2\n", "\xff\xfea\x00", "\"", "\xc4\xe3\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := Parse(data, nil)
		if (err == nil) != (len(all) > 0) {
			t.Errorf("%d people, %v", len(all), err)
		}
		for _, e := range all {
			if e.Name == "" || e.Line < 1 {
				t.Errorf("%+v", e)
			}
		}
	})
}
