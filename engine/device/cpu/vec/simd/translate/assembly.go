package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// assembly is what the kernels' sources hold: functions in order, and constants.
type assembly struct {
	functions []*function
	data      map[string][]byte
}

// function is one kernel of the AVX2 level.
type function struct {
	name   string // without its suffix
	params []string
	shape  string // a letter for each parameter: p for a pointer, q for one to pointers, i for a number
	code   []instruction
	labels map[string]int // the index of the instruction after it
	source string
}

// instruction is one line of assembly. Operands stand in Go's order: the destination last.
type instruction struct {
	op       string
	operands []operand
}

type operandKind uint8

const (
	immediate operandKind = iota
	general               // AX…R15
	vector                // Y or, where half is set, X
	memory
	constant // symbol and offset
	argument // name
	target   // a label
)

type operand struct {
	kind        operandKind
	value       int64 // an immediate; an offset
	name        string
	register    int
	half        bool // the low 128 bits
	index       int  // -1 for none
	scale       int64
	base        int
	description string
}

const suffix = "AVX2"

var (
	generals = []string{"AX", "CX", "DX", "BX", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"}
	lowBytes = map[string]string{"AL": "AX", "BL": "BX", "CL": "CX", "DL": "DX"}

	header   = regexp.MustCompile(`^// func (\w+)\((.*)\)$`)
	text     = regexp.MustCompile(`^TEXT ·(\w+)\(SB\)`)
	label    = regexp.MustCompile(`^(\w+):$`)
	datum    = regexp.MustCompile(`^DATA (\w+)<>\+(\d+)\(SB\)/(\d), \$(0x[0-9a-f]+)$`)
	symbolic = regexp.MustCompile(`^(\w+)<>\+(\d+)\(SB\)$`)
	frame    = regexp.MustCompile(`^(\w+)\+\d+\(FP\)$`)
	address  = regexp.MustCompile(`^(-?\d+)?\((\w+)\)(?:\((\w+)\*(\d)\))?$`)
	register = regexp.MustCompile(`^([XY])(\d+)$`)
)

// read reads the kernels' sources in a folder.
func read(folder string) (*assembly, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*_amd64.s"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no assembly in %s (%v)", folder, err)
	}
	a := &assembly{data: map[string][]byte{}}
	for _, path := range files {
		if err := a.read(path); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func (a *assembly) read(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	params, shapes := map[string][]string{}, map[string]string{}
	var f *function
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), " ")
		switch {
		case header.MatchString(line):
			m := header.FindStringSubmatch(line)
			for _, p := range strings.Split(m[2], ", ") {
				name, kind, _ := strings.Cut(p, " ")
				params[m[1]] = append(params[m[1]], name)
				shapes[m[1]] += map[string]string{"*byte": "p", "**byte": "q", "int": "i"}[kind]
			}
		case text.MatchString(line):
			f = nil
			if name, ok := strings.CutSuffix(text.FindStringSubmatch(line)[1], suffix); ok {
				f = &function{name: name, params: params[name+suffix], shape: shapes[name+suffix], labels: map[string]int{}, source: filepath.Base(path)}
				a.functions = append(a.functions, f)
			}
		case datum.MatchString(line):
			a.datum(datum.FindStringSubmatch(line))
		case f == nil || line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "GLOBL"):
		case label.MatchString(line):
			f.labels[label.FindStringSubmatch(line)[1]] = len(f.code)
		default:
			in, err := parse(line)
			if err != nil {
				return fmt.Errorf("%s:%d: %w", path, n, err)
			}
			f.code = append(f.code, in)
		}
	}
	return lines.Err()
}

func (a *assembly) datum(m []string) {
	offset, _ := strconv.Atoi(m[2])
	size, _ := strconv.Atoi(m[3])
	value, _ := strconv.ParseUint(m[4], 0, 64)
	for len(a.data[m[1]]) < offset+size {
		a.data[m[1]] = append(a.data[m[1]], 0)
	}
	for i := range size {
		a.data[m[1]][offset+i] = byte(value >> (8 * i))
	}
}

func parse(line string) (instruction, error) {
	op, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	in := instruction{op: op}
	for _, word := range strings.Split(strings.TrimSpace(rest), ", ") {
		if word == "" {
			continue
		}
		o, err := parseOperand(word)
		if err != nil {
			return in, err
		}
		in.operands = append(in.operands, o)
	}
	return in, nil
}

func parseOperand(word string) (operand, error) {
	o := operand{index: -1, description: word}
	var err error
	if value, ok := strings.CutPrefix(word, "$"); ok {
		o.value, err = strconv.ParseInt(value, 0, 64)
		return o, err
	}
	if r := generalOf(word); r >= 0 {
		o.kind, o.register = general, r
		return o, nil
	}
	if m := register.FindStringSubmatch(word); m != nil {
		o.kind, o.half = vector, m[1] == "X"
		o.register, err = strconv.Atoi(m[2])
		return o, err
	}
	if m := symbolic.FindStringSubmatch(word); m != nil {
		o.kind, o.name = constant, m[1]
		o.value, err = strconv.ParseInt(m[2], 10, 64)
		return o, err
	}
	if m := frame.FindStringSubmatch(word); m != nil {
		o.kind, o.name = argument, m[1]
		return o, nil
	}
	if m := address.FindStringSubmatch(word); m != nil {
		o.kind, o.base = memory, generalOf(m[2])
		if m[1] != "" {
			o.value, err = strconv.ParseInt(m[1], 10, 64)
		}
		if m[3] != "" {
			o.index, o.scale = generalOf(m[3]), int64(m[4][0]-'0')
		}
		return o, err
	}
	if label.MatchString(word + ":") {
		o.kind, o.name = target, word
		return o, nil
	}
	return o, fmt.Errorf("what is %q?", word)
}

func generalOf(name string) int {
	if whole, ok := lowBytes[name]; ok {
		name = whole
	}
	if whole, ok := strings.CutSuffix(name, "B"); ok && len(whole) > 1 {
		name = whole
	}
	for i, g := range generals {
		if g == name {
			return i
		}
	}
	return -1
}
