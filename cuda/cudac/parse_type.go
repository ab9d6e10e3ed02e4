// This file parses types: specifiers and names of types.

package cudac

import (
	"cmp"
	"gputour/cuda/cudac/word"
	"slices"
	"strings"
)

// specs are what stands before a declaration beside its type.
type specs struct {
	shared, external, constant, constexpr, static bool
	global, isDevice, host, managed, friend       bool
	virtual                                       bool
	maxThreads                                    *expr
}

func (s *specs) apply(d *decl) {
	d.shared, d.external, d.constant, d.managed = s.shared, s.external, s.constant, s.managed
	d.constexpr, d.static, d.device = s.constexpr, s.static, s.isDevice || s.managed
}

// qualifiers are the words beside a type, and what they say.
var qualifiers = map[string]func(*specs, *Type){
	"__shared__":      func(s *specs, _ *Type) { s.shared = true },
	"extern":          func(s *specs, _ *Type) { s.external = true },
	"__constant__":    func(s *specs, _ *Type) { s.constant = true },
	"constexpr":       func(s *specs, t *Type) { s.constexpr, t.Const = true, true },
	"static":          func(s *specs, _ *Type) { s.static = true },
	"__global__":      func(s *specs, _ *Type) { s.global = true },
	"__device__":      func(s *specs, _ *Type) { s.isDevice = true },
	"__host__":        func(s *specs, _ *Type) { s.host = true },
	"__managed__":     func(s *specs, _ *Type) { s.managed = true },
	"friend":          func(s *specs, _ *Type) { s.friend = true },
	"const":           func(_ *specs, t *Type) { t.Const = true },
	"volatile":        func(_ *specs, t *Type) { t.Volatile = true },
	"inline":          ignored,
	"__inline__":      ignored,
	"__forceinline__": ignored, "__noinline__": ignored, "register": ignored, "typename": ignored,
	"__restrict__": ignored, "__restrict": ignored, "restrict": ignored, "mutable": ignored, "explicit": ignored, "__grid_constant__": ignored, "consteval": ignored, "thread_local": ignored, "__volatile__": func(_ *specs, t *Type) { t.Volatile = true },
	"virtual": func(s *specs, _ *Type) { s.virtual = true },
}

func ignored(*specs, *Type) {}

// qualifier takes one specifier that is no type.
func (p *parser) qualifier(s *specs, t *Type) bool {
	word := p.peek()
	if word.kind != tokName {
		return false
	}
	switch word.text {
	case "__launch_bounds__":
		p.take()
		p.expect("(", "after __launch_bounds__")
		s.maxThreads = p.ternary()
		for p.accept(",") {
			p.ternary()
		}
		p.expect(")", "after __launch_bounds__")
		return true
	case "__align__", "alignas":
		p.alignment()
		return true
	}
	say := qualifiers[word.text]
	if say == nil {
		return false
	}
	p.take()
	say(s, t)
	return true
}

// alignment reads __align__(n) or alignas(n).
func (p *parser) alignment() int {
	p.take()
	p.expect("(", "after alignment")
	if p.startsType() { // alignas(T)
		t := p.typeName()
		p.expect(")", "after alignment")
		if dependent(t) {
			return 0
		}
		return t.alignment()
	}
	n, ok := p.c.constant(p.ternary(), p.unit)
	p.expect(")", "after alignment")
	if !ok || n < 1 || n > 4096 || n&(n-1) != 0 {
		return 0
	}
	return int(n)
}

// namedTypes are names of arithmetic types beside the keywords.
var namedTypes = map[string]word.Kind{"int8_t": word.I8, "uint8_t": word.U8, "int16_t": word.I16, "uint16_t": word.U16, "int32_t": word.I32, "uint32_t": word.U32, "int64_t": word.I64, "uint64_t": word.U64,
	"size_t": word.U64, "ssize_t": word.I64, "uint": word.U32, "uchar": word.U8, "ushort": word.U16, "ulong": word.U64, "ptrdiff_t": word.I64, "clock_t": word.I64, "time_t": word.I64, "intptr_t": word.I64, "uintptr_t": word.U64,
	"bool": word.Bool, "void": word.Void, "auto": word.Auto, "__builtin_half": word.F16, "__builtin_bfloat16": word.BF16, "nullptr_t": word.U64}

var typeWords = map[string]bool{"int": true, "unsigned": true, "signed": true, "long": true, "short": true, "char": true, "float": true, "double": true}

// isType reports whether a name is that of a type.
func (p *parser) isType(name string) bool {
	return !(len(p.shadows) > 0 && slices.Contains(p.shadows, name)) && p.typeNamed(name)
}

// declared takes note of a variable, which hides a type of its name as long as it is in scope.
func (p *parser) declared(name string) {
	if p.typeNamed(name) {
		p.shadows = append(p.shadows, name)
	}
}

// known is the type of a name: one of the class that is being read goes before all others.
func (p *parser) known(name string) *Type {
	if p.inside != nil {
		for c := p.inside.class; c != nil; c = c.within {
			if t := c.types[name]; t != nil {
				return t
			}
		}
	}
	return p.types[name]
}

// typeNamed reports whether there is a type of a name, hidden or not.
func (p *parser) typeNamed(name string) bool {
	if g := p.generics[name]; g != nil && g.header {
		for _, f := range p.unit.functions[name] {
			if !f.header { // a name of the cell's goes before one of std's
				return false
			}
		}
	}
	_, named := namedTypes[name]
	return typeWords[name] || named || p.known(name) != nil || vectorTypes[name] != nil || p.tmpl[name] || p.generics[name] != nil
}

// namespaceEnd is the index behind the namespaces named at token i.
func (p *parser) namespaceEnd(i int) int {
	if p.token(i).is("::") {
		i++
	}
	for p.token(i).kind == tokName && p.token(i+1).is("::") && p.spaces[p.token(i).text] {
		space := cmp.Or(p.aliases[p.token(i).text], p.token(i).text)
		i += 2
		if own := spaceNames[space+"::"+p.token(i).text]; own != "" {
			p.toks[i].text = own
		}
	}
	return i
}

// spaceNames are names that mean something else in one namespace than in all the others, and
// what the headers call them.
var spaceNames = map[string]string{
	"thrust::device": "__device", "thrust::host": "__host", "thrust::seq": "__seq", "cuda::par": "__par", "cuda::par_nosync": "__par_nosync", "thrust::par": "__par",
	"cooperative_groups::less": "__smaller", "cooperative_groups::greater": "__larger",
}

// typeEnd is the index behind the type that begins at token i, without its pointers; i
// where none begins there.
func (p *parser) typeEnd(i int) int {
	from := i
	sure := false
	if p.token(i).is("decltype") && p.token(i+1).is("(") {
		return p.matching(i + 1)
	}
	for end := p.alignmentEnd(i); end > i || qualifiers[p.token(i).text] != nil || p.token(i).is("struct") || p.token(i).is("class") || p.token(i).is("enum") || p.token(i).is("union"); end = p.alignmentEnd(i) {
		sure = sure || p.token(i).is("typename") || p.token(i).is("struct") || p.token(i).is("class")
		i = max(end, i+1)
	}
	words := i
	for typeWords[p.token(i).text] {
		i++
	}
	if i > words {
		return i
	}
	space := i
	i = p.namespaceEnd(i)
	t := p.token(i)
	if t.kind != tokName || !sure && !p.isType(t.text) && !(i > space && p.typeNamed(t.text)) {
		return from
	}
	i++
	if p.token(i).is("<") {
		end := p.closing(i)
		if end < 0 {
			return from
		}
		i = end
	}
	if g := p.generics[t.text]; g != nil && p.token(i).is("::") && p.memberType(g, p.token(i+1).text) {
		return i + 2
	}
	if sure && p.known(t.text) == nil && p.token(i).is("::") && p.token(i+1).kind == tokName {
		i += 2
	}
	for known := p.known(t.text); known != nil && p.token(i).is("::"); i += 2 {
		if known.class == nil && known.generic != nil {
			return i + 2
		}
		if known.class == nil || known.class.types[p.token(i+1).text] == nil {
			return from
		}
		known = known.class.types[p.token(i+1).text]
	}
	return i
}

// memberType reports that a class template, or one that it derives from, names a type so.
func (p *parser) memberType(g *generic, name string) bool {
	return p.typeOf(g, name, map[*generic]bool{})
}

// typeOf is memberType; seen are the templates looked at, which may name each other.
func (p *parser) typeOf(g *generic, name string, seen map[*generic]bool) bool {
	if seen[g] {
		return false
	}
	seen[g] = true
	depth := 0
	for i, t := range g.toks {
		switch {
		case t.is("{"):
			depth++
		case t.is("}"):
			depth--
		case depth == 0 && t.kind == tokName && p.generics[t.text] != nil: // a base
			if p.typeOf(p.generics[t.text], name, seen) {
				return true
			}
		case depth != 1 || i == 0 || !t.is(name):
		case g.toks[i-1].is("using") || g.toks[i-1].is("struct") || g.toks[i-1].is("class") || g.toks[i-1].is("enum") || g.toks[i-1].is("union"):
			return true
		case i+1 < len(g.toks) && g.toks[i+1].is(";"):
			for j := i - 1; j > 0 && !g.toks[j].is(";") && !g.toks[j].is("{") && !g.toks[j].is("}"); j-- {
				if g.toks[j].is("typedef") {
					return true
				}
			}
		}
	}
	return false
}

// matching is the index behind the ) that closes the ( at token i.
func (p *parser) matching(i int) int {
	for depth := 0; p.token(i).kind != tokEOF; i++ {
		if p.token(i).is("(") {
			depth++
		} else if p.token(i).is(")") {
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return i
}

// closing is the index behind the > that closes the < at token i; -1 where none does.
func (p *parser) closing(i int) int {
	depth, parens := 0, 0
	for ; ; i++ {
		t := p.token(i)
		switch {
		case t.kind == tokEOF || t.is(";") || t.is("{") || t.is("}"):
			return -1
		case t.is("("):
			parens++
		case t.is(")"):
			if parens--; parens < 0 {
				return -1
			}
		case parens > 0:
		case t.is("<"):
			depth++
		case t.is(">"), t.is(">>"), t.is(">>>"):
			if depth -= len(t.text); depth <= 0 {
				return i + 1
			}
		}
	}
}

// startsType reports whether a declaration or a type name begins here.
func (p *parser) startsType() bool {
	t := p.peek()
	if t.kind != tokName && !t.is("::") {
		return false
	}
	switch t.text {
	case "decltype", "const", "volatile", "__shared__", "extern", "static", "constexpr", "struct", "enum", "union", "typename", "register", "__constant__", "alignas", "__align__", "__restrict__", "__device__", "__managed__":
		return true
	}
	return p.typeEnd(p.at) > p.at
}

// specifiers reads qualifiers and one type, in any order.
func (p *parser) specifiers() (*Type, *specs) {
	s := &specs{}
	var flags Type
	var found *Type
	count := map[string]int{}
	start := p.peek()
	for {
		t := p.peek()
		if p.qualifier(s, &flags) {
			continue
		}
		if t.kind == tokName && typeWords[t.text] && found == nil {
			count[t.text]++
			p.take()
			continue
		}
		if found != nil || len(count) > 0 {
			break
		}
		found = p.oneType(start)
	}
	if found == nil {
		found = basic[wordsKind(count)]
	}
	if flags.Const || flags.Volatile {
		u := *found
		u.Const, u.Volatile = u.Const || flags.Const, u.Volatile || flags.Volatile
		found = &u
	}
	return found, s
}

// oneType reads a type that is no keyword of C.
func (p *parser) oneType(start token) *Type {
	p.at = p.namespaceEnd(p.at)
	t := p.peek()
	switch {
	case t.is("decltype"):
		p.take()
		p.expect("(", "after decltype")
		e := p.expression()
		p.expect(")", "to match '('")
		return &Type{Kind: word.Auto, dim: e}
	case t.is("struct") || t.is("class") || t.is("union"):
		return p.structType()
	case t.is("enum"):
		return p.enumType()
	case p.generics[t.text] != nil && p.ahead(1).is("<"):
		p.take()
		if u := p.mention(p.generics[t.text], t); u.generic == nil {
			return u
		} else {
			return p.dependentMember(u)
		}
	case p.known(t.text) != nil:
		return p.nested(p.known(p.take().text))
	case p.generics[t.text] != nil:
		p.take()
		return p.mention(p.generics[t.text], t)
	case p.tmpl[t.text]:
		return p.dependentMember(&Type{Kind: word.Parameter, Name: p.take().text})
	case vectorTypes[t.text] != nil:
		return vectorTypes[p.take().text]
	}
	if k, ok := namedTypes[t.text]; ok {
		p.take()
		return kindType(k)
	}
	if t.kind == tokName {
		p.unknownType(t)
	}
	p.fail(start, "expected a declaration or statement", "")
	return nil
}

func kindType(k word.Kind) *Type {
	if k < word.Pointer {
		return basic[k]
	}
	return &Type{Kind: k}
}

func (p *parser) unknownType(t token) {
	known := slices.Clone(knownTypes)
	for name := range p.types {
		known = append(known, name)
	}
	hint := suggest(t.text, known)
	if h := headerOf[t.text]; h != "" {
		hint = "#include <" + h + ">"
	}
	p.fail(t, "unknown type name '"+t.text+"'", hint)
}

// nested follows Name::Type.
func (p *parser) nested(t *Type) *Type {
	if t.class == nil && t.generic != nil && t.member == "" {
		u := *t
		return p.dependentMember(&u)
	}
	for t.class != nil && p.peek().is("::") && t.class.types[p.ahead(1).text] != nil {
		t = t.class.types[p.ahead(1).text]
		p.at += 2
	}
	return t
}

// mention reads the arguments behind a class template's name.
func (p *parser) mention(g *generic, at token) *Type {
	if g.header && g.name == "function" && p.peek().is("<") { // std::function<…> takes any
		p.at = max(p.closing(p.at), p.at+1)
		return kindType(word.Auto)
	}
	t := &Type{Kind: word.Struct, Name: g.name, generic: g}
	if p.peek().is("<") {
		p.take()
		t.args = p.templateArgs()
	}
	if p.settled(t.args) {
		return p.nested(p.instantiate(g, t.args, p.unit, at))
	}
	return t
}

// dependentMember reads the ::type behind a type that is not known yet.
func (p *parser) dependentMember(t *Type) *Type {
	if p.peek().is("::") && p.ahead(1).kind == tokName && !p.ahead(2).is("(") {
		t.member = p.ahead(1).text
		p.at += 2
	}
	return t
}

// templateArgs reads up to the closing >.
func (p *parser) templateArgs() (list []templateArg) {
	for !p.acceptClose() {
		var a templateArg
		if p.startsType() && !p.classConstant() {
			a.typ = p.typeName()
		} else {
			a.val = p.additive()
		}
		list = append(list, a)
		if t := p.peek(); !t.is(">") && !t.is(">>") && !t.is(">>>") {
			p.expect(",", "in template arguments")
		}
	}
	return list
}

// classConstant reports T<…>::name where it is a value: without typename, and not called
// type.
func (p *parser) classConstant() bool {
	i := p.typeEnd(p.at)
	name := p.token(i + 1).text
	return !p.peek().is("typename") && p.token(i).is("::") && name != "type" && !strings.HasSuffix(name, "_type")
}

// acceptClose takes a >, also the first of a >>.
func (p *parser) acceptClose() bool {
	t := p.peek()
	if t.is(">>") || t.is(">>>") {
		t.text = t.text[1:]
		t.pos.Col++
		p.toks[p.at] = t
		return true
	}
	return p.accept(">")
}

var knownTypes = []string{"int", "float", "double", "unsigned", "char", "short", "long", "bool", "void", "size_t", "float2", "float3", "float4", "int2", "int4", "dim3", "auto"}

func wordsKind(count map[string]int) word.Kind {
	k := word.I32
	switch {
	case count["float"] > 0:
		return word.F32
	case count["double"] > 0:
		return word.F64
	case count["char"] > 0:
		k = word.I8
	case count["short"] > 0:
		k = word.I16
	case count["long"] > 0:
		k = word.I64
	}
	if count["unsigned"] > 0 {
		k++
	}
	return k
}

// typeName reads a type without a name, as in casts.
func (p *parser) typeName() *Type {
	base, _ := p.specifiers()
	t, _ := p.pointers(base)
	if p.peek().is("(") && p.ahead(1).is("*") && p.ahead(2).is(")") {
		p.at += 3
		if p.peek().is("(") {
			return pointerTo(p.functionType(t))
		}
		return pointerTo(p.bounds(t))
	}
	return p.bounds(t)
}
