package object

import (
	"math"
	"strconv"
)

// FormatValue is format(v, spec) as a str.
func FormatValue(t *Thread, v Value, spec string) (Value, error) {
	if v.head == &intHead || v.head == &floatHead {
		if s, ok := formatPlain(v, spec); ok {
			return s, nil
		}
	}
	s, err := Format(t, v, spec)
	if err != nil {
		return Value{}, err
	}
	return NewStr(s), nil
}

// formatPlain formats the way most numbers in f-strings are: a width, perhaps with zeros, and
// decimals. It spares parsing the rest of the language and one of two allocations.
func formatPlain(v Value, spec string) (s Value, ok bool) {
	const widest = 40
	fill, width, precision := byte(' '), 0, -1
	i := 0
	if i < len(spec) && spec[i] == '0' {
		fill, i = '0', i+1
	}
	for ; i < len(spec) && isASCIIDigit(spec[i]) && width <= widest; i++ {
		width = width*10 + int(spec[i]-'0')
	}
	if i+1 < len(spec) && spec[i] == '.' && isASCIIDigit(spec[i+1]) {
		precision, i = int(spec[i+1]-'0'), i+2
	}
	var room [2 * widest]byte
	text := room[:0]
	switch rest := spec[i:]; {
	case width > widest:
		return s, false
	case v.head == &intHead && precision < 0 && (rest == "" || rest == "d"):
		text = strconv.AppendInt(text, int64(v.bits), 10)
	case v.head == &floatHead && precision >= 0 && rest == "f" && math.Abs(v.Float64()) < 1e18:
		text = strconv.AppendFloat(text, v.Float64(), 'f', precision, 64)
	default:
		return s, false
	}
	if pad := width - len(text); pad > 0 {
		sign := 0
		if fill == '0' && text[0] == '-' {
			sign = 1
		}
		text = text[:width]
		copy(text[sign+pad:], text[sign:])
		for k := range pad {
			text[sign+k] = fill
		}
	}
	return newTextOf(text, len(text)), true
}

func isASCIIDigit(c byte) bool { return '0' <= c && c <= '9' }
