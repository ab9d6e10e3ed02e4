package bytecode

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"gputour/engine/syntax"
)

// Disassemble writes the code and those inside it as text, one instruction per
// line, with the source line where it changes:
//
//	code f(n) regs=3
//	  2  0  jumplt n 2 0 -> 3
func Disassemble(c *Code) string {
	var b strings.Builder
	c.disassemble(&b)
	return b.String()
}

func (c *Code) disassemble(b *strings.Builder) {
	fmt.Fprintf(b, "code %s(%s) regs=%d\n", c.QualName, strings.Join(c.Locals[:c.NumParams()], ", "), c.NumRegs)
	line := int32(0)
	for pc, in := range c.Instrs {
		number := ""
		if l := c.Spans[pc].Line; l != line {
			line, number = l, strconv.Itoa(int(l))
		}
		fmt.Fprintf(b, "%4s %3d  %s\n", number, pc, strings.TrimRight(c.instrText(in), " "))
	}
	for _, h := range c.Handlers {
		fmt.Fprintf(b, "handler %d..%d -> %d in %s\n", h.Start, h.End, h.Target, c.regText(h.Reg))
	}
	for _, k := range c.Children {
		k.disassemble(b)
	}
}

func (c *Code) instrText(in Instr) string {
	o := ops[in.Op]
	var b strings.Builder
	b.WriteString(o.name)
	for _, x := range []struct {
		kind byte
		v    int
	}{{o.a, int(in.A)}, {o.b, int(in.B)}, {o.c, int(in.C)}, {o.d, int(in.D)}} {
		if s := c.operandText(x.kind, x.v); s != "" {
			b.WriteByte(' ')
			b.WriteString(s)
		}
	}
	return b.String()
}

func (c *Code) operandText(kind byte, v int) string {
	switch kind {
	case 'r':
		return c.regText(uint8(v))
	case 't':
		return "-> " + strconv.Itoa(v)
	case 'k':
		return ConstText(c.Consts[v])
	case 'g':
		return c.Globals[v]
	case 'n':
		return c.Names[v]
	case 's':
		return "." + c.Sites[v]
	case 'v':
		name, _ := c.FreeName(v)
		return name
	case 'f':
		return c.Children[v].QualName
	case 'i':
		return strings.Repeat(".", c.Imports[v].Level) + c.Imports[v].Module
	case 'w':
		return strings.Join(c.KwNames[v], ",")
	case '#':
		return strconv.Itoa(v)
	}
	return ""
}

// regText names a local by its name, a cell by &name, a temporary by its number.
func (c *Code) regText(r uint8) string {
	switch i := int(r); {
	case r == NoReg:
		return "-"
	case i < len(c.Locals):
		return c.Locals[i]
	case i < len(c.Locals)+len(c.Cells):
		return "&" + c.Cells[i-len(c.Locals)].Name
	}
	return "%" + strconv.Itoa(int(r))
}

// ConstText writes a constant so that different constants have different texts.
func ConstText(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case int64:
		return strconv.FormatInt(v, 10)
	case *big.Int:
		return v.String()
	case float64:
		s := strconv.FormatFloat(v, 'g', -1, 64)
		if strings.Trim(s, "-0123456789") == "" {
			s += ".0"
		}
		return s
	case complex128:
		return fmt.Sprintf("%vj", v)
	case string:
		return strconv.Quote(v)
	case syntax.Bytes:
		return "b" + strconv.Quote(string(v))
	case syntax.Ellipsis:
		return "..."
	case Tuple:
		return "(" + constTexts(v) + ")"
	case FrozenSet:
		return "{" + constTexts(v) + "}"
	}
	return fmt.Sprint(v)
}

func constTexts(vs []any) string {
	s := make([]string, len(vs))
	for i, v := range vs {
		s[i] = ConstText(v)
	}
	return strings.Join(s, ", ")
}
