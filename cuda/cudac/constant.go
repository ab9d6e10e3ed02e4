// This file evaluates constants: literals, and the expressions that array bounds and
// template arguments need.

package cudac

import (
	"gputour/cuda/cudac/word"
	"math"
	"strconv"
	"strings"
)

// names answers what a name stands for where it is a constant.
type names interface {
	lookup(name string) (int64, bool)
}

// resolver knows what a template's parameters stand for.
type resolver interface {
	known(t *Type, at token) *Type
}

func (u *unit) lookup(name string) (int64, bool) {
	if v, ok := u.enumAfter[name]; ok {
		return v, true
	}
	v, ok := u.constants[name]
	return v, ok
}

// typer knows the type of an expression, whose value it does not need.
type typer interface {
	typeOf(e *expr) *Type
}

// constant evaluates an integer constant expression.
func (c *compiler) constant(e *expr, env names) (int64, bool) {
	v, t, ok := c.evaluate(e, env)
	return int64(v), ok && t.isInt()
}

// evaluate evaluates a constant expression of numbers, by C's rules; the value is what a
// register would hold.
func (c *compiler) evaluate(e *expr, env names) (uint64, *Type, bool) {
	if e == nil {
		return 0, basic[word.I32], false
	}
	switch e.op {
	case "num":
		return literal(e.tok)
	case "name":
		return c.constantName(e, env)
	case "sizeof":
		if r, ok := env.(typer); ok && e.typ == nil && len(e.kids) == 1 {
			if t := r.typeOf(e.kids[0]); t != nil {
				return uint64(t.Size()), basic[word.U64], true
			}
		}
		size := (*Type).Size
		if e.name == "alignof" {
			size = (*Type).alignment
		}
		if r, ok := env.(resolver); ok && e.typ != nil {
			if t := r.known(e.typ, e.tok); t != nil && t.dim == nil && (t.class == nil || t.class.complete) && t.Kind != word.Auto {
				return uint64(size(t)), basic[word.U64], true
			}
		}
		known := e.typ != nil && !dependent(e.typ) && e.typ.dim == nil && e.typ.Kind != word.Auto && (e.typ.class == nil || e.typ.class.complete)
		if !known {
			return 0, basic[word.U64], false
		}
		return uint64(size(e.typ)), basic[word.U64], true
	case "member":
		if r, ok := env.(typer); ok {
			if t := r.typeOf(e.kids[0]); t != nil && t.class != nil {
				v, ok := t.class.values[e.name]
				return uint64(v), basic[word.I32], ok
			}
		}
	case "init":
		if len(e.kids) == 1 {
			return c.evaluate(e.kids[0], env)
		}
	case "cast", "construct":
		if len(e.kids) == 1 && e.typ != nil && e.typ.isNumber() {
			v, t, ok := c.evaluate(e.kids[0], env)
			return converted(v, t, e.typ), plain(e.typ), ok
		}
	case "unary":
		return c.constantUnary(e, env)
	case "?:":
		v, t, ok := c.evaluate(e.kids[0], env)
		if ok {
			yes := converted(v, t, basic[word.Bool])
			return c.evaluate(e.kids[2-yes], env)
		}
	default:
		if len(e.kids) == 2 && binaryPower[e.op] != 0 {
			return c.constantBinary(e, env)
		}
	}
	return 0, basic[word.I32], false
}

func converted(v uint64, from, to *Type) uint64 {
	if f := word.Conversion(from.Kind, to.Kind); f != nil {
		return f(v)
	}
	return v
}

func (c *compiler) constantName(e *expr, env names) (uint64, *Type, bool) {
	switch {
	case e.name == "true", e.name == "false":
		return word.Bit(e.name == "true"), basic[word.Bool], true
	case e.name == "warpSize":
		return lanes, basic[word.I32], true
	case e.typ != nil && e.typ.class != nil:
		v, ok := e.typ.class.values[e.name]
		return uint64(v), basic[word.I32], ok
	case e.typ != nil:
		if r, ok := env.(resolver); ok {
			if t := r.known(e.typ, e.tok); t != nil && t.class != nil {
				v, ok := t.class.values[e.name]
				return uint64(v), basic[word.I32], ok
			}
		}
		return 0, basic[word.I32], false
	case env == nil:
		return 0, basic[word.I32], false
	}
	v, ok := env.lookup(e.name)
	if r, is := env.(typer); is && !ok {
		v, ok = c.constantObject(r.typeOf(e))
	}
	if int64(int32(v)) != v {
		return uint64(v), basic[word.I64], ok
	}
	return uint64(v), basic[word.I32], ok
}

// classValues are the constants of a class, as names.
type classValues map[string]int64

func (v classValues) lookup(name string) (int64, bool) {
	n, ok := v[name]
	return n, ok
}

// constantObject is what an object of a class converts to where that is a constant, as std::integral_constant's is: it does
// not depend on the object.
func (c *compiler) constantObject(t *Type) (int64, bool) {
	if t == nil || t.class == nil {
		return 0, false
	}
	for _, m := range t.class.methods {
		if strings.HasPrefix(m.name, "operator ") && m.ret.isInt() && m.body != nil && len(m.body.body) == 1 && m.body.body[0].op == "return" {
			return c.constant(m.body.body[0].cond, classValues(t.class.values))
		}
	}
	return 0, false
}

func (c *compiler) constantUnary(e *expr, env names) (uint64, *Type, bool) {
	v, t, ok := c.evaluate(e.kids[0], env)
	if !ok {
		return 0, t, false
	}
	if e.name == "!" {
		return converted(v, t, basic[word.Bool]) ^ 1, basic[word.Bool], true
	}
	to := promoted(t)
	f := word.UnaryOperation(e.name, to.Kind)
	if f == nil {
		return 0, to, false
	}
	return f(converted(v, t, to)), to, true
}

func (c *compiler) constantBinary(e *expr, env names) (uint64, *Type, bool) {
	a, ta, ok := c.evaluate(e.kids[0], env)
	if !ok {
		return 0, ta, false
	}
	if e.op == "&&" || e.op == "||" {
		yes := converted(a, ta, basic[word.Bool]) != 0
		if yes == (e.op == "||") {
			return word.Bit(yes), basic[word.Bool], true
		}
		b, tb, ok := c.evaluate(e.kids[1], env)
		return converted(b, tb, basic[word.Bool]), basic[word.Bool], ok
	}
	b, tb, ok := c.evaluate(e.kids[1], env)
	t := common(ta, tb)
	if e.op == "<<" || e.op == ">>" {
		t = promoted(ta)
	}
	f := word.Operation(e.op, t.Kind)
	if !ok || f == nil {
		return 0, t, false
	}
	a, b = converted(a, ta, t), converted(b, tb, t)
	if t.isInt() && (e.op == "/" || e.op == "%") && (b == 0 || int64(b) == -1 && int64(a) == math.MinInt64) {
		return 0, t, false
	}
	if word.Compares(e.op) {
		return f(a, b), basic[word.Bool], true
	}
	return f(a, b), t, true
}

// literal is the value of a number or character, as a register holds it.
func literal(t token) (uint64, *Type, bool) {
	if t.kind == tokChar {
		s := unquote(t.text)
		if len(s) == 0 {
			return 0, basic[word.I8], false
		}
		return uint64(int64(int8(s[0]))), basic[word.I8], true
	}
	text := strings.ToLower(strings.ReplaceAll(t.text, "'", ""))
	if strings.HasPrefix(text, "-") { // a template's argument
		n, err := strconv.ParseInt(text, 10, 64)
		return uint64(n), basic[word.I64], err == nil
	}
	hex := strings.HasPrefix(text, "0x")
	if !hex && strings.ContainsAny(text, ".e") || !hex && strings.HasSuffix(text, "f") {
		single := strings.HasSuffix(text, "f")
		f, err := strconv.ParseFloat(strings.TrimRight(text, "fl"), 64)
		if err != nil && !math.IsInf(f, 0) {
			return 0, basic[word.F64], false
		}
		if single {
			g, _ := strconv.ParseFloat(strings.TrimRight(text, "fl"), 32)
			return uint64(math.Float32bits(float32(g))), basic[word.F32], true
		}
		return math.Float64bits(f), basic[word.F64], true
	}
	digits := strings.TrimRight(text, "ul")
	suffix := text[len(digits):]
	v, err := strconv.ParseUint(digits, 0, 64)
	if err != nil {
		return 0, basic[word.I32], false
	}
	k := word.I32
	long, unsigned := strings.Contains(suffix, "l"), strings.Contains(suffix, "u")
	switch {
	case !long && !unsigned && v <= math.MaxInt32:
	case !long && v <= math.MaxUint32 && (unsigned || hex):
		k = word.U32
	case unsigned || v > math.MaxInt64:
		k = word.U64
	default:
		k = word.I64
	}
	return v, basic[k], true
}

// unquote is the text of a string or character literal.
func unquote(s string) string {
	s = s[1:max(len(s)-1, 1)]
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if k := strings.IndexByte("ntrabfv", s[i]); k >= 0 {
			b.WriteByte("\n\t\r\a\b\f\v"[k])
			continue
		}
		base, from, most := 8, i, i+3
		if s[i] == 'x' {
			base, from, most = 16, i+1, len(s)
		}
		end := from
		for end < len(s) && end < most && isDigitOf(s[end], base) {
			end++
		}
		if end == from {
			b.WriteByte(s[i])
			continue
		}
		n, _ := strconv.ParseUint(s[from:end], base, 64)
		b.WriteByte(byte(n))
		i = end - 1
	}
	return b.String()
}

func isDigitOf(c byte, base int) bool {
	if base == 8 {
		return c >= '0' && c <= '7'
	}
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}
