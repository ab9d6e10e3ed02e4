package object

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
)

// Signature is the parameter list of a function written in Go, read from text
// such as "split(self, /, sep=None, maxsplit=-1)". Binding puts each argument in
// the element of its parameter, so that the function needs no parsing of its own:
// a default that is a literal is filled in, the default `=?` leaves the zero
// Value, *args becomes a *Tuple and **kwargs a *Dict.
type Signature struct {
	Name   string
	Params []Param

	positional int // how many parameters positional arguments can fill: the first of Params
	posOnly    int // how many of these cannot be given by name: the first
	required   int // how many of these must be given: up to the last without a default
	star       int // element of *args, or -1
	kwStar     int // element of **kwargs, or -1
	kwOnly     int // number of keyword-only parameters
	named      int // number of parameters that can be given by name
	// defaults are those of all Params, where binding positional arguments needs
	// nothing else; else nil.
	defaults []Value
	method   bool // the first parameter is self
	slot     bool // of a dunder method that stands for a slot
	class    bool // of a constructor
}

// ParamKind tells how a parameter takes its argument.
type ParamKind uint8

const (
	PosOnly ParamKind = iota
	PosOrKw
	VarPos
	KwOnly
	VarKw
)

// Param is one parameter of a Signature.
type Param struct {
	Name       string
	Kind       ParamKind
	Default    Value // zero for none, and for `=?`
	HasDefault bool
	Text       string // the default as written
}

// ParseSignature reads a signature; a text that is none is a mistake of the program and panics.
func ParseSignature(text string) *Signature {
	name, params, ok := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	if !ok {
		panic("signature without parentheses: " + text)
	}
	s := &Signature{Name: name, star: -1, kwStar: -1}
	kind := PosOrKw
	for _, field := range splitParams(params) {
		switch {
		case field == "/":
			for i := range s.Params {
				s.Params[i].Kind = PosOnly
			}
			s.posOnly = len(s.Params)
		case field == "*":
			kind = KwOnly
		case strings.HasPrefix(field, "**"):
			s.add(Param{Name: field[2:], Kind: VarKw})
		case strings.HasPrefix(field, "*"):
			s.add(Param{Name: field[1:], Kind: VarPos})
			kind = KwOnly
		default:
			s.add(parseParam(field, kind))
		}
	}
	s.method = len(s.Params) > 0 && s.Params[0].Name == "self"
	if s.method && s.posOnly == 0 {
		s.Params[0].Kind, s.posOnly = PosOnly, 1
	}
	for i := range s.Params {
		if k := s.Params[i].Kind; k == PosOrKw || k == KwOnly {
			s.named++
		}
	}
	s.setDefaults()
	return s
}

// setDefaults looks whether positional arguments and defaults can make up a call.
func (s *Signature) setDefaults() {
	if s.star >= 0 || s.kwStar >= 0 {
		return
	}
	defaults := make([]Value, len(s.Params))
	for i, p := range s.Params {
		if p.Kind == KwOnly && !p.HasDefault {
			return
		}
		defaults[i] = p.Default
	}
	s.defaults = defaults
}

// splitParams cuts at the commas outside quotes and brackets.
func splitParams(text string) []string {
	var fields []string
	for text != "" {
		var field string
		if field, text = cutParam(text); field != "" || text != "" {
			fields = append(fields, field)
		}
	}
	return fields
}

// cutParam cuts off the first of the fields that splitParams gives.
func cutParam(text string) (field, rest string) {
	depth, quote := 0, byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth == 0:
			return strings.TrimSpace(text[:i]), text[i+1:]
		}
	}
	return strings.TrimSpace(text), ""
}

// params is the text of a signature. It is read when it is first needed: of the thousands of
// functions that there are a program calls few, and most of those with as many positional
// arguments as there are parameters, for which the text is enough.
type params struct {
	text string
	read atomic.Pointer[Signature]
	slot bool // of a dunder method that stands for a slot
}

// signature reads the text, once for all goroutines.
func (p *params) signature() *Signature {
	if s := p.read.Load(); s != nil {
		return s
	}
	s := ParseSignature(p.text)
	s.slot = p.slot
	p.read.CompareAndSwap(nil, s)
	return p.read.Load()
}

// name is what stands before the parentheses.
func (p *params) name() string {
	name, _, ok := strings.Cut(p.text, "(")
	if !ok || !strings.HasSuffix(p.text, ")") {
		panic("signature without parentheses: " + p.text)
	}
	return name
}

// exact is one more than the number of parameters that positional arguments fill one by one; 0
// where there are others.
func (p *params) exact() int {
	n := 1
	for rest := p.text[len(p.name())+1 : len(p.text)-1]; rest != ""; {
		var field string
		switch field, rest = cutParam(rest); {
		case strings.HasPrefix(field, "*"):
			return 0
		case field != "/" && (field != "" || rest != ""):
			n++
		}
	}
	return n
}

func parseParam(field string, kind ParamKind) Param {
	name, text, ok := strings.Cut(field, "=")
	p := Param{Name: strings.TrimSpace(name), Kind: kind, HasDefault: ok, Text: strings.TrimSpace(text)}
	if ok {
		p.Default = literal(p.Text)
	}
	return p
}

// literal reads the literals that stand for defaults; anything else is no value.
func literal(text string) Value {
	switch text {
	case "None":
		return None
	case "True":
		return True
	case "False":
		return False
	case "()":
		return EmptyTuple
	case "?":
		return Value{}
	}
	if strings.HasPrefix(text, "b'") {
		return NewBytes([]byte(text[2 : len(text)-1]))
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return Int(n)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return Float(f)
	}
	if len(text) >= 2 && (text[0] == '\'' || text[0] == '"') {
		return NewStr(text[1 : len(text)-1])
	}
	panic(fmt.Sprintf("default %q is no literal", text))
}

func (s *Signature) add(p Param) {
	i := len(s.Params)
	switch p.Kind {
	case VarPos:
		s.star = i
	case VarKw:
		s.kwStar = i
	case KwOnly:
		s.kwOnly++
	default:
		s.positional++
		if !p.HasDefault {
			s.required = s.positional
		}
	}
	s.Params = append(s.Params, p)
}

// plain reports whether positional arguments that fill every parameter are the bound arguments.
func (s *Signature) plain(n int) bool { return n == len(s.Params) && n == s.positional }

// fullNamer names a function in full; binding asks only when it fails.
type fullNamer interface{ FullName() string }

// FullName is the name of a constructor's signature, which is its class's.
func (s *Signature) FullName() string { return s.Name }

// bind puts the arguments of a call into out, one element for each parameter.
// out is zeroed and as long as Params. full names the function in messages.
func (s *Signature) bind(out []Value, a Args, full fullNamer) error {
	n := len(a.Pos)
	if len(a.Kw) == 0 && n >= s.required && n <= s.positional && s.defaults != nil {
		copy(out, a.Pos)
		copy(out[n:], s.defaults[n:])
		return nil
	}
	switch {
	case len(a.Kw) > 0 && s.named == 0 && s.kwStar < 0:
		return s.noKeywords(full.FullName())
	case s.countsAll() && n+len(a.Kw) > len(s.Params):
		return s.tooManyOfAll(n, len(a.Kw))
	case n > s.positional && s.star < 0:
		return s.tooMany(n, full.FullName())
	}
	copy(out, a.Pos[:min(n, s.positional)])
	if s.star >= 0 {
		out[s.star] = EmptyTuple
		if n > s.positional {
			out[s.star] = CopyTuple(a.Pos[s.positional:])
		}
	}
	if s.kwStar >= 0 {
		out[s.kwStar] = Of(NewDict())
	}
	var unknown error // worse is what is missing
	for _, k := range a.Kw {
		known, err := s.bindKeyword(out, k)
		if err != nil {
			return err
		}
		if !known && unknown == nil {
			unknown = Raise(TypeError, "'%s' is an invalid keyword argument for %s()", k.Name, s.Name)
		}
	}
	if err := s.fill(out, a, full); err != nil {
		return err
	}
	return unknown
}

// bindKeyword puts a keyword argument in its place, if there is one.
func (s *Signature) bindKeyword(out []Value, k Keyword) (known bool, err error) {
	for i := s.posOnly; i < len(s.Params); i++ {
		p := &s.Params[i]
		if p.Name != k.Name || p.Kind == VarPos || p.Kind == VarKw {
			continue
		}
		if out[i].head != nil {
			return true, Raise(TypeError, "argument for %s() given by name ('%s') and position (%d)", s.Name, k.Name, s.place(i))
		}
		out[i] = k.Value
		return true, nil
	}
	if s.kwStar >= 0 {
		out[s.kwStar].Object().(*Dict).SetStr(k.Name, k.Value)
	}
	return s.kwStar >= 0, nil
}

func (s *Signature) fill(out []Value, a Args, full fullNamer) error {
	for i := range s.Params {
		if out[i].head != nil {
			continue
		}
		p := &s.Params[i]
		switch {
		case p.HasDefault:
			out[i] = p.Default
		case p.Kind == KwOnly:
			return Raise(TypeError, "%s() missing required keyword-only argument '%s'", s.Name, p.Name)
		default:
			return s.tooFew(i, len(a.Pos), full.FullName())
		}
	}
	return nil
}

// String writes the signature as help shows it, with `$self` left out.
func (s *Signature) String() string {
	var b strings.Builder
	b.WriteByte('(')
	sep := ""
	put := func(text string) { b.WriteString(sep + text); sep = ", " }
	starred := s.star >= 0
	for i, p := range s.Params {
		if p.Kind == KwOnly && !starred {
			put("*")
			starred = true
		}
		put(p.String())
		if i+1 == s.posOnly {
			put("/")
		}
	}
	b.WriteByte(')')
	return b.String()
}

func (p *Param) String() string {
	switch {
	case p.Kind == VarPos:
		return "*" + p.Name
	case p.Kind == VarKw:
		return "**" + p.Name
	case p.HasDefault && p.Text == "?":
		return p.Name + "=<unrepresentable>"
	case p.HasDefault:
		return p.Name + "=" + p.Text
	}
	return p.Name
}
