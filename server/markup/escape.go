package markup

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
)

// escaper writes a value for the place where it stands.
type escaper func(value any) (string, error)

// escaper is the one for a place.
func (at place) escaper() (escaper, error) {
	switch {
	case at.state == inText:
		return between, nil
	case at.state == inPlain:
		return plain, nil
	case at.state == inRaw && at.tag == "style":
		return only[CSS], nil
	case at.state == inRaw:
		return only[JSON], nil
	case at.state != inValue, at.isCode():
		return nil, fmt.Errorf("a value in %s", at)
	case at.isAddress():
		return addresses[at.part], nil
	}
	return plain, nil
}

// attribute is the name of the attribute without what makes it a program's own.
func (at place) attribute() string { return strings.TrimPrefix(at.attr, "data-") }

// isCode reports whether the attribute's value is more than a text or an address.
func (at place) isCode() bool {
	return strings.HasPrefix(at.attr, "on") || slices.Contains([]string{"style", "srcset", "imagesrcset", "srcdoc"}, at.attribute())
}

// isAddress reports whether the attribute's value is one.
func (at place) isAddress() bool {
	name := at.attribute()
	return slices.Contains([]string{"action", "archive", "background", "cite", "classid", "codebase", "data", "formaction", "href", "icon", "longdesc",
		"manifest", "ping", "poster", "profile", "usemap"}, name) || strings.Contains(name, "src") || strings.Contains(name, "uri") || strings.Contains(name, "url")
}

const unsafeCharacters = "\x00" // which ends texts in some readers

var (
	characters = strings.NewReplacer(unsafeCharacters, "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;")
	values     = strings.NewReplacer(unsafeCharacters, "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")
	tags       = regexp.MustCompile(`<[^>]*>`)
)

// Escape is a text as HTML.
func Escape(text string) string { return characters.Replace(text) }

// between is for values between tags.
func between(value any) (string, error) {
	if v, ok := value.(HTML); ok {
		return string(v), nil
	}
	return values.Replace(print(value)), nil
}

// plain is for values where no tag may stand; of HTML its text.
func plain(value any) (string, error) {
	text := print(value)
	if v, ok := value.(HTML); ok {
		text = html.UnescapeString(tags.ReplaceAllString(string(v), ""))
	}
	return values.Replace(text), nil
}

// only is for places where nothing can be escaped.
func only[T ~string](value any) (string, error) {
	v, ok := value.(T)
	if !ok {
		return "", fmt.Errorf("a %T stands where only a %T may", value, v)
	}
	return string(v), nil
}

// addresses are for the parts of an address: the whole one must not be a program.
var addresses = [...]escaper{
	atStart: func(value any) (string, error) {
		address := print(value)
		if scheme, _, ok := strings.Cut(address, ":"); ok && !strings.Contains(scheme, "/") && !slices.Contains(schemes, strings.ToLower(scheme)) {
			address = refused
		}
		return values.Replace(percent(address, reserved)), nil
	},
	inPath:  func(value any) (string, error) { return values.Replace(percent(print(value), reserved)), nil },
	inQuery: func(value any) (string, error) { return values.Replace(percent(print(value), "")), nil },
}

// schemes are those of addresses that may stand in a page.
var schemes = []string{"http", "https", "mailto"}

// refused stands for an address of another scheme.
const refused = "#refused"

const (
	reserved   = "!#$&*+,/:;=?@[]"
	unreserved = "-._~"
)

// percent writes an address in the characters of one; what is written so already stays where the reserved ones do.
func percent(text, kept string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		switch {
		case '0' <= c && c <= '9', 'a' <= c|0x20 && c|0x20 <= 'z' && c < 0x80, strings.IndexByte(unreserved+kept, c) >= 0,
			c == '%' && kept != "" && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]):
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return b.String()
}

func isHex(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }
