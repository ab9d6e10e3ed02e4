// This file reads the other files of a program: those that it includes by name, and those
// that are compiled with it. Lines of all files are counted on, file after file, so that a
// position is one number.

package cudac

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"gputour/engine/diag"
)

// Source is a program, with its other files.
type Source struct {
	File, Text string
	Line       int                                      // of the text's first line in File; 0 is 1
	More       []File                                   // compiled with it
	Open       func(name string) (text string, ok bool) // what an #include "name" brings in; may be nil
}

// File is one of the other files of a program.
type File struct{ Name, Text string }

// Program compiles a program with a main that Run runs. What is wrong with it comes back as
// a diag.List.
func (s Source) Program() (*Program, error) {
	c := &compiler{file: s.File, lines: strings.Split(s.Text, "\n"), shift: max(s.Line, 1) - 1, whole: true, open: s.Open}
	return translate(c, s.Text, s.More...)
}

// otherFile is a file beside the first, whose lines follow those of the files before it.
type otherFile struct {
	name string
	from int // its first line
	at   int // the line of what includes it
}

// maxFileLines bounds the lines of all files of a program.
const maxFileLines = 1 << 18

// add takes in another file, which the line at includes.
func (c *compiler) add(f File, at diag.Pos) []token {
	from := len(c.lines) + 1
	c.files = append(c.files, otherFile{f.Name, from, at.Line})
	c.lines = append(c.lines, strings.Split(f.Text, "\n")...)
	if len(c.lines) > maxFileLines {
		c.report(at, 1, "the program's files are too long", "")
		return nil
	}
	l := &lexer{src: f.Text, line: from, first: true, c: c}
	return l.all()
}

// fileOf is the file that a line lies in; nil for the first.
func (c *compiler) fileOf(line int) *otherFile {
	for i := len(c.files) - 1; i >= 0; i-- {
		if c.files[i].from <= line {
			return &c.files[i]
		}
	}
	return nil
}

// within is a line's file, and its number there.
func (c *compiler) within(line int) (string, int) {
	if f := c.fileOf(line); f != nil {
		return f.name, line - f.from + 1
	}
	return c.file, line + c.shift
}

// outer is the line of the first file to which a line belongs.
func (c *compiler) outer(line int) int {
	for f := c.fileOf(line); f != nil; f = c.fileOf(line) {
		line = f.at
	}
	return line + c.shift
}

// named says which line is meant, and of which file where it is not the first.
func (c *compiler) named(line int) string {
	if file, n := c.within(line); c.fileOf(line) != nil {
		return fmt.Sprintf("%d of %s", n, file)
	}
	return fmt.Sprint(line + c.shift)
}

// own brings in a file of the program's; false says that there is none of the name.
func (p *preprocessor) own(name string, line []token) bool {
	if p.c.open == nil {
		return false
	}
	at := line[0].pos
	full := path.Clean(name)
	if f := p.c.fileOf(at.Line); f != nil {
		full = path.Join(path.Dir(f.name), name)
	}
	text, ok := p.c.open(full)
	if !ok {
		full = path.Clean(name)
		if text, ok = p.c.open(full); !ok {
			return false
		}
	}
	if p.once[full] {
		return true
	}
	if p.nesting++; p.nesting > maxIncludes {
		p.c.report(at, 7, "#include is nested too deeply", "a file that includes itself needs #pragma once")
		p.nesting--
		return true
	}
	defer func() { p.nesting-- }()
	p.suit(text, at)
	if tokens := p.c.add(File{full, text}, at); tokens != nil {
		from := len(p.out)
		p.run(tokens)
		if by, ok := p.first[full]; !ok {
			p.first[full] = p.number
		} else if by < p.number { // what it declares is there already; its macros are this file's, too
			p.out = p.out[:from]
		}
	}
	return true
}

// graphNames are those of CUDA graphs.
var graphNames = []string{"cudaGraph", "cudaStreamCapture", "cudaStreamBeginCapture", "cudaStreamIsCapturing"}

// seldom are parts of the runtime that are read where a file's text names something of theirs.
var seldom = []struct {
	header string
	names  []string
}{
	{"driver", []string{"CUresult", "CUdevice", "CUcontext", "CUmodule", "CUfunction", "CUmem", "cuInit", "cuMem", "cuCtx", "cuModule", "helper_cuda_drvapi.h", "nvrtc"}},
	{"pools", []string{"cudaMemPool", "cudaDeviceGetDefaultMemPool", "cudaMallocFromPool", "cudaMemLocation", "cudaMemAllocNodeParams"}},
	{"sobol", []string{"curandDirectionVector", "curandStateSobol", "curandGetDirectionVectors"}},
	{"randomhost", []string{"curandGenerator_t", "curandCreateGenerator"}},                                                 // also for who includes curand_kernel.h alone
	{"traits", []string{"std::is_", "std::integral_constant", "std::bool_constant", "std::conditional", "std::enable_if"}}, // <utility>, which cuda_runtime.h includes, has them
	{"pools", graphNames}, {"texture", graphNames}, {"graph", graphNames}, // nodes take memory and copy what has three sides
	{"texture", []string{"cudaArray", "cudaTexture", "cudaSurface", "cudaChannelFormat", "cudaCreateChannelDesc", "cudaMemcpy3D", "tex1D", "tex2D", "tex3D"}},
}

// suit brings in the parts of the runtime that a file needs.
func (p *preprocessor) suit(text string, at diag.Pos) {
	for _, part := range seldom {
		if p.c.whole && slices.ContainsFunc(part.names, func(name string) bool { return strings.Contains(text, name) }) {
			p.header(part.header, at)
		}
	}
}

// maxIncludes bounds how deep files include each other.
const maxIncludes = 50

// pragma takes in what a #pragma says of its file.
func (p *preprocessor) pragma(line []token) {
	if len(line) > 1 && line[1].is("once") {
		if f := p.c.fileOf(line[0].pos.Line); f != nil {
			p.once[f.name] = true
		}
	}
}
