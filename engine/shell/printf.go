package shell

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// This file is printf.

func printf(p *process, args []string) int {
	if len(args) >= 2 && args[0] == "-v" {
		var b strings.Builder
		status := p.format(&b, args[2:])
		if err := p.set(args[1], text(b.String())); err != nil {
			p.failed(err)
		}
		return status
	}
	return p.format(port{p, 1}, args)
}

// format writes the format again and again until no argument is left.
func (p *process) format(w io.Writer, args []string) int {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		p.errorf("printf: usage: printf [-v var] format [arguments]")
		return 2
	}
	f := &formatter{p: p, args: args[1:]}
	for {
		p.poll()
		mark, before := p.held, len(f.args)
		err := f.once(args[0])
		_, _ = io.WriteString(w, f.out.String())
		f.out.Reset()
		p.release(mark)
		switch {
		case err == errEnough:
			return f.status
		case err != nil:
			p.errorf("printf: %v", err)
			return 1
		case len(f.args) == 0 || len(f.args) == before:
			return f.status
		}
	}
}

// formatter is one call of printf.
type formatter struct {
	p      *process
	args   []string
	out    strings.Builder
	status int
}

// errEnough is \c in %b: nothing more is written.
var errEnough = errors.New("no more output")

func (f *formatter) next() string {
	if len(f.args) == 0 {
		return ""
	}
	arg := f.args[0]
	f.args = f.args[1:]
	return arg
}

// once goes through the format.
func (f *formatter) once(layout string) error {
	for layout != "" {
		at := strings.IndexAny(layout, `\%`)
		if at < 0 {
			at = len(layout)
		}
		f.write(layout[:at])
		if layout = layout[at:]; layout == "" {
			return nil
		}
		n, err := 0, error(nil)
		if layout[0] == '\\' {
			n = escapeLength(layout)
			f.write(unescaped(layout[:n]))
		} else if n, err = f.verb(layout); err != nil {
			return err
		}
		layout = layout[n:]
	}
	return nil
}

func (f *formatter) write(s string) {
	f.p.keep(2 * len(s))
	f.out.WriteString(s)
}

// verb writes what the conversion at the beginning of layout makes, and returns its length.
func (f *formatter) verb(layout string) (int, error) {
	n := 1
	for n < len(layout) && strings.IndexByte("-+ #0", layout[n]) >= 0 {
		n++
	}
	flags := layout[1:n]
	width, n := f.number(layout, n)
	if width < 0 {
		width, flags = -width, flags+"-"
	}
	precision := -1
	if n < len(layout) && layout[n] == '.' {
		precision, n = f.number(layout, n+1)
	}
	if width > maxText || precision > maxText {
		return 0, fmt.Errorf("%w: a field of %d bytes, and the most is %d", errRoom, max(width, precision), maxText)
	}
	f.p.keep(4 * (width + max(precision, 0)))
	for n < len(layout) && strings.IndexByte("hlLjzt", layout[n]) >= 0 {
		n++
	}
	if n == len(layout) {
		return 0, fmt.Errorf("`%s': missing format character", layout)
	}
	shown, err := f.converted(layout[n], flags, precision)
	f.pad(shown, flags, width, strings.IndexByte("diouxXfFeEgG", layout[n]) >= 0)
	return n + 1, err
}

// number reads a width or a precision; * takes it from the arguments.
func (f *formatter) number(layout string, n int) (int, int) {
	if n < len(layout) && layout[n] == '*' {
		value, _ := strconv.Atoi(f.next())
		return min(max(value, -maxText-1), maxText+1), n + 1
	}
	value := 0
	for ; n < len(layout) && layout[n] >= '0' && layout[n] <= '9'; n++ {
		value = min(value*10+int(layout[n]-'0'), maxText+1)
	}
	return value, n
}

func (f *formatter) pad(s, flags string, width int, isNumber bool) {
	room := width - utf8.RuneCountInString(s)
	switch {
	case room <= 0:
	case strings.Contains(flags, "-"):
		s += strings.Repeat(" ", room)
	case isNumber && strings.Contains(flags, "0"):
		sign := 0
		if s != "" && strings.IndexByte("+- ", s[0]) >= 0 {
			sign = 1
		}
		s = s[:sign] + strings.Repeat("0", room) + s[sign:]
	default:
		s = strings.Repeat(" ", room) + s
	}
	f.write(s)
}

// converted is the next argument as a conversion shows it.
func (f *formatter) converted(verb byte, flags string, precision int) (string, error) {
	switch verb {
	case '%':
		return "%", nil
	case 'c':
		arg := f.next()
		return arg[:min(1, len(arg))], nil
	case 's', 'b', 'q':
		return f.text(verb, precision)
	case 'd', 'i', 'o', 'u', 'x', 'X':
		return f.integer(verb, flags, precision), nil
	case 'f', 'F', 'e', 'E', 'g', 'G':
		x, err := strconv.ParseFloat(f.next0(), 64)
		if err != nil {
			f.invalid(err)
		}
		if precision < 0 {
			precision = 6
		}
		return signed(flags, fmt.Sprintf("%.*"+string(verb), precision, x), x < 0), nil
	}
	return "", fmt.Errorf("`%c': invalid format character", verb)
}

func (f *formatter) text(verb byte, precision int) (s string, err error) {
	s = f.next()
	f.p.keep(4 * len(s))
	switch verb {
	case 'b':
		if head, _, cut := strings.Cut(s, `\c`); cut {
			s, err = head, errEnough
		}
		s, _, _ = expand.Format(nil, s, nil)
	case 'q':
		if quoted, bad := syntax.Quote(s, syntax.LangBash); bad == nil {
			s = quoted
		}
	}
	if precision >= 0 && precision < len(s) {
		s = s[:precision]
	}
	return s, err
}

// next0 is the next argument where a number is wanted: none is 0, 'c is the character's.
func (f *formatter) next0() string {
	arg := strings.TrimSpace(f.next())
	switch {
	case arg == "":
		return "0"
	case arg[0] == '\'' || arg[0] == '"':
		r, _ := utf8.DecodeRuneInString(arg[1:])
		return strconv.Itoa(int(r))
	}
	return arg
}

func (f *formatter) invalid(err error) {
	f.status = 1
	bad := &strconv.NumError{}
	if errors.As(err, &bad) {
		f.p.errorf("printf: %s: invalid number", bad.Num)
	}
}

func (f *formatter) integer(verb byte, flags string, precision int) string {
	n, err := strconv.ParseInt(f.next0(), 0, 64)
	if err != nil {
		f.invalid(err)
	}
	shown := ""
	switch verb {
	case 'd', 'i':
		shown = strings.TrimPrefix(strconv.FormatInt(n, 10), "-")
	case 'u':
		shown = strconv.FormatUint(uint64(n), 10)
	case 'o':
		shown = strconv.FormatUint(uint64(n), 8)
	case 'x':
		shown = strconv.FormatUint(uint64(n), 16)
	case 'X':
		shown = strings.ToUpper(strconv.FormatUint(uint64(n), 16))
	}
	shown = strings.Repeat("0", max(0, precision-len(shown))) + shown
	if verb != 'd' && verb != 'i' {
		return shown
	}
	if n < 0 {
		shown = "-" + shown
	}
	return signed(flags, shown, n < 0)
}

func signed(flags, s string, negative bool) string {
	switch {
	case negative:
		return s
	case strings.Contains(flags, "+"):
		return "+" + s
	case strings.Contains(flags, " "):
		return " " + s
	}
	return s
}

// escapeLength is how long the escape at the beginning of s is.
func escapeLength(s string) int {
	if len(s) < 2 {
		return len(s)
	}
	most, digits := 0, "01234567"
	switch c := s[1]; {
	case c == 'x':
		most, digits = 2, "0123456789abcdefABCDEF"
	case c == 'u':
		most, digits = 4, "0123456789abcdefABCDEF"
	case c == 'U':
		most, digits = 8, "0123456789abcdefABCDEF"
	case c >= '0' && c <= '7':
		most = 2
	}
	n := 2
	for most > 0 && n < len(s) && strings.IndexByte(digits, s[n]) >= 0 {
		n++
		most--
	}
	return n
}

func unescaped(s string) string {
	s, _, _ = expand.Format(nil, s, nil)
	return s
}
