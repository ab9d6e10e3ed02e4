// This file compiles sources while a program runs, as NVRTC does, and loads what was compiled, as
// the driver API's modules do.

package host

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
	"gputour/engine/diag"
)

// image is a source that was compiled while the program runs. Its text, by which the program hands
// it on, names it; there is no machine code.
type image struct {
	program *Program // nil where it has errors
	log     string
	state   uint64 // where its variables are on the device; 0 before it is loaded
}

// imageMark begins the text of an image, behind which its number follows.
const imageMark = "// compiled by cudac: "

// maxImages bounds what a program may compile.
const maxImages = 64

// Errors of the driver (CUresult).
const (
	noImage      = 200
	noSuchSymbol = 500
	outOfMemory  = 2
)

// compileImage compiles a source, and returns its number.
func (h *host) compileImage(c source.Text, text string) uint64 {
	im := &image{}
	c.Lines, c.Whole, c.Module = strings.Split(text, "\n"), true, true
	p, err := h.program.Compile(&c, text)
	if err != nil {
		im.log = compileLog(err)
	} else {
		im.program, im.log = p, compileLog(p.Warnings)
	}
	h.images = append(h.images, im)
	return uint64(len(h.images))
}

// compileLog says what is wrong with a source as nvcc does.
func compileLog(err error) string {
	list, ok := err.(diag.List)
	if !ok {
		return err.Error() + "\n"
	}
	var b strings.Builder
	for _, d := range list {
		kind := "error"
		if d.Severity != diag.Error {
			kind = "warning"
		}
		fmt.Fprintf(&b, "%s(%d): %s: %s\n", d.File, d.Span.Start.Line, kind, d.Message)
	}
	return b.String()
}

// built is what nvcc makes of a source of the session: NAME.ptx, NAME.cubin and NAME.fatbin are
// those of NAME.cu, also behind a number of bits (NAME64.fatbin).
func (h *host) built(name string) ([]byte, bool) {
	ext := path.Ext(name)
	if h.Open == nil || ext != ".ptx" && ext != ".cubin" && ext != ".fatbin" {
		return nil, false
	}
	base := strings.TrimSuffix(name, ext)
	for _, stem := range []string{base, strings.TrimSuffix(base, "64"), strings.TrimSuffix(base, "32")} {
		text, ok := h.Open(stem + ".cu")
		if !ok || len(h.images) >= maxImages {
			continue
		}
		n := h.compileImage(source.Text{File: stem + ".cu", Open: h.textFile}, string(text))
		if im := h.images[n-1]; im.program == nil {
			if h.Stderr != nil {
				fmt.Fprint(h.Stderr, im.log)
			}
			return nil, false
		}
		text = []byte(imageText(n))
		h.written[name] = text
		return text, true
	}
	return nil, false
}

func (h *host) textFile(name string) (string, bool) {
	b, ok := h.content(name)
	return string(b), ok
}

func imageText(n uint64) string { return imageMark + strconv.FormatUint(n, 10) + "\n" }

// image is the one of a number, from 1 on; nil where there is none, or it has errors.
func (h *host) image(n uint64) *image {
	if n < 1 || n > uint64(len(h.images)) || h.images[n-1].program == nil {
		return nil
	}
	return h.images[n-1]
}

// load places an image's variables on the device, where the host's copies reach them.
func (h *host) load(c *Call, im *image) bool {
	p := im.program
	if im.state == 0 {
		at := h.Allocate(c.W, int64(max(len(p.Globals), 1)), 1, onDevice, "cuModuleLoad", c.At)
		if at == 0 {
			return false
		}
		im.state = at
		a, _ := h.find(at)
		a.quiet, a.name = true, "variables of a module"
		h.filled(at, uint64(a.size))
		p.State = a.data[:len(p.Globals)]
	}
	copy(p.State, p.Globals)
	return true
}

// KernelOf is the kernel that a value of the host's stands for; nil for none.
func (h *host) KernelOf(id uint64) *simt.Kernel {
	if k := h.program.Named[id]; k != nil {
		return k
	}
	return h.loaded[id]
}

// function makes a value that stands for a kernel of a module.
func (h *host) function(im *image, name string) uint64 {
	for _, k := range im.program.Kernels {
		if k.Name == name {
			for id, other := range h.loaded {
				if k == other {
					return id
				}
			}
			id := uint64(len(h.loaded)+1)<<40 | 1 // behind those of kernelName
			h.loaded[id] = k
			return id
		}
	}
	return 0
}

// strings reads n strings behind a list of pointers.
func (c *Call) strings(i int, n uint64) (list []string) {
	for j := range min(n, 256) {
		at := word.Load(c.W.Block(c.A[i]+8*j, 8, c.Lane, c.At, false), word.U64)
		list = append(list, c.W.CString(at, c.Lane, c.At))
	}
	return list
}

// definesOf are the macros that options of a compiler define.
func definesOf(options []string) (list []string) {
	for i := 0; i < len(options); i++ {
		o := options[i]
		for _, flag := range []string{"--define-macro", "-D"} {
			if rest, ok := strings.CutPrefix(o, flag); ok {
				if rest = strings.TrimPrefix(rest, "="); rest == "" && i+1 < len(options) {
					i++
					rest = options[i]
				}
				list = append(list, strings.TrimSpace(rest))
				break
			}
		}
	}
	return list
}

// keepText is memory of the headers' own that holds a string.
func (c *Call) keepText(s string) uint64 {
	at := c.H.Quiet(c.W, uint64(len(s)+1), c.At)
	a, _ := c.H.find(at)
	copy(a.data, s)
	return at
}

// moduleNatives are what nvrtc.h and the driver API's modules are made of.
var moduleNatives = map[string]func(c *Call) uint64{
	// __compile(source, name, options, how many, headers' texts, their names, how many)
	"__compile": func(c *Call) uint64 {
		if len(c.H.images) >= maxImages {
			return 0
		}
		s, text := source.Text{File: c.text(1)}, c.text(0)
		texts, names := c.strings(4, c.A[6]), c.strings(5, c.A[6])
		s.Open = func(name string) (string, bool) {
			for i := range names {
				if names[i] == name {
					return texts[i], true
				}
			}
			return c.H.textFile(name)
		}
		s.Defines = definesOf(c.strings(2, c.A[3]))
		return c.H.compileImage(s, text)
	},
	"__compiled": func(c *Call) uint64 { return uint64(word.Bit(c.H.image(c.A[0]) != nil)) },
	"__compileLog": func(c *Call) uint64 {
		if n := c.A[0]; n >= 1 && n <= uint64(len(c.H.images)) {
			return c.keepText(c.H.images[n-1].log)
		}
		return c.keepText("")
	},
	"__compileImage": func(c *Call) uint64 { return c.keepText(imageText(c.A[0])) },
	// __moduleFile is the number of the image that a file holds; 0 for none.
	"__moduleFile": func(c *Call) uint64 {
		b, _ := c.H.content(c.text(0))
		return imageNumber(string(b))
	},
	"__moduleData": func(c *Call) uint64 { return imageNumber(c.text(0)) },
	"__moduleLoad": func(c *Call) uint64 {
		im := c.H.image(c.A[0])
		switch {
		case im == nil:
			return noImage
		case !c.H.load(c, im):
			return outOfMemory
		}
		return 0
	},
	"__moduleFunction": func(c *Call) uint64 {
		if im := c.H.image(c.A[0]); im != nil {
			return c.H.function(im, c.text(1))
		}
		return 0
	},
	// __moduleGlobal(module, name, &address, &bytes)
	"__moduleGlobal": func(c *Call) uint64 {
		im := c.H.image(c.A[0])
		if im == nil {
			return invalidHandle
		}
		at, ok := im.program.Symbols[c.text(1)]
		if !ok {
			return noSuchSymbol
		}
		word.Store(c.bytes(2, 8, true), word.U64, im.state+uint64(at.Offset))
		word.Store(c.bytes(3, 8, true), word.U64, uint64(at.Size))
		return 0
	},
	// __launchPacked is cuLaunchKernel with its arguments in a buffer, one behind the other.
	"__launchPacked": func(c *Call) uint64 {
		k := c.H.KernelOf(c.A[0])
		if k == nil {
			return invalidHandle
		}
		at := uint64(0)
		return launchWith(c, k, false, func(i int, t *syntax.Type) uint64 {
			n := uint64(t.Alignment())
			at = (at + n - 1) / n * n
			from := c.A[3] + at
			at += uint64(t.Size())
			return from
		})
	},
	// __memoryRange(pointer, &begin, &bytes) is the allocation that a pointer lies in.
	"__memoryRange": func(c *Call) uint64 {
		a, off := c.H.find(c.A[0])
		if a == nil || a.freed != 0 || a.side == OnHost {
			return invalidHandle
		}
		word.Store(c.bytes(1, 8, true), word.U64, c.A[0]-uint64(off))
		word.Store(c.bytes(2, 8, true), word.U64, uint64(a.size))
		return 0
	},
}

func imageNumber(text string) uint64 {
	rest, ok := strings.CutPrefix(text, imageMark)
	if !ok {
		return 0
	}
	n, _ := strconv.ParseUint(strings.TrimSpace(strings.SplitN(rest, "\n", 2)[0]), 10, 64)
	return n
}
