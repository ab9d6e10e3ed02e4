// This file evaluates constants: literals, and the expressions that array bounds and
// template arguments need.

package syntax

import (
	"math"
	"strconv"
	"strings"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/word"
)

// Names answers what a name stands for where it is a constant.
type Names interface {
	Lookup(name string) (int64, bool)
}

// Resolver knows what a template's parameters stand for.
type Resolver interface {
	Known(t *Type, at lex.Token) *Type
}

// Lookup implements Names: a constant outside of functions.
func (u *Unit) Lookup(name string) (int64, bool) {
	if v, ok := u.EnumAfter[name]; ok {
		return v, true
	}
	v, ok := u.constants[name]
	return v, ok
}

// Numbers knows the constants that are no integers, and their types.
type Numbers interface {
	Number(name string) (uint64, *Type, bool)
}

// Typer knows the type of an expression, whose value it does not need.
type Typer interface {
	TypeOf(e *Expr) *Type
}

// Condition evaluates an #if: it is what the preprocessor lacks.
func Condition(c *source.Text, expression []lex.Token, directive lex.Token) (v int64) {
	p := newParser(c, expression)
	Guard(func() {
		n, ok := Constant(p.ternary(), nil)
		if !ok {
			p.fail(directive, "#if needs a constant expression", "")
		}
		v = n
	})
	return v
}

// Constant evaluates an integer constant expression.
func Constant(e *Expr, env Names) (int64, bool) {
	v, t, ok := Evaluate(e, env)
	return int64(v), ok && t.IsInt()
}

// Evaluate evaluates a constant expression of numbers, by C's rules; the value is what a
// register would hold.
func Evaluate(e *Expr, env Names) (uint64, *Type, bool) {
	if e == nil {
		return 0, Basic[word.I32], false
	}
	switch e.Op {
	case "num":
		return Literal(e.Tok)
	case "name":
		return constantName(e, env)
	case "sizeof":
		if r, ok := env.(Typer); ok && e.Type == nil && len(e.Kids) == 1 {
			if t := r.TypeOf(e.Kids[0]); t != nil {
				return uint64(t.Size()), Basic[word.U64], true
			}
		}
		size := (*Type).Size
		if e.Name == "alignof" {
			size = (*Type).Alignment
		}
		if r, ok := env.(Resolver); ok && e.Type != nil {
			if t := r.Known(e.Type, e.Tok); t != nil && t.Dim == nil && (t.Class == nil || t.Class.Complete) && t.Kind != word.Auto {
				return uint64(size(t)), Basic[word.U64], true
			}
		}
		known := e.Type != nil && !Dependent(e.Type) && e.Type.Dim == nil && e.Type.Kind != word.Auto && (e.Type.Class == nil || e.Type.Class.Complete)
		if !known {
			return 0, Basic[word.U64], false
		}
		return uint64(size(e.Type)), Basic[word.U64], true
	case "member":
		if r, ok := env.(Typer); ok {
			if t := r.TypeOf(e.Kids[0]); t != nil && t.Class != nil {
				v, ok := t.Class.Values[e.Name]
				return uint64(v), Basic[word.I32], ok
			}
		}
	case "init":
		if len(e.Kids) == 1 {
			return Evaluate(e.Kids[0], env)
		}
	case "cast", "construct":
		if len(e.Kids) == 1 && e.Type != nil && e.Type.IsNumber() {
			v, t, ok := Evaluate(e.Kids[0], env)
			return Converted(v, t, e.Type), Plain(e.Type), ok
		}
	case "unary":
		return constantUnary(e, env)
	case "?:":
		v, t, ok := Evaluate(e.Kids[0], env)
		if ok {
			yes := Converted(v, t, Basic[word.Bool])
			return Evaluate(e.Kids[2-yes], env)
		}
	default:
		if len(e.Kids) == 2 && BinaryPower[e.Op] != 0 {
			return constantBinary(e, env)
		}
	}
	return 0, Basic[word.I32], false
}

// Converted is a value of one type as another has it.
func Converted(v uint64, from, to *Type) uint64 {
	if f := word.Conversion(from.Kind, to.Kind); f != nil {
		return f(v)
	}
	return v
}

func constantName(e *Expr, env Names) (uint64, *Type, bool) {
	switch {
	case e.Name == "true", e.Name == "false":
		return word.Bit(e.Name == "true"), Basic[word.Bool], true
	case e.Name == "warpSize":
		return lane.Count, Basic[word.I32], true
	case e.Type != nil && e.Type.Class != nil:
		v, ok := e.Type.Class.Values[e.Name]
		return uint64(v), Basic[word.I32], ok
	case e.Type != nil:
		if r, ok := env.(Resolver); ok {
			if t := r.Known(e.Type, e.Tok); t != nil && t.Class != nil {
				v, ok := t.Class.Values[e.Name]
				return uint64(v), Basic[word.I32], ok
			}
		}
		return 0, Basic[word.I32], false
	case env == nil:
		return 0, Basic[word.I32], false
	}
	if n, is := env.(Numbers); is {
		if v, t, ok := n.Number(e.Name); ok {
			return v, t, true
		}
	}
	v, ok := env.Lookup(e.Name)
	if r, is := env.(Typer); is && !ok {
		v, ok = constantObject(r.TypeOf(e))
	}
	if int64(int32(v)) != v {
		return uint64(v), Basic[word.I64], ok
	}
	return uint64(v), Basic[word.I32], ok
}

// classValues are the constants of a class, as names.
type classValues map[string]int64

// Lookup implements Names.
func (v classValues) Lookup(name string) (int64, bool) {
	n, ok := v[name]
	return n, ok
}

// constantObject is what an object of a class converts to where that is a constant, as std::integral_constant's is: it does
// not depend on the object.
func constantObject(t *Type) (int64, bool) {
	if t == nil || t.Class == nil {
		return 0, false
	}
	for _, m := range t.Class.Methods {
		if strings.HasPrefix(m.Name, "operator ") && m.Result.IsInt() && m.Body != nil && len(m.Body.Body) == 1 && m.Body.Body[0].Op == "return" {
			return Constant(m.Body.Body[0].Cond, classValues(t.Class.Values))
		}
	}
	return 0, false
}

func constantUnary(e *Expr, env Names) (uint64, *Type, bool) {
	v, t, ok := Evaluate(e.Kids[0], env)
	if !ok {
		return 0, t, false
	}
	if e.Name == "!" {
		return Converted(v, t, Basic[word.Bool]) ^ 1, Basic[word.Bool], true
	}
	to := Promoted(t)
	f := word.UnaryOperation(e.Name, to.Kind)
	if f == nil {
		return 0, to, false
	}
	return f(Converted(v, t, to)), to, true
}

func constantBinary(e *Expr, env Names) (uint64, *Type, bool) {
	a, ta, ok := Evaluate(e.Kids[0], env)
	if !ok {
		return 0, ta, false
	}
	if e.Op == "&&" || e.Op == "||" {
		yes := Converted(a, ta, Basic[word.Bool]) != 0
		if yes == (e.Op == "||") {
			return word.Bit(yes), Basic[word.Bool], true
		}
		b, tb, ok := Evaluate(e.Kids[1], env)
		return Converted(b, tb, Basic[word.Bool]), Basic[word.Bool], ok
	}
	b, tb, ok := Evaluate(e.Kids[1], env)
	t := Common(ta, tb)
	if e.Op == "<<" || e.Op == ">>" {
		t = Promoted(ta)
	}
	f := word.Operation(e.Op, t.Kind)
	if !ok || f == nil {
		return 0, t, false
	}
	a, b = Converted(a, ta, t), Converted(b, tb, t)
	if t.IsInt() && (e.Op == "/" || e.Op == "%") && (b == 0 || int64(b) == -1 && int64(a) == math.MinInt64) {
		return 0, t, false
	}
	if word.Compares(e.Op) {
		return f(a, b), Basic[word.Bool], true
	}
	return f(a, b), t, true
}

// Literal is the value of a number or character, as a register holds it.
func Literal(t lex.Token) (uint64, *Type, bool) {
	if t.Kind == lex.Char {
		s := unquote(t.Text)
		if len(s) == 0 {
			return 0, Basic[word.I8], false
		}
		return uint64(int64(int8(s[0]))), Basic[word.I8], true
	}
	text := strings.ToLower(strings.ReplaceAll(t.Text, "'", ""))
	if strings.HasPrefix(text, "-") { // a template's argument
		n, err := strconv.ParseInt(text, 10, 64)
		return uint64(n), Basic[word.I64], err == nil
	}
	hex := strings.HasPrefix(text, "0x")
	if !hex && (strings.ContainsAny(text, ".e") || strings.HasSuffix(text, "f")) || hex && strings.Contains(text, "p") {
		single := strings.HasSuffix(text, "f")
		f, err := strconv.ParseFloat(strings.TrimRight(text, "fl"), 64)
		if err != nil && !math.IsInf(f, 0) {
			return 0, Basic[word.F64], false
		}
		if single {
			g, _ := strconv.ParseFloat(strings.TrimRight(text, "fl"), 32)
			return uint64(math.Float32bits(float32(g))), Basic[word.F32], true
		}
		return math.Float64bits(f), Basic[word.F64], true
	}
	digits := strings.TrimRight(text, "ul")
	suffix := text[len(digits):]
	v, err := strconv.ParseUint(digits, 0, 64)
	if err != nil {
		return 0, Basic[word.I32], false
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
	return v, Basic[k], true
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
