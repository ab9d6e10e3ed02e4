// This file brings in the other files of a program: those that it includes by name, and those that are compiled with it.

package lex

import (
	"path"
	"slices"
	"strings"

	"gputour/cuda/cudac/source"
	"gputour/engine/diag"
)

// file are the tokens of a file that the line at includes; none where it is too long.
func (p *preprocessor) file(f source.File, at diag.Pos) []Token {
	line, ok := p.c.Add(f, at)
	if !ok {
		return nil
	}
	return Scan(p.c, f.Text, line, true)
}

// own brings in a file of the program's; false says that there is none of the name.
func (p *preprocessor) own(name string, line []Token) bool {
	if p.c.Open == nil {
		return false
	}
	at := line[0].Pos
	full := path.Clean(name)
	if f := p.c.FileOf(at.Line); f != nil {
		full = path.Join(path.Dir(f.Name), name)
	}
	text, ok := p.c.Open(full)
	if !ok {
		full = path.Clean(name)
		if text, ok = p.c.Open(full); !ok {
			return false
		}
	}
	if p.once[full] {
		return true
	}
	if p.nesting++; p.nesting > maxIncludes {
		p.c.Report(at, 7, "#include is nested too deeply", "a file that includes itself needs #pragma once")
		p.nesting--
		return true
	}
	defer func() { p.nesting-- }()
	p.suit(text, at)
	if tokens := p.file(source.File{Name: full, Text: text}, at); tokens != nil {
		from := len(p.out)
		p.run(tokens)
		if by, ok := p.first[full]; !ok {
			p.first[full] = p.number
			p.noteDeclared(p.out[from:])
		} else if by < p.number { // its macros are this file's, too
			p.out = append(p.out[:from], p.fresh(p.out[from:])...)
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
	{"driver", []string{"CUresult", "CUdevice", "CUcontext", "CUmodule", "CUfunction", "CUmem", "CU_MEMHOSTALLOC", "cuInit", "cuMem", "cuCtx", "cuModule", "helper_cuda_drvapi.h", "nvrtc"}},
	{"system", []string{"getopt", "optarg", "struct stat", "close(", "access(", "rusage"}}, // of unistd.h and sys/stat.h
	{"chrono", []string{"std::chrono"}}, // also for who includes thread alone
	{"threads", []string{"pthread_"}},
	{"exception", []string{"std::exception", "std::terminate", "std::runtime_error", "std::logic_error", "std::invalid_argument", "std::out_of_range"}},
	{"pools", []string{"cudaMemPool", "cudaDeviceGetDefaultMemPool", "cudaMallocFromPool", "cudaMemLocation", "cudaMemAllocNodeParams"}},
	{"sobol", []string{"curandDirectionVector", "curandStateSobol", "curandGetDirectionVectors"}},
	{"randomhost", []string{"curandGenerator_t", "curandCreateGenerator"}},                                                 // also for who includes curand_kernel.h alone
	{"traits", []string{"std::is_", "std::integral_constant", "std::bool_constant", "std::conditional", "std::enable_if"}}, // <utility>, which cuda_runtime.h includes, has them
	{"pools", graphNames}, {"texture", graphNames}, {"graph", graphNames}, // nodes take memory and copy what has three sides
	{"drivertexture", []string{"CUarray", "CUtexObject", "CUsurfObject", "CUDA_MEMCPY2D", "CUDA_ARRAY"}},
	{"texture", []string{"cudaArray", "cudaTexture", "cudaSurface", "cudaChannelFormat", "cudaCreateChannelDesc", "cudaMemcpy3D", "tex1D", "tex2D", "tex3D"}},
}

// suit brings in the parts of the runtime that a file needs.
func (p *preprocessor) suit(text string, at diag.Pos) {
	for _, part := range seldom {
		if p.c.Whole && slices.ContainsFunc(part.names, func(name string) bool { return strings.Contains(text, name) }) {
			p.header(part.header, at)
		}
	}
}

// maxIncludes bounds how deep files include each other.
const maxIncludes = 50

// pragma takes in what a #pragma says of its file.
func (p *preprocessor) pragma(line []Token) {
	if len(line) > 1 && line[1].Is("once") {
		if f := p.c.FileOf(line[0].Pos.Line); f != nil {
			p.once[f.Name] = true
		}
	}
}
