package datetime

import (
	"strings"

	"gputour/engine/object"
)

// This file writes dates by strftime's directives, in the C locale.

var (
	dayNames   = [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
		"December"}
)

// shown is what a format shows.
type shown struct {
	moment
	offset, zone object.Value // seconds east of UTC and the zone's name, or functions that say so; None where there is none
	given        *dayGiven    // by a struct_time, which need not be of a day that there is; else nil
}

// dayGiven is the day of the week, Monday as 0, and of the year, from 1.
type dayGiven struct{ weekday, yearday int64 }

func (s *shown) weekday() int64 {
	if s.given != nil {
		return s.given.weekday
	}
	return (s.ordinal() + 6) % 7
}

func (s *shown) yearday() int64 {
	if s.given != nil {
		return s.given.yearday
	}
	return daysBefore(s.year, s.month) + s.day
}

func (s *shown) hour12() int64 {
	if s.hour%12 == 0 {
		return 12
	}
	return s.hour % 12
}

// isoWeek is the year and the week that the day belongs to: that of its Thursday.
func (s *shown) isoWeek() (year, week int64) {
	length := func(year int64) int64 { return dayNumber(year+1, 1, 1) - dayNumber(year, 1, 1) }
	thursday := s.yearday() - s.weekday() + 3
	switch {
	case thursday < 1:
		return s.year - 1, (thursday+length(s.year-1)-1)/7 + 1
	case thursday > length(s.year):
		return s.year + 1, 1
	}
	return s.year, (thursday-1)/7 + 1
}

// numbers are the directives that show a number, with its width and what fills it up.
var numbers = map[byte]struct {
	width int
	fill  byte
	get   func(s *shown) int64
}{
	'w': {1, '0', func(s *shown) int64 { return (s.weekday() + 1) % 7 }},
	'd': {2, '0', func(s *shown) int64 { return s.day }},
	'e': {2, ' ', func(s *shown) int64 { return s.day }},
	'm': {2, '0', func(s *shown) int64 { return s.month }},
	'y': {2, '0', func(s *shown) int64 { return s.year - floorDiv(s.year, 100)*100 }},
	'Y': {1, '0', func(s *shown) int64 { return s.year }},
	'C': {1, '0', func(s *shown) int64 { return floorDiv(s.year, 100) }},
	'H': {2, '0', func(s *shown) int64 { return s.hour }},
	'I': {2, '0', (*shown).hour12},
	'k': {2, ' ', func(s *shown) int64 { return s.hour }},
	'l': {2, ' ', (*shown).hour12},
	'M': {2, '0', func(s *shown) int64 { return s.minute }},
	'S': {2, '0', func(s *shown) int64 { return s.second }},
	'f': {6, '0', func(s *shown) int64 { return s.micro }},
	'j': {3, '0', (*shown).yearday},
	'U': {2, '0', func(s *shown) int64 { return (s.yearday() + 6 - (s.weekday()+1)%7) / 7 }},
	'W': {2, '0', func(s *shown) int64 { return (s.yearday() + 6 - s.weekday()) / 7 }},
	'u': {1, '0', func(s *shown) int64 { return s.weekday() + 1 }},
	'G': {1, '0', func(s *shown) int64 { year, _ := s.isoWeek(); return year }},
	'V': {2, '0', func(s *shown) int64 { _, week := s.isoWeek(); return week }},
	'g': {2, '0', func(s *shown) int64 { year, _ := s.isoWeek(); return year - floorDiv(year, 100)*100 }},
}

// words are the directives that show a word.
var words = map[byte]func(s *shown) string{
	'a': func(s *shown) string { return dayNames[s.weekday()][:3] },
	'A': func(s *shown) string { return dayNames[s.weekday()] },
	'b': func(s *shown) string { return monthNames[s.month-1][:3] },
	'h': func(s *shown) string { return monthNames[s.month-1][:3] },
	'B': func(s *shown) string { return monthNames[s.month-1] },
	'p': func(s *shown) string { return strings.ToUpper(s.half()) },
	'P': (*shown).half,
	'n': func(*shown) string { return "\n" },
	't': func(*shown) string { return "\t" },
	'%': func(*shown) string { return "%" },
}

func (s *shown) half() string {
	if s.hour < 12 {
		return "am"
	}
	return "pm"
}

// together are the directives that stand for several.
var together = map[byte]string{'c': "%a %b %e %H:%M:%S %Y", 'x': "%m/%d/%y", 'X': "%H:%M:%S", 'D': "%m/%d/%y", 'F': "%Y-%m-%d", 'T': "%H:%M:%S",
	'R': "%H:%M", 'r': "%I:%M:%S %p"}

// appendFormat appends the text of a format.
func (s *shown) appendFormat(t *object.Thread, b []byte, format string) ([]byte, error) {
	for {
		at := strings.IndexByte(format, '%')
		if at < 0 {
			return append(b, format...), nil
		}
		b, format = append(b, format[:at]...), format[at:]
		n := directiveLength(format)
		start := len(b)
		var err error
		if b, err = s.appendDirective(t, b, format[:n]); err != nil {
			return nil, err
		}
		if n > 2 && string(b[start:]) != format[:n] {
			b = append(b[:start], padded(format[1:n-1], string(b[start:]))...)
		}
		format = format[n:]
	}
}

// directiveLength is how much of a text that begins with % is the directive: a flag, a width and a letter.
func directiveLength(format string) int {
	n := 1
	if n < len(format) && strings.IndexByte("-_0^#", format[n]) >= 0 {
		n++
	}
	for n < len(format) && '0' <= format[n] && format[n] <= '9' {
		n++
	}
	return min(n+1, len(format))
}

func (s *shown) appendDirective(t *object.Thread, b []byte, directive string) ([]byte, error) {
	letter := directive[len(directive)-1]
	if len(directive) == 1 {
		return append(b, directive...), nil
	}
	if d, ok := numbers[letter]; ok {
		n := d.get(s)
		if d.fill == ' ' && n < 10 {
			return appendNumber(append(b, ' '), n, 1), nil
		}
		return appendNumber(b, n, d.width), nil
	}
	if word, ok := words[letter]; ok {
		return append(b, word(s)...), nil
	}
	if format, ok := together[letter]; ok {
		return s.appendFormat(t, b, format)
	}
	return s.appendZone(t, b, directive)
}

// appendZone appends what asks a time zone, and leaves what is no directive as it is.
func (s *shown) appendZone(t *object.Thread, b []byte, directive string) ([]byte, error) {
	asked, of := "", s.offset
	switch directive[len(directive)-1] {
	case 'z':
		asked = "_offset_text"
	case 'Z':
		asked, of = "_zone_text", s.zone
	case 's':
		asked = "_seconds_text"
	default:
		return append(b, directive...), nil
	}
	seconds := (s.ordinal()-epochOrdinal)*86400 + s.secondOfDay()
	v, err := dateFormat(t, asked, of, object.Int(seconds))
	text, _ := object.AsStr(v)
	return append(b, text...), err
}

// padded is a directive's text under flag and width of glibc: -d without zeros, _d with spaces, ^a in capitals.
func padded(how, text string) string {
	flag := byte(0)
	if how != "" && strings.IndexByte("-_0^#", how[0]) >= 0 {
		flag, how = how[0], how[1:]
	}
	width := 0
	for _, c := range how {
		width = min(width*10+int(c-'0'), 1<<10)
	}
	number := text != "" && strings.Trim(text, "0123456789") == ""
	switch flag {
	case '^':
		text = strings.ToUpper(text)
	case '#':
		text = strings.Map(swapCase, text)
	case '-', '_', '0':
		text = refilled(flag, text)
	}
	fill := " "
	if number && flag != '_' {
		fill = "0"
	}
	return strings.Repeat(fill, max(0, width-len(text))) + text
}

func swapCase(c rune) rune {
	if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		return c ^ 0x20
	}
	return c
}

// refilled takes away what fills a text up, and fills it up in another way.
func refilled(flag byte, text string) string {
	bare := text
	if n := len(text); n > 0 && text[n-1] >= '0' && text[n-1] <= '9' {
		if bare = strings.TrimLeft(text, " 0"); bare == "" {
			bare = "0"
		}
	}
	fill := map[byte]string{'_': " ", '0': "0"}[flag]
	return strings.Repeat(fill, len(text)-len(bare)) + bare
}

// formatDate is strftime of the fields of a date and a time.
func formatDate(t *object.Thread, a []object.Value) (object.Value, error) {
	format, ok := object.AsStr(a[0])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "strftime() argument 1 must be str, not %s", object.TypeName(a[0]))
	}
	var n [7]int64
	for i := range n {
		k, err := object.IndexInt(t, a[i+1])
		if err != nil {
			return object.Value{}, err
		}
		n[i] = int64(k)
	}
	if n[1] < 1 || n[1] > 12 {
		return object.Value{}, object.Raise(object.ValueError, "month must be in 1..12")
	}
	s := &shown{moment: moment{year: n[0], month: n[1], day: n[2], hour: n[3], minute: n[4], second: n[5], micro: n[6]}, offset: a[8], zone: a[9]}
	return s.format(t, format)
}

// format is the text of a format as a str.
func (s *shown) format(t *object.Thread, format string) (object.Value, error) {
	var room [64]byte
	b, err := s.appendFormat(t, room[:0], format)
	if err != nil {
		return object.Value{}, err
	}
	return object.NewStr(string(b)), t.Charge(len(b))
}
