// Package printf formats as C's printf does (ISO C11, 7.21.6.1).
package printf

import (
	"math"
	"strconv"
	"strings"
)

// Directive is one % of a format.
type Directive struct {
	Minus, plus, space, alt, zero bool
	Width, Precision              int // precision -1: none
	StarWidth, StarPrecision      bool
	Length                        string
	Verb                          byte // 0 at the end of an unfinished one
	Text                          string
}

// Piece is text, or a directive where verb is set.
type Piece struct {
	Text string
	D    *Directive
}

// Parse cuts a format into pieces.
func Parse(s string) (list []Piece) {
	for s != "" {
		i := strings.IndexByte(s, '%')
		if i != 0 {
			if i < 0 {
				i = len(s)
			}
			list = append(list, Piece{Text: s[:i]})
			s = s[i:]
			continue
		}
		d, rest := parseDirective(s)
		if d.Verb == '%' {
			list = append(list, Piece{Text: "%"})
		} else {
			list = append(list, Piece{D: d})
		}
		s = rest
	}
	return list
}

func parseDirective(s string) (*Directive, string) {
	d := &Directive{Precision: -1}
	i := 1
	for ; i < len(s) && strings.IndexByte("-+ #0", s[i]) >= 0; i++ {
		switch s[i] {
		case '-':
			d.Minus = true
		case '+':
			d.plus = true
		case ' ':
			d.space = true
		case '#':
			d.alt = true
		case '0':
			d.zero = true
		}
	}
	number := func() (n int, star bool) {
		if i < len(s) && s[i] == '*' {
			i++
			return 0, true
		}
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			n = min(n*10+int(s[i]-'0'), 4096)
		}
		return n, false
	}
	d.Width, d.StarWidth = number()
	if i < len(s) && s[i] == '.' {
		i++
		d.Precision, d.StarPrecision = number()
	}
	from := i
	for i < len(s) && strings.IndexByte("hljztLq", s[i]) >= 0 {
		i++
	}
	d.Length = s[from:i]
	if i < len(s) {
		d.Verb = s[i]
		i++
	}
	d.Text = s[:i]
	return d, s[i:]
}

// FormatInteger formats d, i, u, x, X and o.
func (d *Directive) FormatInteger(v uint64, signed bool) string {
	sign, digits := "", ""
	switch d.Verb {
	case 'x', 'X':
		digits = strconv.FormatUint(v, 16)
		if d.alt && v != 0 {
			sign = "0x"
		}
	case 'o':
		digits = strconv.FormatUint(v, 8)
		if d.alt && digits[0] != '0' {
			digits = "0" + digits
		}
	default:
		if signed && int64(v) < 0 {
			sign, v = "-", -v
		} else if signed && d.plus {
			sign = "+"
		} else if signed && d.space {
			sign = " "
		}
		digits = strconv.FormatUint(v, 10)
	}
	if d.Precision == 0 && v == 0 {
		digits = ""
	}
	if n := d.Precision - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	if d.Verb == 'X' {
		sign, digits = strings.ToUpper(sign), strings.ToUpper(digits)
	}
	return d.Pad(sign, digits, d.zero && d.Precision < 0)
}

// FormatFloat formats f, e, g, a and their capitals.
func (d *Directive) FormatFloat(f float64) string {
	sign := ""
	if math.Signbit(f) {
		sign, f = "-", -f
	} else if d.plus {
		sign = "+"
	} else if d.space {
		sign = " "
	}
	upper := d.Verb < 'a'
	verb := d.Verb | 0x20
	digits := ""
	switch {
	case f != f:
		digits = "nan"
	case math.IsInf(f, 0):
		digits = "inf"
	default:
		digits = d.floatDigits(f, verb)
	}
	zero := d.zero && digits != "nan" && digits != "inf"
	if verb == 'a' && zero {
		sign, digits = sign+digits[:2], digits[2:]
	}
	if upper {
		sign, digits = strings.ToUpper(sign), strings.ToUpper(digits)
	}
	return d.Pad(sign, digits, zero)
}

func (d *Directive) floatDigits(f float64, verb byte) string {
	p := d.Precision
	if p < 0 && verb != 'a' {
		p = 6
	}
	switch verb {
	case 'f', 'e':
		s := strconv.FormatFloat(f, verb, p, 64)
		if p == 0 && d.alt {
			s += "."
		}
		return s
	case 'a':
		s := strconv.FormatFloat(f, 'x', p, 64)
		mantissa, exp, _ := strings.Cut(s, "p")
		n, _ := strconv.Atoi(exp) // C writes no zero before the exponent
		out := mantissa + "p+" + strconv.Itoa(n)
		if n < 0 {
			out = mantissa + "p" + strconv.Itoa(n)
		}
		return out
	}
	p = max(p, 1)
	e := strconv.FormatFloat(f, 'e', p-1, 64)
	x, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	if x < -4 || x >= p {
		if mantissa, exp, _ := strings.Cut(e, "e"); !d.alt {
			return trimZeros(mantissa) + "e" + exp
		}
		return e
	}
	s := strconv.FormatFloat(f, 'f', p-1-x, 64)
	if !d.alt {
		return trimZeros(s)
	}
	return s
}

func trimZeros(s string) string {
	if strings.IndexByte(s, '.') < 0 {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// Pad brings a field to its width.
func (d *Directive) Pad(sign, digits string, zero bool) string {
	n := d.Width - len(sign) - len(digits)
	switch {
	case n <= 0:
		return sign + digits
	case d.Minus:
		return sign + digits + strings.Repeat(" ", n)
	case zero:
		return sign + strings.Repeat("0", n) + digits
	}
	return strings.Repeat(" ", n) + sign + digits
}
