// This file evaluates constants: literals, and the integer expressions that array bounds
// and template arguments need.

package cudac

import (
	"math"
	"strconv"
	"strings"
)

// names answers what a name stands for where it is a constant.
type names interface {
	lookup(name string) (int64, bool)
}

func (u *unit) lookup(name string) (int64, bool) {
	if v, ok := u.enumAfter[name]; ok {
		return v, true
	}
	for _, d := range u.globals {
		if d.name == name && d.init != nil && (d.typ.Const || d.constexpr) && d.typ.isInt() {
			return (&compiler{}).constant(d.init, u)
		}
	}
	return 0, false
}

// constant evaluates an integer constant expression.
func (c *compiler) constant(e *expr, env names) (int64, bool) {
	if e == nil {
		return 0, false
	}
	switch e.op {
	case "num":
		v, t, ok := literal(e.tok)
		return int64(v), ok && t.isInt()
	case "name":
		if e.name == "true" || e.name == "false" {
			return int64(len("false") - len(e.name)), true
		}
		if e.name == "warpSize" {
			return 32, true
		}
		if env == nil {
			return 0, false
		}
		return env.lookup(e.name)
	case "sizeof":
		if e.typ != nil && e.typ.Kind != paramType && e.typ.dim == nil {
			return int64(e.typ.Size()), true
		}
		return 0, false
	case "init":
		if len(e.kids) == 1 {
			return c.constant(e.kids[0], env)
		}
		return 0, false
	case "cast", "construct":
		if len(e.kids) != 1 || !e.typ.isInt() {
			return 0, false
		}
		v, ok := c.constant(e.kids[0], env)
		return int64(wrap(e.typ.Kind, uint64(v))), ok
	case "unary":
		v, ok := c.constant(e.kids[0], env)
		switch e.name {
		case "-":
			return -v, ok
		case "+":
			return v, ok
		case "~":
			return ^v, ok
		case "!":
			return int64(bit(v == 0)), ok
		}
		return 0, false
	case "?:":
		v, ok := c.constant(e.kids[0], env)
		if !ok {
			return 0, false
		}
		return c.constant(e.kids[1+int(bit(v == 0))], env)
	}
	if len(e.kids) != 2 || binaryPower[e.op] == 0 {
		return 0, false
	}
	a, ok := c.constant(e.kids[0], env)
	b, also := c.constant(e.kids[1], env)
	if !ok || !also {
		return 0, false
	}
	if f := integerCompare(e.op, false); f != nil {
		return int64(bit(f(uint64(a), uint64(b)))), true
	}
	switch e.op {
	case "&&":
		return int64(bit(a != 0 && b != 0)), true
	case "||":
		return int64(bit(a != 0 || b != 0)), true
	case "/", "%":
		if b == 0 || b == -1 && a == math.MinInt64 {
			return 0, false
		}
	}
	f := integerOperation(e.op, I64)
	if f == nil {
		return 0, false
	}
	return int64(f(uint64(a), uint64(b))), true
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// literal is the value of a number or character, as a register holds it.
func literal(t token) (uint64, *Type, bool) {
	if t.kind == tokChar {
		s := unquote(t.text)
		if len(s) == 0 {
			return 0, basic[I8], false
		}
		return uint64(int64(int8(s[0]))), basic[I8], true
	}
	text := strings.ToLower(strings.ReplaceAll(t.text, "'", ""))
	hex := strings.HasPrefix(text, "0x")
	if !hex && strings.ContainsAny(text, ".e") || !hex && strings.HasSuffix(text, "f") {
		single := strings.HasSuffix(text, "f")
		f, err := strconv.ParseFloat(strings.TrimRight(text, "fl"), 64)
		if err != nil && !math.IsInf(f, 0) {
			return 0, basic[F64], false
		}
		if single {
			g, _ := strconv.ParseFloat(strings.TrimRight(text, "fl"), 32)
			return uint64(math.Float32bits(float32(g))), basic[F32], true
		}
		return math.Float64bits(f), basic[F64], true
	}
	digits := strings.TrimRight(text, "ul")
	suffix := text[len(digits):]
	v, err := strconv.ParseUint(digits, 0, 64)
	if err != nil {
		return 0, basic[I32], false
	}
	k := I32
	long, unsigned := strings.Contains(suffix, "l"), strings.Contains(suffix, "u")
	switch {
	case !long && !unsigned && v <= math.MaxInt32:
	case !long && v <= math.MaxUint32 && (unsigned || hex):
		k = U32
	case unsigned || v > math.MaxInt64:
		k = U64
	default:
		k = I64
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
		if k := strings.IndexByte("ntr0abfv", s[i]); k >= 0 {
			b.WriteByte("\n\t\r\x00\a\b\f\v"[k])
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
