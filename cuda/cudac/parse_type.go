// This file parses types: specifiers, declarators, structs and enums.

package cudac

import (
	"fmt"
	"strconv"
)

// specs are what stands before a declaration beside its type.
type specs struct {
	shared, external, constant, constexpr, static bool
	global, isDevice, host                        bool
	maxThreads                                    *expr
}

func (s *specs) apply(d *decl) {
	d.shared, d.external, d.constant = s.shared, s.external, s.constant
	d.constexpr, d.static, d.device = s.constexpr, s.static, s.isDevice
}

// qualifier takes one specifier that is no type.
func (p *parser) qualifier(s *specs, t *Type) bool {
	flags := map[string]*bool{"__shared__": &s.shared, "extern": &s.external, "__constant__": &s.constant, "constexpr": &s.constexpr,
		"static": &s.static, "__global__": &s.global, "__device__": &s.isDevice, "__host__": &s.host, "const": &t.Const, "volatile": &t.Volatile,
		"inline": nil, "__forceinline__": nil, "__noinline__": nil, "__inline__": nil, "register": nil, "typename": nil, "struct": nil, "__restrict__": nil, "restrict": nil, "__restrict": nil, "__managed__": nil, "mutable": nil, "friend": nil}
	word := p.peek()
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
		p.take()
		p.expect("(", "after alignment")
		p.ternary()
		p.expect(")", "after alignment")
		return true
	case "struct":
		if !(p.ahead(1).kind == tokName && p.types[p.ahead(1).text] != nil && !p.ahead(2).is("{")) {
			return false
		}
	}
	flag, ok := flags[word.text]
	if !ok || word.kind != tokName {
		return false
	}
	p.take()
	if flag != nil {
		*flag = true
	}
	if s.constexpr {
		t.Const = true
	}
	return true
}

// namedTypes are names of arithmetic types beside the keywords.
var namedTypes = map[string]Kind{"int8_t": I8, "uint8_t": U8, "int16_t": I16, "uint16_t": U16, "int32_t": I32, "uint32_t": U32, "int64_t": I64, "uint64_t": U64,
	"size_t": U64, "uint": U32, "uchar": U8, "ushort": U16, "ulong": U64, "ptrdiff_t": I64, "clock_t": I64, "intptr_t": I64, "uintptr_t": U64, "bool": Bool, "void": Void, "auto": autoType, "cudaStream_t": I64}

var typeWords = map[string]bool{"int": true, "unsigned": true, "signed": true, "long": true, "short": true, "char": true, "float": true, "double": true}

// startsType reports whether a declaration or a type name begins here.
func (p *parser) startsType() bool {
	t := p.peek()
	if t.kind != tokName {
		return false
	}
	switch t.text {
	case "const", "volatile", "__shared__", "extern", "static", "constexpr", "struct", "enum", "typename", "register", "std", "unsigned", "__constant__", "alignas", "__align__", "__restrict__", "__device__":
		return t.text != "std" || p.ahead(1).is("::") && namedTypes[p.ahead(2).text] != 0
	}
	_, named := namedTypes[t.text]
	return typeWords[t.text] || named || p.types[t.text] != nil || vectorTypes[t.text] != nil || p.tmpl[t.text]
}

// specifiers reads qualifiers and one type, in any order.
func (p *parser) specifiers() (*Type, *specs) {
	s := &specs{}
	var flags, found Type
	have := false
	count := map[string]int{}
	start := p.peek()
	for {
		t := p.peek()
		if p.qualifier(s, &flags) {
			continue
		}
		if t.is("std") && p.ahead(1).is("::") {
			p.at += 2
			continue
		}
		if t.kind == tokName && typeWords[t.text] && !have {
			count[t.text]++
			p.take()
			continue
		}
		if have || len(count) > 0 {
			break
		}
		switch {
		case t.is("struct") || t.is("class") || t.is("union"):
			found = *p.structType()
		case t.is("enum"):
			found = *p.enumType()
		case p.types[t.text] != nil:
			origin := p.types[p.take().text]
			found = *origin
			if found.Kind == Struct && found.origin == nil {
				found.origin = origin
			}
		case p.tmpl[t.text]:
			found = Type{Kind: paramType, Name: p.take().text}
		case vectorTypes[t.text] != nil:
			found = *vectorTypes[p.take().text]
		default:
			k, ok := namedTypes[t.text]
			if !ok {
				if t.kind == tokName {
					p.fail(t, "unknown type name '"+t.text+"'", suggest(t.text, knownTypes))
				}
				p.fail(start, "expected a declaration or statement", "")
			}
			p.take()
			found.Kind = k
		}
		have = true
	}
	if !have {
		found.Kind = wordsKind(count)
	}
	found.Const = found.Const || flags.Const
	found.Volatile = found.Volatile || flags.Volatile
	return &found, s
}

var knownTypes = []string{"int", "float", "double", "unsigned", "char", "short", "long", "bool", "void", "size_t", "float2", "float3", "float4", "int2", "int4", "dim3", "auto"}

func wordsKind(count map[string]int) Kind {
	k := I32
	switch {
	case count["float"] > 0:
		return F32
	case count["double"] > 0:
		return F64
	case count["char"] > 0:
		k = I8
	case count["short"] > 0:
		k = I16
	case count["long"] > 0:
		k = I64
	}
	if count["unsigned"] > 0 {
		k++
	}
	return k
}

// structType reads a struct, with its members and methods.
func (p *parser) structType() *Type {
	p.take()
	align := 0
	if p.accept("__align__") || p.accept("alignas") {
		p.expect("(", "after alignment")
		align, _ = strconv.Atoi(p.take().text)
		p.expect(")", "after alignment")
	}
	t := &Type{Kind: Struct, Name: fmt.Sprintf("struct#%d", p.at)}
	if p.peek().kind == tokName {
		t.Name = p.take().text
		p.types[t.Name] = t
	}
	p.expect("{", "after struct name")
	for !p.accept("}") {
		if p.accept("public") || p.accept("private") {
			p.expect(":", "after access specifier")
			continue
		}
		base, s := p.specifiers()
		for {
			d := p.declarator(base)
			if p.peek().is("(") {
				f := &function{tok: d.tok, name: d.name, ret: d.typ, retRef: d.ref, owner: t, device: s.isDevice}
				p.functionRest(f)
				t.Methods = append(t.Methods, f)
				break
			}
			if d.typ.dim != nil {
				n, ok := p.c.constant(d.typ.dim, p.unit)
				if !ok {
					p.fail(d.tok, "the length of a member array must be a constant", "")
				}
				d.typ.N, d.typ.dim = int(n), nil
			}
			if d.typ.Kind == Struct && d.typ.Name == t.Name {
				p.fail(d.tok, "field '"+d.name+"' has incomplete type '"+t.Name+"'", "a struct cannot hold itself; hold a pointer")
			}
			t.Fields = append(t.Fields, Field{Name: d.name, Type: d.typ})
			if p.accept("=") {
				p.ternary()
			}
			if p.accept(";") {
				break
			}
			p.expect(",", "or ';' after member")
		}
		p.accept(";")
	}
	t.layout(align)
	return t
}

func (p *parser) enumType() *Type {
	p.take()
	if !p.accept("class") {
		p.accept("struct")
	}
	if p.peek().kind == tokName {
		p.types[p.take().text] = basic[I32]
	}
	if p.accept(":") {
		p.specifiers()
	}
	next := int64(0)
	if p.accept("{") {
		for !p.accept("}") {
			name := p.name("an enumerator")
			if p.accept("=") {
				v, ok := p.c.constant(p.ternary(), p.unit)
				if !ok {
					p.fail(name, "enumerator value is not a constant", "")
				}
				next = v
			}
			p.unit.enumAfter[name.text] = next
			next++
			if !p.peek().is("}") {
				p.expect(",", "in enumeration")
			}
		}
	}
	return basic[I32]
}

// declarator reads pointers, the name and array bounds.
func (p *parser) declarator(base *Type) *decl {
	d := &decl{typ: base}
	var ignored specs
	for {
		switch {
		case p.accept("*"):
			d.typ = pointerTo(d.typ)
		case p.accept("&"), p.accept("&&"):
			d.ref = true
		case p.peek().is("const") || p.peek().is("volatile") || p.peek().is("__restrict__") || p.peek().is("__restrict") || p.peek().is("restrict"):
			t := *d.typ
			p.qualifier(&ignored, &t)
			d.typ = &t
		default:
			goto named
		}
	}
named:
	paren := p.peek().is("(") && p.ahead(1).is("&")
	if paren { // T (&name)[N]
		p.at += 2
		d.ref = true
	}
	d.tok = p.peek()
	if d.tok.kind == tokName {
		d.name = p.take().text
		if reserved[d.name] {
			p.fail(d.tok, "expected a name, found keyword '"+d.name+"'", "")
		}
		for d.name == "operator" && p.peek().kind == tokPunct && !p.peek().is("(") {
			d.name += p.take().text
		}
	} else if !p.peek().is(")") && !p.peek().is(",") && !p.peek().is(">") && !p.peek().is("[") {
		p.fail(d.tok, "expected a name", "")
	}
	if paren {
		p.expect(")", "after declarator")
	}
	var dims []*expr
	for p.accept("[") {
		var n *expr
		if !p.peek().is("]") {
			n = p.ternary()
		}
		dims = append(dims, n)
		p.expect("]", "after array bound")
	}
	for i := len(dims) - 1; i >= 0; i-- {
		d.typ = &Type{Kind: Array, Elem: d.typ, N: -1, dim: dims[i]}
		if dims[i] != nil {
			if v, ok := p.c.constant(dims[i], nil); ok && v > 0 && v < 1<<28 {
				d.typ.N, d.typ.dim = int(v), nil
			}
		}
	}
	return d
}

var reserved = map[string]bool{"if": true, "else": true, "for": true, "while": true, "do": true, "return": true, "switch": true, "case": true, "break": true, "continue": true, "int": true, "float": true, "sizeof": true}

// typeName reads a type without a name, as in casts.
func (p *parser) typeName() *Type {
	base, _ := p.specifiers()
	for {
		switch {
		case p.accept("*"):
			base = pointerTo(base)
		case p.accept("const"), p.accept("__restrict__"), p.accept("volatile"), p.accept("&"):
		default:
			return base
		}
	}
}
