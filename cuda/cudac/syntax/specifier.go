// This file parses types: specifiers and names of types.

package syntax

import (
	"cmp"
	"slices"
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/word"
)

// specs are what stands before a declaration beside its type.
type specs struct {
	shared, external, constant, constexpr, static bool
	global, isDevice, host, managed, friend       bool
	virtual                                       bool
	maxThreads                                    *Expr
}

func (s *specs) apply(d *Decl) {
	d.Shared, d.External, d.Constant, d.Managed = s.shared, s.external, s.constant, s.managed
	d.Constexpr, d.Static, d.Device = s.constexpr, s.static, s.isDevice || s.managed
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
	"__inline":        ignored,
	"__const__":       func(_ *specs, t *Type) { t.Const = true },
	"__forceinline__": ignored, "__noinline__": ignored, "register": ignored, "typename": ignored,
	"__restrict__": ignored, "__restrict": ignored, "restrict": ignored, "mutable": ignored, "explicit": ignored, "__grid_constant__": ignored, "consteval": ignored, "thread_local": ignored, "__volatile__": func(_ *specs, t *Type) { t.Volatile = true },
	"virtual": func(s *specs, _ *Type) { s.virtual = true },
}

func ignored(*specs, *Type) {}

// qualifier takes one specifier that is no type.
func (p *parser) qualifier(s *specs, t *Type) bool {
	word := p.peek()
	if word.Kind != lex.Name {
		return false
	}
	switch word.Text {
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
		p.Alignment()
		return true
	}
	say := qualifiers[word.Text]
	if say == nil {
		return false
	}
	p.take()
	say(s, t)
	return true
}

// Alignment reads __align__(n) or alignas(n).
func (p *parser) Alignment() int {
	p.take()
	p.expect("(", "after alignment")
	if p.startsType() { // alignas(T)
		t := p.typeName()
		p.expect(")", "after alignment")
		if Dependent(t) {
			return 0
		}
		return t.Alignment()
	}
	n, ok := Constant(p.ternary(), p.unit)
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
		for c := p.inside.Class; c != nil; c = c.within {
			if t := c.Types[name]; t != nil {
				return t
			}
		}
	}
	return p.types[name]
}

// typeNamed reports whether there is a type of a name, hidden or not.
func (p *parser) typeNamed(name string) bool {
	if g := p.generics[name]; g != nil && g.header {
		for _, f := range p.unit.Functions[name] {
			if !f.Header { // a name of the cell's goes before one of std's
				return false
			}
		}
	}
	if t := p.types[name]; t != nil && t.Class != nil && p.inside == nil {
		for _, f := range p.unit.Functions[name] { // struct stat, and stat(…)
			if !f.Header || t.Class.Header {
				return false
			}
		}
	}
	_, named := namedTypes[name]
	return typeWords[name] || named || p.known(name) != nil || VectorTypes[name] != nil || p.tmpl[name] != nil || p.generics[name] != nil
}

// namespaceEnd is the index behind the namespaces named at token i.
func (p *parser) namespaceEnd(i int) int {
	if p.token(i).Is("::") {
		i++
	}
	for p.token(i).Kind == lex.Name && p.token(i+1).Is("::") && p.spaces[p.token(i).Text] {
		space := cmp.Or(p.aliases[p.token(i).Text], p.token(i).Text)
		i += 2
		if own := spaceNames[space+"::"+p.token(i).Text]; own != "" {
			p.toks[i].Text = own
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
	if p.token(i).Is("decltype") && p.token(i+1).Is("(") {
		return p.matching(i + 1)
	}
	for end := p.alignmentEnd(i); end > i || qualifiers[p.token(i).Text] != nil || p.token(i).Is("struct") || p.token(i).Is("class") || p.token(i).Is("enum") || p.token(i).Is("union"); end = p.alignmentEnd(i) {
		sure = sure || p.token(i).Is("typename") || p.token(i).Is("struct") || p.token(i).Is("class")
		i = max(end, i+1)
	}
	words := i
	for typeWords[p.token(i).Text] {
		i++
	}
	if i > words {
		return i
	}
	space := i
	i = p.namespaceEnd(i)
	t := p.token(i)
	if t.Kind != lex.Name || !sure && !p.isType(t.Text) && !(i > space && p.typeNamed(t.Text)) {
		return from
	}
	i++
	if p.token(i).Is("<") {
		end := p.closing(i)
		if end < 0 {
			return from
		}
		if p.splits(i, end) {
			return end
		}
		i = end
	}
	if g := p.generics[t.Text]; g != nil && p.token(i).Is("::") && p.memberType(g, p.token(i+1).Text) {
		return i + 2
	}
	if sure && p.known(t.Text) == nil && p.token(i).Is("::") && p.token(i+1).Kind == lex.Name {
		i += 2
	}
	for known := p.known(t.Text); known != nil && p.token(i).Is("::"); i += 2 {
		if name := p.token(i + 1).Text; known.Class == nil && known.Generic != nil {
			if sure || known.Generic.unknown || p.memberType(known.Generic, name) {
				return i + 2
			}
			return from // a value, without typename
		}
		if known.Class == nil || known.Class.Types[p.token(i+1).Text] == nil {
			return from
		}
		known = known.Class.Types[p.token(i+1).Text]
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
	if p.typeWithin(g.toks, name, seen) {
		return true
	}
	return slices.ContainsFunc(g.cases, func(s special) bool { return p.typeWithin(s.toks, name, seen) })
}

// typeWithin reports that a class of these tokens, or one that it derives from, names a type so.
func (p *parser) typeWithin(toks []lex.Token, name string, seen map[*generic]bool) bool {
	depth := 0
	for i, t := range toks {
		switch {
		case t.Is("{"):
			depth++
		case t.Is("}"):
			depth--
		case depth == 0 && t.Kind == lex.Name && p.generics[t.Text] != nil: // a base
			if p.typeOf(p.generics[t.Text], name, seen) {
				return true
			}
		case depth != 1 || i == 0 || !t.Is(name):
		case toks[i-1].Is("using") || toks[i-1].Is("struct") || toks[i-1].Is("class") || toks[i-1].Is("enum") || toks[i-1].Is("union"):
			return true
		case i+1 < len(toks) && toks[i+1].Is(";"):
			for j := i - 1; j > 0 && !toks[j].Is(";") && !toks[j].Is("{") && !toks[j].Is("}"); j-- {
				if toks[j].Is("typedef") {
					return true
				}
			}
		}
	}
	return false
}

// matching is the index behind the ) that closes the ( at token i.
func (p *parser) matching(i int) int {
	for depth := 0; p.token(i).Kind != lex.EOF; i++ {
		if p.token(i).Is("(") {
			depth++
		} else if p.token(i).Is(")") {
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
		case t.Kind == lex.EOF || t.Is(";") || t.Is("{") || t.Is("}"):
			return -1
		case t.Is("("):
			parens++
		case t.Is(")"):
			if parens--; parens < 0 {
				return -1
			}
		case parens > 0:
		case t.Is("<"):
			depth++
		case t.Is(">"), t.Is(">>"), t.Is(">>>"):
			if depth -= len(t.Text); depth <= 0 {
				return i + 1
			}
		}
	}
}

// splits reports that the token before end, which closes the < at token i, closes one around it, too.
func (p *parser) splits(i, end int) bool {
	depth := 0
	for ; i < end; i++ {
		switch t := p.token(i); {
		case t.Is("("):
			i = p.matching(i) - 1
		case t.Is("<"):
			depth++
		case t.Is(">"), t.Is(">>"), t.Is(">>>"):
			depth -= len(t.Text)
		}
	}
	return depth < 0
}

// startsType reports whether a declaration or a type name begins here.
func (p *parser) startsType() bool {
	t := p.peek()
	if t.Kind != lex.Name && !t.Is("::") {
		return false
	}
	switch t.Text {
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
		if t.Kind == lex.Name && typeWords[t.Text] && found == nil {
			count[t.Text]++
			p.take()
			continue
		}
		if found != nil || len(count) > 0 {
			break
		}
		found = p.oneType(start)
	}
	if found == nil {
		found = Basic[wordsKind(count)]
	}
	if flags.Const || flags.Volatile {
		u := *found
		u.Const, u.Volatile = u.Const || flags.Const, u.Volatile || flags.Volatile
		found = &u
	}
	p.said = s
	return found, s
}

// oneType reads a type that is no keyword of C.
func (p *parser) oneType(start lex.Token) *Type {
	p.at = p.namespaceEnd(p.at)
	t := p.peek()
	switch {
	case t.Is("decltype"):
		p.take()
		p.expect("(", "after decltype")
		e := p.expression()
		p.expect(")", "to match '('")
		return &Type{Kind: word.Auto, Dim: e}
	case t.Is("struct") || t.Is("class") || t.Is("union"):
		return p.structType()
	case t.Is("enum"):
		return p.enumType()
	case p.tmpl[t.Text] != nil && !p.tmpl[t.Text].Template:
		return p.dependentMember(&Type{Kind: word.Parameter, Name: p.take().Text})
	case p.generic(t.Text) != nil && p.ahead(1).Is("<"):
		p.take()
		if u := p.mention(p.generic(t.Text), t); u.Generic == nil {
			return u
		} else {
			return p.dependentMember(u)
		}
	case p.known(t.Text) != nil:
		return p.nested(p.known(p.take().Text))
	case p.generic(t.Text) != nil:
		p.take()
		return p.mention(p.generic(t.Text), t)
	case VectorTypes[t.Text] != nil:
		return VectorTypes[p.take().Text]
	}
	if k, ok := namedTypes[t.Text]; ok {
		p.take()
		return kindType(k)
	}
	if t.Kind == lex.Name {
		p.unknownType(t)
	}
	p.fail(start, "expected a declaration or statement", "")
	return nil
}

func kindType(k word.Kind) *Type {
	if k < word.Pointer {
		return Basic[k]
	}
	return &Type{Kind: k}
}

// removed are templates that CUDA has no more, and what to use.
var removed = map[string]string{
	"texture": "make an object with cudaCreateTextureObject, pass it to the kernel, and read it with tex2D<T>(object, x, y)",
	"surface": "make an object with cudaCreateSurfaceObject, pass it to the kernel, and write it with surf2Dwrite(value, object, x, y)",
}

func (p *parser) unknownType(t lex.Token) {
	known := slices.Clone(knownTypes)
	for name := range p.types {
		known = append(known, name)
	}
	hint := source.Suggest(t.Text, known)
	if h := lex.HeaderOf[t.Text]; h != "" {
		hint = "#include <" + h + ">"
	}
	if instead := removed[t.Text]; instead != "" {
		hint = "CUDA 12 has no " + t.Text + " references: " + instead
	}
	p.fail(t, "unknown type name '"+t.Text+"'", hint)
}

// nested follows Name::Type.
func (p *parser) nested(t *Type) *Type {
	if t.Class == nil && t.Generic != nil && t.Member == "" {
		u := *t
		return p.dependentMember(&u)
	}
	for t.Class != nil && p.peek().Is("::") {
		inner := t.Class.Types[p.ahead(1).Text]
		if inner == nil || inner.IsInt() && p.ahead(2).Is("::") { // Class::Enum::value
			break
		}
		t = inner
		p.at += 2
	}
	return t
}

// mention reads the arguments behind a class template's name.
func (p *parser) mention(g *generic, at lex.Token) *Type {
	if g.header && g.name == "function" && p.peek().Is("<") { // std::function<…> takes any
		p.at = max(p.closing(p.at), p.at+1)
		return kindType(word.Auto)
	}
	t := &Type{Kind: word.Struct, Name: g.name, Generic: g}
	if p.peek().Is("<") {
		p.take()
		t.Args = p.templateArgs()
	}
	if !g.unknown && p.settled(t.Args) {
		return p.nested(p.instantiate(g, t.Args, p.unit, at))
	}
	return t
}

// templateName takes the name of a class template that is an argument itself; nil where none stands here.
func (p *parser) templateName() *Type {
	i := p.namespaceEnd(p.at)
	g, next := p.generic(p.token(i).Text), p.token(i+1)
	if g == nil || p.known(g.name) != nil || !(next.Is(",") || next.Is(">") || next.Is(">>") || next.Is(">>>")) {
		return nil
	}
	p.at = i + 1
	return templateType(g)
}

// dependentMember reads the ::type behind a type that is not known yet.
func (p *parser) dependentMember(t *Type) *Type {
	if p.peek().Is("::") && p.ahead(1).Kind == lex.Name && !p.ahead(2).Is("(") {
		t.Member = p.ahead(1).Text
		p.at += 2
	}
	return t
}

// templateArgs reads up to the closing >.
func (p *parser) templateArgs() (list []TemplateArg) {
	for !p.acceptClose() {
		var a TemplateArg
		if a.Type = p.templateName(); a.Type != nil {
		} else if p.startsType() && !p.classConstant() {
			a.Type = p.typeName()
		} else {
			a.Val = p.untilAngle()
		}
		list = append(list, a)
		if t := p.peek(); !t.Is(">") && !t.Is(">>") && !t.Is(">>>") {
			p.expect(",", "in template arguments")
		}
	}
	return list
}

// untilAngle reads a value among template arguments, which a > ends outside of parentheses.
func (p *parser) untilAngle() *Expr {
	defer p.angled(true)()
	return p.ternary()
}

// angled says whether a > ends expressions, until what it returns is called.
func (p *parser) angled(yes bool) (back func()) {
	was := p.angle
	p.angle = yes
	return func() { p.angle = was }
}

// classConstant reports T<…>::name where it is a value: without typename, and not called
// type.
func (p *parser) classConstant() bool {
	i := p.typeEnd(p.at)
	name := p.token(i + 1).Text
	for k := p.at; k < i; k++ {
		if p.token(k).Is("<") {
			if end := p.closing(k); end == i && p.splits(k, end) {
				return false // the ::name belongs to what is around
			}
			break
		}
	}
	return !p.peek().Is("typename") && p.token(i).Is("::") && name != "type" && !strings.HasSuffix(name, "_type")
}

// acceptClose takes a >, also the first of a >>.
func (p *parser) acceptClose() bool {
	t := p.peek()
	if t.Is(">>") || t.Is(">>>") {
		t.Text = t.Text[1:]
		t.Pos.Col++
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
	if p.peek().Is("(") && p.ahead(1).Is("*") && p.ahead(2).Is(")") {
		p.at += 3
		if p.peek().Is("(") {
			return PointerTo(p.functionType(t))
		}
		return PointerTo(p.bounds(t))
	}
	return p.bounds(t)
}
