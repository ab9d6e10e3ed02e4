package std

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"gputour/engine/object"
)

// Module _html: the character references of HTML 5.

func initHTML(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_html", "Character references.")
	m.AddFuncs(object.Def("unescape(s, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s, ok := object.AsStr(a[0])
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "argument of type '%s' is not iterable", object.TypeName(a[0]))
		}
		return object.NewStr(unescapeHTML(s)), t.Charge(len(s))
	}, "Text with its references replaced."))
	return m, nil
}

func unescapeHTML(s string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(s, "&")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		text, length := charReference(rest)
		if length == 0 {
			text = "&"
		}
		out.WriteString(text)
		s = rest[length:]
	}
}

// charReference returns what a reference stands for and its length after the '&'; 0 is no reference.
func charReference(s string) (text string, length int) {
	if strings.HasPrefix(s, "#") {
		return numberReference(s)
	}
	name := s
	if end := strings.IndexAny(s, "\t\n\f <&#;"); end >= 0 {
		name = s[:end]
	}
	if cut := 32; utf8.RuneCountInString(name) > cut {
		name = string([]rune(name)[:cut])
	}
	if strings.HasPrefix(s[len(name):], ";") {
		if text := html.UnescapeString("&" + name + ";"); !strings.HasSuffix(text, ";") || text == ";" {
			return text, len(name) + 1
		}
	}
	for n := min(len(name), longestBareName); n > 1; n-- {
		if text := html.UnescapeString("&" + name[:n]); utf8.RuneCountInString(text) == 1 {
			return text, n
		}
	}
	return "", 0
}

// longestBareName is the length of the longest name that needs no ';'.
const longestBareName = len("Aacute")

// numberReference is charReference of "#123;" and "#x1f;".
func numberReference(s string) (text string, length int) {
	digits, base, valid := s[1:], 10, "0123456789"
	if strings.HasPrefix(digits, "x") || strings.HasPrefix(digits, "X") {
		digits, base, valid = digits[1:], 16, "0123456789abcdefABCDEF"
	}
	head := len(s) - len(digits)
	n := len(digits) - len(strings.TrimLeft(digits, valid))
	if n == 0 {
		return "", 0
	}
	length = head + n
	if strings.HasPrefix(s[length:], ";") {
		length++
	}
	code, err := strconv.ParseUint(digits[:n], base, 32)
	switch {
	case code >= 0x80 && code < 0xa0 && !strings.ContainsRune("\u0081\u008d\u008f\u0090\u009d", rune(code)):
		return html.UnescapeString("&#" + strconv.Itoa(int(code)) + ";"), length // Windows-1252
	case err != nil || code > utf8.MaxRune || code == 0 || code >= 0xd800 && code < 0xe000:
		return string(utf8.RuneError), length
	case notACharacter(code):
		return "", length
	}
	return string(rune(code)), length
}

// notACharacter tells of codes that stand for nothing: controls and noncharacters.
func notACharacter(code uint64) bool {
	return code < 0x20 && code != '\t' && code != '\n' && code != '\f' && code != '\r' || code >= 0x7f && code < 0xa0 && code != 0x81 && code != 0x8d && code != 0x8f && code != 0x90 && code != 0x9d ||
		code >= 0xfdd0 && code < 0xfdf0 || code&0xfffe == 0xfffe
}
