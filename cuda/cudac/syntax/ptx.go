// This file reads inline assembly: a stated part of PTX is written as the CUDA C++ that means
// the same, and read in its place. PTX ISA, chapter 9.

package syntax

import (
	"fmt"
	"slices"
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/memory"
)

// assembly is an asm statement that is being read.
type assembly struct {
	p         *parser
	at        lex.Token
	operands  []asmOperand
	registers map[string]byte // declared with .reg: the constraint of their type
	out       strings.Builder
}

// asmOperand is "constraint"(expression).
type asmOperand struct {
	constraint byte
	toks       []lex.Token
}

// ptxTypes are the types of C++ that PTX's stand for.
var ptxTypes = map[string]string{"u8": "unsigned char", "s8": "signed char", "b8": "unsigned char", "u16": "unsigned short", "s16": "short", "b16": "unsigned short",
	"u32": "unsigned", "s32": "int", "b32": "unsigned", "u64": "unsigned long long", "s64": "long long", "b64": "unsigned long long", "f32": "float", "f64": "double", "pred": "bool"}

// ptxConstraints are the constraints of operands of a type.
var ptxConstraints = map[string]byte{"u8": 'r', "s8": 'r', "b8": 'r', "u16": 'h', "s16": 'h', "b16": 'h', "u32": 'r', "s32": 'r', "b32": 'r', "u64": 'l', "s64": 'l', "b64": 'l', "f32": 'f', "f64": 'd', "pred": 'p'}

// ptxSpecial are PTX's special registers.
var ptxSpecial = map[string]string{"laneid": "__lane_id()", "warpid": "((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32)",
	"lanemask_lt": "((1u << __lane_id()) - 1)", "lanemask_le": "((2u << __lane_id()) - 1)", "lanemask_eq": "(1u << __lane_id())", "lanemask_gt": "~((2u << __lane_id()) - 1)", "lanemask_ge": "~((1u << __lane_id()) - 1)",
	"tid.x": "threadIdx.x", "tid.y": "threadIdx.y", "tid.z": "threadIdx.z", "ntid.x": "blockDim.x", "ntid.y": "blockDim.y", "ntid.z": "blockDim.z",
	"ctaid.x": "blockIdx.x", "ctaid.y": "blockIdx.y", "ctaid.z": "blockIdx.z", "nctaid.x": "gridDim.x", "nctaid.y": "gridDim.y", "nctaid.z": "gridDim.z",
	"clock": "(unsigned)clock64()", "clock64": "clock64()", "globaltimer": "clock64()", "smid": "0u", "nsmid": "1u", "nwarpid": "32u"}

// ptxOperators are instructions d, a, b of any type, or d, a.
var ptxOperators = map[string]string{"add": "A + B", "sub": "A - B", "div": "A / B", "rem": "A % B", "and": "A & B", "or": "A | B", "xor": "A ^ B", "min": "A < B ? A : B", "max": "A < B ? B : A",
	"not": "~A", "neg": "-A", "abs": "A < 0 ? -A : A", "mov": "A", "cvta": "A",
	"shl": "(unsigned)B > 8 * sizeof(A) - 1 ? 0 : A << (unsigned)B", "shr": "(unsigned)B > 8 * sizeof(A) - 1 ? (A < 0 ? -1 : 0) : A >> (unsigned)B",
	"mul.lo": "A * B", "mul": "A * B", "mad.lo": "A * B + C", "fma": "fma(A, B, C)", "mad": "A * B + C", "selp": "C ? A : B",
	"sqrt": "sqrt(A)", "rsqrt": "rsqrt(A)", "rcp": "1 / A", "ex2": "exp2f(A)", "lg2": "log2f(A)", "sin": "sinf(A)", "cos": "cosf(A)", "tanh": "tanhf(A)",
	"popc": "sizeof(A) == 8 ? __popcll(A) : __popc(A)", "clz": "sizeof(A) == 8 ? __clzll(A) : __clz(A)", "brev": "__brev(A)", "bfind": "A == 0 ? 0xffffffffu : (sizeof(A) == 8 ? 63u - __clzll(A) : 31u - __clz(A))",
	"prmt": "__byte_perm(A, B, C)", "bfe": "(A >> (unsigned)B) & (unsigned)((1ull << (unsigned)C) - 1)", "copysign": "copysign(B, A)", "testp.notanumber": "isnan(A)"}

// ptxExact are instructions of one type.
var ptxExact = map[string]string{"mul.hi.u32": "__umulhi(A, B)", "mul.hi.s32": "__mulhi(A, B)", "mul.hi.u64": "__umul64hi(A, B)", "mul.hi.s64": "__mul64hi(A, B)", "mad.hi.u32": "__umulhi(A, B) + C",
	"mul.wide.u32": "(unsigned long long)A * B", "mul.wide.s32": "(long long)A * B", "mul.wide.u16": "(unsigned)A * B", "mad.wide.u32": "(unsigned long long)A * B + (unsigned long long)C", "mul24.lo.u32": "__umul24(A, B)", "mul24.lo.s32": "__mul24(A, B)",
	"sad.u32": "__usad(A, B, C)", "sad.s32": "__sad(A, B, C)", "vabsdiff4.u32.u32.u32.add": "__ptxAbsDiff4(A, B) + C", "fma.rn.f32": "fmaf(A, B, C)", "mad.f32": "fmaf(A, B, C)", "dp4a.u32.u32": "__dp4a(A, B, C)", "dp4a.s32.s32": "__dp4a(A, B, C)",
	"shf.l.wrap.b32": "__funnelshift_l(A, B, C)", "shf.r.wrap.b32": "__funnelshift_r(A, B, C)", "sqrt.approx.f32": "sqrtf(A)", "sqrt.rn.f32": "sqrtf(A)", "rsqrt.approx.f32": "rsqrtf(A)"}

// ptxEffects are instructions without results.
var ptxEffects = map[string]string{"membar": "__threadfence();", "fence": "__threadfence();", "bar.sync": "__syncthreads();", "barrier.sync": "__syncthreads();", "bar.warp.sync": "__syncwarp();", "trap": "__trap();",
	"cp.async.commit_group": "", "cp.async.wait_group": "", "cp.async.wait_all": "", "prefetch": "", "nanosleep": "", "pmevent": ""}

var ptxCompare = map[string]string{"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "lo": "<", "ls": "<=", "hi": ">", "hs": ">="}

// assembly reads asm("…" : outputs : inputs : clobbers);
func (p *parser) assembly() *Stmt {
	a := &assembly{p: p, at: p.take(), registers: map[string]byte{}}
	for p.accept("volatile") || p.accept("__volatile__") || p.accept("inline") {
	}
	p.expect("(", "after asm")
	var text strings.Builder
	for p.peek().Kind == lex.String {
		text.WriteString(unquote(p.take().Text))
	}
	for section := 0; !p.accept(")"); {
		switch t := p.peek(); {
		case p.accept("::"):
			section += 2
		case p.accept(":"):
			section++
		case t.Kind == lex.String && section < 3:
			a.operand()
		case t.Kind == lex.String || t.Is(","):
			p.take()
		default:
			p.fail(t, "expected ')' to match '('", "")
		}
	}
	p.expect(";", "after asm")
	a.statements(text.String())
	var list []lex.Token
	for _, t := range lex.Scan(p.c, "{"+a.out.String()+"}", 1, false) {
		var n int
		if _, err := fmt.Sscanf(t.Text, "__asm%d", &n); err == nil && n < len(a.operands) {
			list = append(list, a.operands[n].toks...)
			continue
		}
		t.Pos, t.End = a.at.Pos, a.at.End
		list = append(list, t)
	}
	toks, at := p.toks, p.at
	p.toks, p.at = list, 0
	defer func() { p.toks, p.at = toks, at }()
	return p.statement()
}

// operand reads "constraint"(expression).
func (a *assembly) operand() {
	p := a.p
	word := strings.TrimLeft(unquote(p.take().Text), "=+&")
	open := p.at
	p.expect("(", "after the constraint")
	end := p.matching(open)
	o := asmOperand{constraint: 'r', toks: append([]lex.Token(nil), p.toks[open:end]...)}
	if word != "" {
		o.constraint = word[0]
	}
	p.at = end
	a.operands = append(a.operands, o)
	p.accept(",")
}

func (a *assembly) fail(what string) {
	a.p.fail(a.at, "the PTX "+what+" is not supported", "write it in CUDA C++; arithmetic, comparisons, ld, st, atom and special registers are read")
}

// statements translates PTX, one instruction after the other.
func (a *assembly) statements(text string) {
	text = strings.ReplaceAll(text, "%%", "%")
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "//")
		lines = append(lines, line)
	}
	// Braces of scopes stand where an instruction begins; others are those of vectors.
	for _, s := range strings.Split(strings.Join(lines, " "), ";") {
		for s = strings.TrimSpace(s); strings.HasPrefix(s, "{") || strings.HasPrefix(s, "}"); s = strings.TrimSpace(s[1:]) {
		}
		if s != "" {
			a.instruction(s)
		}
	}
}

// instruction translates one.
func (a *assembly) instruction(s string) {
	if rest, ok := strings.CutPrefix(s, ".reg"); ok {
		a.declare(strings.Fields(strings.ReplaceAll(rest, ",", " ")))
		return
	}
	if strings.HasPrefix(s, "@") {
		guard, rest, _ := strings.Cut(s[1:], " ")
		not := ""
		if g, ok := strings.CutPrefix(guard, "!"); ok {
			guard, not = g, "!"
		}
		a.out.WriteString("if (" + not + a.read(guard, "pred") + ") {")
		a.instruction(strings.TrimSpace(rest))
		a.out.WriteString("}")
		return
	}
	name, rest, _ := strings.Cut(s, " ")
	var args []string
	depth, from := 0, 0
	for i, c := range rest + "," {
		switch {
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case c == ',' && depth == 0:
			if arg := strings.TrimSpace(rest[from:i]); arg != "" {
				args = append(args, arg)
			}
			from = i + 1
		}
	}
	a.translate(name, strings.Split(name, "."), args)
}

// declare makes the variables of a .reg.
func (a *assembly) declare(words []string) {
	if len(words) < 2 || ptxTypes[strings.TrimPrefix(words[0], ".")] == "" {
		a.fail("declaration .reg " + strings.Join(words, " "))
	}
	t := strings.TrimPrefix(words[0], ".")
	for _, name := range words[1:] {
		a.registers[name] = ptxConstraints[t]
		a.out.WriteString(ptxTypes[t] + " " + a.variable(name) + ";")
	}
}

func (a *assembly) variable(name string) string {
	return "__ptx_" + strings.NewReplacer("%", "", "$", "_").Replace(name)
}

func (a *assembly) translate(name string, parts, args []string) {
	typ := parts[len(parts)-1]
	effect, known := "", false
	for n := len(parts); n > 0 && !known; n-- {
		effect, known = ptxEffects[strings.Join(parts[:n], ".")]
	}
	switch base := parts[0]; {
	case known:
		a.out.WriteString(effect)
	case base == "ld" || base == "ldu":
		a.load(name, parts, args)
	case base == "st":
		a.store(name, parts, args)
	case base == "cp" && len(args) >= 3 && slices.Contains(parts, "async"):
		a.out.WriteString(fmt.Sprintf("for (unsigned __ptx_i = 0; __ptx_i < (%s) / 4; __ptx_i++) ((unsigned *)(%s))[__ptx_i] = ((const unsigned *)(%s))[__ptx_i];", args[2], a.address(args[0], true), a.address(args[1], false)))
	case base == "atom" || base == "red":
		a.atomic(name, parts, args)
	case base == "setp" && len(args) == 3 && ptxCompare[parts[1]] != "" && ptxTypes[typ] != "":
		a.write(args[0], "pred", a.read(args[1], typ)+ptxCompare[parts[1]]+a.read(args[2], typ))
	case base == "cvt" && len(args) == 2:
		a.convert(name, parts, args)
	default:
		a.compute(name, parts, args)
	}
}

// compute translates what has a result that its operands make.
func (a *assembly) compute(name string, parts, args []string) {
	typ := parts[len(parts)-1]
	pattern, exact := ptxExact[name]
	if !exact && len(parts) > 2 {
		pattern = ptxOperators[parts[0]+"."+parts[1]]
	}
	if pattern == "" {
		pattern = ptxOperators[parts[0]]
	}
	if strings.Contains(name, ".add") {
		typ = "u32"
	}
	if pattern == "" || ptxTypes[typ] == "" || slices.Contains(parts, "cc") || len(args) < 2 || strings.Contains(name, "mul.hi") && !exact || strings.Contains(name, ".wide") && !exact || slices.Contains(parts, "sat") {
		a.fail("instruction '" + name + "'")
	}
	operand := func(i int) string {
		t := typ
		if (parts[0] == "shl" || parts[0] == "shr" || parts[0] == "bfe") && i >= 2 {
			t = "u32"
		}
		if parts[0] == "selp" && i == 3 {
			t = "pred"
		}
		if i >= len(args) {
			return "0"
		}
		return a.read(args[i], t)
	}
	result := typ
	switch {
	case strings.Contains(name, ".wide.u32"):
		result = "u64"
	case strings.Contains(name, ".wide.s32"):
		result = "s64"
	case parts[0] == "popc" || parts[0] == "clz" || parts[0] == "bfind":
		result = "u32"
	}
	if strings.Contains(name, "mad.wide") {
		c := a.read(args[3], result)
		pattern = strings.ReplaceAll(pattern, "C", c)
	}
	a.write(args[0], result, letters(pattern, operand))
}

// letters puts operands in the place of A, B and C.
func letters(pattern string, operand func(i int) string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		alone := (i == 0 || !isLetter(pattern[i-1])) && (i+1 == len(pattern) || !isLetter(pattern[i+1]))
		if c >= 'A' && c <= 'C' && alone {
			b.WriteString(operand(int(c-'A') + 1))
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// convert translates cvt.rounding.to.from.
func (a *assembly) convert(name string, parts, args []string) {
	to, from := parts[len(parts)-2], parts[len(parts)-1]
	if ptxTypes[to] == "" || ptxTypes[from] == "" {
		a.fail("instruction '" + name + "'")
	}
	v := a.read(args[1], from)
	if from[0] == 'f' && to[0] != 'f' {
		if f := map[bool]string{slices.Contains(parts, "rni"): "rint", slices.Contains(parts, "rmi"): "floor", slices.Contains(parts, "rpi"): "ceil"}[true]; f != "" {
			v = f + "(" + v + ")"
		}
	}
	a.write(args[0], to, "("+ptxTypes[to]+")("+v+")")
}

// read is an operand's value as a type.
func (a *assembly) read(op, typ string) string {
	t := ptxTypes[typ]
	text, constraint := op, byte('i')
	switch {
	case strings.HasPrefix(op, "-%"), strings.HasPrefix(op, "!%"):
		return op[:1] + a.read(op[1:], typ)
	case strings.HasPrefix(op, "0f") && len(op) == 10:
		return "__uint_as_float(0x" + op[2:] + "u)"
	case a.registers[op] != 0:
		text, constraint = a.variable(op), a.registers[op]
	case strings.HasPrefix(op, "%"):
		if s := ptxSpecial[op[1:]]; s != "" {
			return "(" + t + ")(" + s + ")"
		}
		var n int
		if _, err := fmt.Sscanf(op, "%%%d", &n); err != nil || n >= len(a.operands) {
			a.fail("operand '" + op + "'")
		}
		text, constraint = fmt.Sprintf("__asm%d", n), a.operands[n].constraint
	case op == "" || !(op[0] >= '0' && op[0] <= '9' || op[0] == '-'):
		a.fail("operand '" + op + "'")
	}
	switch {
	case constraint == 'f' && typ[0] != 'f':
		return "(" + t + ")__float_as_uint(" + text + ")"
	case constraint == 'd' && typ[0] != 'f':
		return "(" + t + ")__double_as_longlong(" + text + ")"
	case constraint == 'r' && typ == "f32":
		return "__uint_as_float((unsigned)(" + text + "))"
	case constraint == 'l' && typ == "f64":
		return "__longlong_as_double((long long)(" + text + "))"
	}
	return "((" + t + ")(" + text + "))"
}

// write stores a value of a type in an operand.
func (a *assembly) write(op, typ, value string) {
	text, constraint := "", a.registers[op]
	if constraint != 0 {
		text = a.variable(op)
	} else {
		var n int
		if _, err := fmt.Sscanf(op, "%%%d", &n); err != nil || n >= len(a.operands) {
			a.fail("result '" + op + "'")
		}
		text, constraint = fmt.Sprintf("__asm%d", n), a.operands[n].constraint
	}
	value = "(" + ptxTypes[typ] + ")(" + value + ")"
	switch {
	case constraint == 'f' && typ[0] != 'f':
		value = "__uint_as_float(" + value + ")"
	case constraint == 'r' && typ == "f32":
		value = "__float_as_uint(" + value + ")"
	case constraint == 'd' && typ[0] != 'f':
		value = "__longlong_as_double(" + value + ")"
	case constraint == 'l' && typ == "f64":
		value = "__double_as_longlong(" + value + ")"
	}
	a.out.WriteString(text + " = " + value + ";")
}

// address is [operand + offset]; shared addresses are offsets in 32 bits.
func (a *assembly) address(op string, shared bool) string {
	op = strings.Trim(op, "[] ")
	op, offset, _ := strings.Cut(op, "+")
	base := a.read(strings.TrimSpace(op), "u64")
	if shared {
		base = fmt.Sprintf("%dull + (unsigned)(%s)", memory.AddressIn(memory.Shared, 0), base)
	}
	if offset = strings.TrimSpace(offset); offset != "" {
		base += " + " + offset
	}
	return "(" + base + ")"
}

// places are the elements that ld or st names.
func (a *assembly) places(name string, parts []string, op, elements string) (list, where []string, typ string) {
	typ = parts[len(parts)-1]
	if ptxTypes[typ] == "" {
		a.fail("instruction '" + name + "'")
	}
	at, volatile := a.address(op, slices.Contains(parts, "shared")), ""
	if slices.Contains(parts, "volatile") || slices.Contains(parts, "acquire") || slices.Contains(parts, "release") {
		volatile = "volatile "
	}
	for i, e := range strings.Split(strings.Trim(elements, "{} "), ",") {
		list = append(list, strings.TrimSpace(e))
		where = append(where, fmt.Sprintf("((%s%s *)%s)[%d]", volatile, ptxTypes[typ], at, i))
	}
	return list, where, typ
}

func (a *assembly) load(name string, parts, args []string) {
	if len(args) != 2 {
		a.fail("instruction '" + name + "'")
	}
	list, where, typ := a.places(name, parts, args[1], args[0])
	for i, op := range list {
		a.write(op, typ, where[i])
	}
}

func (a *assembly) store(name string, parts, args []string) {
	if len(args) != 2 {
		a.fail("instruction '" + name + "'")
	}
	list, where, typ := a.places(name, parts, args[0], args[1])
	for i, op := range list {
		a.out.WriteString(where[i] + " = " + a.read(op, typ) + ";")
	}
}

// atomic translates atom and red.
func (a *assembly) atomic(name string, parts, args []string) {
	typ := parts[len(parts)-1]
	names := map[string]string{"add": "atomicAdd", "min": "atomicMin", "max": "atomicMax", "and": "atomicAnd", "or": "atomicOr", "xor": "atomicXor", "exch": "atomicExch", "cas": "atomicCAS"}
	f := ""
	for _, part := range parts {
		if names[part] != "" {
			f = names[part]
		}
	}
	result := parts[0] == "atom"
	if result && len(args) < 3 || len(args) < 2 || f == "" || ptxTypes[typ] == "" {
		a.fail("instruction '" + name + "'")
	}
	values := args
	if result {
		values = args[1:]
	}
	call := fmt.Sprintf("%s((%s *)%s", f, ptxTypes[typ], a.address(values[0], slices.Contains(parts, "shared")))
	for _, v := range values[1:] {
		call += ", " + a.read(v, typ)
	}
	if call += ")"; result {
		a.write(args[0], typ, call)
		return
	}
	a.out.WriteString(call + ";")
}
