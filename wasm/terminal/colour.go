package terminal

import (
	"strconv"
	"strings"
)

// This file reads the colours of a terminal (ECMA-48's SGR sequences) out of text.
// Only the palette of 16 colours is shown, in shades that keep their contrast; the
// larger palettes are mapped onto it. Every other control sequence is left out.

// Style is what SGR sequences have switched on. The zero Style is plain text.
type Style struct {
	Fore, Back int8   // 1 + colour 0…7; 0 is the default
	Bits       uint16 // 1<<n for attribute n: 1 bold, 2 faint, 3 italic, 4 underlined … 9 crossed out
}

// Span is text in one style.
type Span struct {
	Text  string
	Style Style
}

// Class is the style's names in the style sheet: a1 bold, f1 red, b4 on blue.
func (s Style) Class() string {
	var names []string
	for bit := range 10 {
		if s.Bits&(1<<bit) != 0 {
			names = append(names, "a"+strconv.Itoa(bit))
		}
	}
	if s.Fore > 0 {
		names = append(names, "f"+strconv.Itoa(int(s.Fore-1)))
	}
	if s.Back > 0 {
		names = append(names, "b"+strconv.Itoa(int(s.Back-1)))
	}
	return strings.Join(names, " ")
}

// Spans cuts text into runs of one style, beginning with style.
func Spans(text string, style Style) []Span {
	var spans []Span
	emit := func(t string) {
		if t == "" {
			return
		}
		if n := len(spans); n > 0 && spans[n-1].Style == style {
			spans[n-1].Text += t
			return
		}
		spans = append(spans, Span{t, style})
	}
	scan(text, emit, func(params string) { style = style.apply(params) })
	return spans
}

// StyleAfter is the style in force at the end of text.
func StyleAfter(text string, style Style) Style {
	if !strings.Contains(text, "\x1b") {
		return style
	}
	scan(text, func(string) {}, func(params string) { style = style.apply(params) })
	return style
}

// Strip is text without control sequences.
func Strip(text string) string {
	if !strings.Contains(text, "\x1b") {
		return text
	}
	var b strings.Builder
	scan(text, func(t string) { b.WriteString(t) }, func(string) {})
	return b.String()
}

// scan walks over text: plain runs, and the parameters of each SGR sequence.
func scan(text string, plain, sgr func(string)) {
	for {
		i := strings.IndexByte(text, 0x1b)
		if i < 0 {
			plain(text)
			return
		}
		plain(text[:i])
		text = text[i+1:]
		switch {
		case strings.HasPrefix(text, "["): // CSI: parameters, intermediates, one final byte
			end := 1
			for end < len(text) && text[end] >= 0x20 && text[end] <= 0x3f {
				end++
			}
			if end < len(text) {
				if text[end] == 'm' {
					sgr(text[1:end])
				}
				end++
			}
			text = text[end:]
		case strings.HasPrefix(text, "]"): // OSC: up to BEL or ESC \
			text = text[oscEnd(text):]
		case text != "":
			text = strings.TrimLeft(text, "()#%")
			if text != "" && text[0] < 0x80 {
				text = text[1:]
			}
		}
	}
}

func oscEnd(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] == 0x07 {
			return i + 1
		}
		if text[i] == 0x1b && i+1 < len(text) && text[i+1] == '\\' {
			return i + 2
		}
	}
	return len(text)
}

// apply runs the parameters of one SGR sequence.
func (s Style) apply(params string) Style {
	codes := strings.FieldsFunc(params, func(r rune) bool { return r == ';' || r == ':' })
	if len(codes) == 0 {
		return Style{}
	}
	for i := 0; i < len(codes); i++ {
		n, err := strconv.Atoi(codes[i])
		if err != nil {
			continue
		}
		if n == 38 || n == 48 {
			colour, used := extended(codes[i+1:])
			i += used
			if n == 38 {
				s.Fore = colour
			} else {
				s.Back = colour
			}
			continue
		}
		s = s.set(n)
	}
	return s
}

func (s Style) set(n int) Style {
	switch {
	case n == 0:
		return Style{}
	case n >= 1 && n <= 9:
		s.Bits |= 1 << n
	case n == 22:
		s.Bits &^= 1<<1 | 1<<2
	case n >= 23 && n <= 29:
		s.Bits &^= 1 << (n - 20)
	case n >= 30 && n <= 37:
		s.Fore = int8(n - 29)
	case n == 39:
		s.Fore = 0
	case n >= 40 && n <= 47:
		s.Back = int8(n - 39)
	case n == 49:
		s.Back = 0
	case n >= 90 && n <= 97:
		s.Fore = int8(n - 89)
	case n >= 100 && n <= 107:
		s.Back = int8(n - 99)
	}
	return s
}

// extended reads what follows 38 or 48: 5;n or 2;r;g;b.
func extended(codes []string) (colour int8, used int) {
	num := func(i int) int {
		if i >= len(codes) {
			return 0
		}
		n, _ := strconv.Atoi(codes[i]) // nonsense is black
		return n
	}
	switch num(0) {
	case 5:
		return nearest256(num(1)), 2
	case 2:
		return nearest(num(1), num(2), num(3)), 4
	}
	return 0, 1
}

func nearest256(n int) int8 {
	switch {
	case n < 16:
		return int8(n%8 + 1)
	case n >= 232:
		return nearest((n-232)*10+8, (n-232)*10+8, (n-232)*10+8)
	}
	n -= 16
	return nearest(n/36*51, n/6%6*51, n%6*51)
}

// nearest is the palette's colour by which primaries are strong.
func nearest(r, g, b int) int8 {
	half := max(r, g, b) / 2
	colour := int8(1)
	if r > half {
		colour += 1
	}
	if g > half {
		colour += 2
	}
	if b > half {
		colour += 4
	}
	return colour
}
