package etree

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"gputour/engine/object"
)

// This file reads XML documents in which nothing is unusual: no document type, no processing
// instruction but the declaration, names of ASCII characters, and no mistake. The Python
// of xml.etree reads all others, and says what is wrong with them.

const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// xmlReader reads one document.
type xmlReader struct {
	t      *object.Thread
	text   string
	i      int
	ascii  bool // every text in it is
	root   *element
	open   []openElement
	last   *element                // gets the text that follows; nil before the root
	after  bool                    // its end has been read: the text is its tail
	data   []string                // the pieces of this text
	names  map[string]object.Value // names with their namespaces
	events []object.Value
	onOpen object.Value // the name of the event at an element's start; zero where nobody wants to know
	onEnd  object.Value // and at its end
}

// openElement is an element around the place.
type openElement struct {
	name       string // as written
	e          *element
	namespaces *namespace
}

// namespace is what a prefix stands for, from an element on; the empty prefix is the default.
type namespace struct {
	prefix, uri string
	outer       *namespace
}

func readXML(t *object.Thread, a []object.Value) (object.Value, error) {
	text, ok := object.AsStr(a[0])
	if !ok {
		return object.None, nil
	}
	if strings.Contains(text, "\r") {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	}
	r := &xmlReader{t: t, text: text, ascii: true, names: map[string]object.Value{}}
	if !r.plain() {
		return object.None, nil
	}
	if !a[1].IsNone() {
		for _, want := range []struct {
			name string
			to   *object.Value
		}{{"start", &r.onOpen}, {"end", &r.onEnd}} {
			has, err := object.Contains(t, a[1], object.NewStr(want.name))
			if err != nil {
				return object.Value{}, err
			}
			if has {
				*want.to = object.NewStr(want.name)
			}
		}
	}
	read, err := r.document()
	if !read || err != nil {
		return object.None, err
	}
	return object.NewTuple(object.Of(r.root), object.NewList(r.events)), nil
}

// plain reports whether all characters are allowed and mean themselves.
func (r *xmlReader) plain() bool {
	for i := range len(r.text) {
		c := r.text[i]
		if c < ' ' && c != '\n' && c != '\t' {
			return false
		}
		r.ascii = r.ascii && c < utf8.RuneSelf
	}
	if r.ascii {
		r.ascii = !strings.Contains(r.text, "&#") // which can be any character
		return true
	}
	return utf8.ValidString(r.text) && !strings.Contains(r.text, "\ufffe") && !strings.Contains(r.text, "\uffff")
}

// document reads it all; false where something is unusual.
func (r *xmlReader) document() (bool, error) {
	if strings.HasPrefix(r.text, "<?xml ") {
		end := strings.Index(r.text, "?>")
		if end < 0 {
			return false, nil
		}
		r.i = end + 2
	}
	for n := 1; r.i < len(r.text); n++ {
		if !r.content() || !r.markup() {
			return false, nil
		}
		if n&255 == 0 {
			if err := r.t.ChargeItems(256, 256); err != nil {
				return false, err
			}
			if err := r.t.Poll(); err != nil {
				return false, err
			}
		}
	}
	return r.root != nil && len(r.open) == 0, nil
}

// content reads the text before the next markup.
func (r *xmlReader) content() bool {
	n := strings.IndexByte(r.text[r.i:], '<')
	if n < 0 {
		n = len(r.text) - r.i
	}
	part := r.text[r.i : r.i+n]
	r.i += n
	if len(r.open) == 0 {
		return strings.Trim(part, " \t\n") == ""
	}
	return part == "" || !strings.Contains(part, "]]>") && r.add(part)
}

// add notes a piece of text with references in it.
func (r *xmlReader) add(part string) bool {
	part, ok := expandXML(part)
	r.data = append(r.data, part)
	return ok
}

// markup reads what begins with '<'.
func (r *xmlReader) markup() bool {
	rest := r.text[r.i:]
	switch {
	case rest == "":
		return true
	case strings.HasPrefix(rest, "</"):
		return r.end()
	case strings.HasPrefix(rest, "<!--"):
		n := strings.Index(rest[4:], "--")
		if n < 0 || !strings.HasPrefix(rest[4+n:], "-->") {
			return false
		}
		r.i += 4 + n + 3
		return true
	case strings.HasPrefix(rest, "<![CDATA[") && len(r.open) > 0:
		n := strings.Index(rest, "]]>")
		if n <= 9 {
			return false
		}
		r.data = append(r.data, rest[9:n])
		r.i += n + 3
		return true
	}
	return r.start()
}

// name is the name at the place, which moves on; empty where there is none of ASCII characters.
func (r *xmlReader) name() string {
	start := r.i
	for ; r.i < len(r.text); r.i++ {
		c := r.text[r.i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == ':'
		if !letter && (r.i == start || !(c >= '0' && c <= '9' || c == '.' || c == '-')) {
			if c >= utf8.RuneSelf {
				return ""
			}
			break
		}
	}
	return r.text[start:r.i]
}

// space moves past white space and reports whether there was some.
func (r *xmlReader) space() bool {
	start := r.i
	for r.i < len(r.text) && (r.text[r.i] == ' ' || r.text[r.i] == '\n' || r.text[r.i] == '\t') {
		r.i++
	}
	return r.i > start
}

// take moves past a character if it stands here.
func (r *xmlReader) take(c byte) bool {
	if r.i < len(r.text) && r.text[r.i] == c {
		r.i++
		return true
	}
	return false
}

// start reads the tag at the start of an element.
func (r *xmlReader) start() bool {
	r.i++
	name := r.name()
	if name == "" || r.root != nil && len(r.open) == 0 {
		return false
	}
	var room [8][2]string
	written := room[:0]
	for spaced := r.space(); ; spaced = r.space() {
		empty := r.take('/')
		if r.take('>') {
			return r.begin(name, written) && (!empty || r.close())
		}
		if empty || !spaced {
			return false
		}
		key, value, ok := r.attribute()
		if !ok {
			return false
		}
		for _, old := range written {
			if old[0] == key {
				return false
			}
		}
		written = append(written, [2]string{key, value})
	}
}

func (r *xmlReader) attribute() (key, value string, ok bool) {
	key = r.name()
	r.space()
	if key == "" || !r.take('=') {
		return "", "", false
	}
	r.space()
	if r.i >= len(r.text) || r.text[r.i] != '"' && r.text[r.i] != '\'' {
		return "", "", false
	}
	quote := r.text[r.i]
	n := strings.IndexByte(r.text[r.i+1:], quote)
	if n < 0 {
		return "", "", false
	}
	value = r.text[r.i+1 : r.i+1+n]
	r.i += n + 2
	if strings.IndexByte(value, '<') >= 0 {
		return "", "", false
	}
	if strings.ContainsAny(value, "\n\t") {
		value = strings.NewReplacer("\n", " ", "\t", " ").Replace(value)
	}
	value, ok = expandXML(value)
	return key, value, ok
}

// begin makes an element with the attributes as written.
func (r *xmlReader) begin(name string, written [][2]string) bool {
	var namespaces *namespace
	if n := len(r.open); n > 0 {
		namespaces = r.open[n-1].namespaces
	}
	declared := 0
	for _, a := range written {
		if prefix, ok := strings.CutPrefix(a[0], "xmlns"); ok && (prefix == "" || prefix[0] == ':') {
			namespaces = &namespace{strings.TrimPrefix(prefix, ":"), a[1], namespaces}
			declared++
		}
	}
	tag, ok := r.full(name, namespaces, false)
	if !ok {
		return false
	}
	e, v := newElement(elementClass, tag)
	for _, a := range written {
		if declared > 0 && (a[0] == "xmlns" || strings.HasPrefix(a[0], "xmlns:")) {
			continue
		}
		key, ok := r.full(a[0], namespaces, true)
		if !ok || e.dict().Set(r.t, key, r.str(a[1])) != nil {
			return false
		}
	}
	r.flush()
	if n := len(r.open); n > 0 {
		r.open[n-1].e.append(v)
	} else {
		r.root = e
	}
	r.open = append(r.open, openElement{name, e, namespaces})
	r.last, r.after = e, false
	r.note(r.onOpen, e)
	return true
}

// end reads the tag at the end of an element.
func (r *xmlReader) end() bool {
	r.i += 2
	name := r.name()
	r.space()
	n := len(r.open)
	return n > 0 && r.open[n-1].name == name && r.take('>') && r.close()
}

// close ends the innermost element.
func (r *xmlReader) close() bool {
	r.flush()
	n := len(r.open) - 1
	r.last, r.after = r.open[n].e, true
	r.open = r.open[:n]
	r.note(r.onEnd, r.last)
	return true
}

func (r *xmlReader) note(event object.Value, e *element) {
	if !event.IsNil() {
		r.events = append(r.events, object.CopyTuple([]object.Value{event, object.Of(e)}))
	}
}

// flush gives the text so far to the element that it belongs to.
func (r *xmlReader) flush() {
	if len(r.data) == 0 {
		return
	}
	text := r.data[0]
	if len(r.data) > 1 {
		text = strings.Join(r.data, "")
	}
	if r.after {
		r.last.tail = r.str(text)
	} else {
		r.last.text = r.str(text)
	}
	r.data = r.data[:0]
}

func (r *xmlReader) str(text string) object.Value {
	if r.ascii {
		return object.NewASCII(text)
	}
	return object.NewStr(text)
}

// full is a name with its namespace: {uri}local. false where nothing declares the prefix.
func (r *xmlReader) full(name string, namespaces *namespace, attribute bool) (object.Value, bool) {
	prefix, local := "", name
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		prefix, local = name[:i], name[i+1:]
	} else if attribute {
		return r.interned(name), true
	}
	n := namespaces
	for n != nil && n.prefix != prefix {
		n = n.outer
	}
	switch {
	case n != nil && (n.uri != "" || len(local) < len(name)):
		return r.interned("{" + n.uri + "}" + local), true
	case len(local) == len(name):
		return r.interned(name), true
	case n == nil && prefix == "xml":
		return r.interned("{" + xmlNamespace + "}" + local), true
	}
	return object.Value{}, false
}

func (r *xmlReader) interned(name string) object.Value {
	v, ok := r.names[name]
	if !ok {
		v = object.NewStr(strings.Clone(name))
		r.names[name] = v
	}
	return v
}

// expandXML replaces the references in a text; false where one is not among the usual.
func expandXML(text string) (string, bool) {
	at := strings.IndexByte(text, '&')
	if at < 0 {
		return text, true
	}
	var b strings.Builder
	for ; at >= 0; at = strings.IndexByte(text, '&') {
		b.WriteString(text[:at])
		end := strings.IndexByte(text[at:], ';')
		if end < 0 {
			return "", false
		}
		c, ok := referredXML(text[at+1 : at+end])
		if !ok {
			return "", false
		}
		b.WriteRune(c)
		text = text[at+end+1:]
	}
	b.WriteString(text)
	return b.String(), true
}

// predefinedXML are the entities that every document has.
var predefinedXML = map[string]rune{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}

func referredXML(name string) (rune, bool) {
	if c, ok := predefinedXML[name]; ok {
		return c, true
	}
	digits, ok := strings.CutPrefix(name, "#")
	if !ok {
		return 0, false
	}
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 21)
	c := rune(n)
	return c, err == nil && utf8.ValidRune(c) && (c >= ' ' || c == '\n' || c == '\t' || c == '\r') && c != 0xfffe && c != 0xffff
}
