// This file compiles sources while a program runs, as NVRTC does, and loads what was compiled, as
// the driver API's modules do.

package cudac

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
	p, err := h.program.compile(&c, text)
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
func (h *host) load(c *nativeCall, im *image) bool {
	p := im.program
	if im.state == 0 {
		at := h.allocate(c.w, int64(max(len(p.globals), 1)), 1, onDevice, "cuModuleLoad", c.at)
		if at == 0 {
			return false
		}
		im.state = at
		a, _ := h.find(at)
		a.quiet, a.name = true, "variables of a module"
		h.filled(at, uint64(a.size))
		p.State = a.data[:len(p.globals)]
	}
	copy(p.State, p.globals)
	return true
}

// kernelOf is the kernel that a value of the host's stands for; nil for none.
func (h *host) kernelOf(id uint64) *simt.Kernel {
	if k := h.program.named[id]; k != nil {
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
func (c *nativeCall) strings(i int, n uint64) (list []string) {
	for j := range min(n, 256) {
		at := word.Load(c.w.Block(c.a[i]+8*j, 8, c.lane, c.at, false), word.U64)
		list = append(list, c.w.CString(at, c.lane, c.at))
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
func (c *nativeCall) keepText(s string) uint64 {
	at := c.h.quiet(c.w, uint64(len(s)+1), c.at)
	a, _ := c.h.find(at)
	copy(a.data, s)
	return at
}

// moduleNatives are what nvrtc.h and the driver API's modules are made of.
var moduleNatives = map[string]func(c *nativeCall) uint64{
	// __compile(source, name, options, how many, headers' texts, their names, how many)
	"__compile": func(c *nativeCall) uint64 {
		if len(c.h.images) >= maxImages {
			return 0
		}
		s, text := source.Text{File: c.text(1)}, c.text(0)
		texts, names := c.strings(4, c.a[6]), c.strings(5, c.a[6])
		s.Open = func(name string) (string, bool) {
			for i := range names {
				if names[i] == name {
					return texts[i], true
				}
			}
			return c.h.textFile(name)
		}
		s.Defines = definesOf(c.strings(2, c.a[3]))
		return c.h.compileImage(s, text)
	},
	"__compiled": func(c *nativeCall) uint64 { return uint64(word.Bit(c.h.image(c.a[0]) != nil)) },
	"__compileLog": func(c *nativeCall) uint64 {
		if n := c.a[0]; n >= 1 && n <= uint64(len(c.h.images)) {
			return c.keepText(c.h.images[n-1].log)
		}
		return c.keepText("")
	},
	"__compileImage": func(c *nativeCall) uint64 { return c.keepText(imageText(c.a[0])) },
	// __moduleFile is the number of the image that a file holds; 0 for none.
	"__moduleFile": func(c *nativeCall) uint64 {
		b, _ := c.h.content(c.text(0))
		return imageNumber(string(b))
	},
	"__moduleData": func(c *nativeCall) uint64 { return imageNumber(c.text(0)) },
	"__moduleLoad": func(c *nativeCall) uint64 {
		im := c.h.image(c.a[0])
		switch {
		case im == nil:
			return noImage
		case !c.h.load(c, im):
			return outOfMemory
		}
		return 0
	},
	"__moduleFunction": func(c *nativeCall) uint64 {
		if im := c.h.image(c.a[0]); im != nil {
			return c.h.function(im, c.text(1))
		}
		return 0
	},
	// __moduleGlobal(module, name, &address, &bytes)
	"__moduleGlobal": func(c *nativeCall) uint64 {
		im := c.h.image(c.a[0])
		if im == nil {
			return invalidHandle
		}
		at, ok := im.program.symbols[c.text(1)]
		if !ok {
			return noSuchSymbol
		}
		word.Store(c.Bytes(2, 8, true), word.U64, im.state+uint64(at.offset))
		word.Store(c.Bytes(3, 8, true), word.U64, uint64(at.size))
		return 0
	},
	// __launchPacked is cuLaunchKernel with its arguments in a buffer, one behind the other.
	"__launchPacked": func(c *nativeCall) uint64 {
		k := c.h.kernelOf(c.a[0])
		if k == nil {
			return invalidHandle
		}
		at := uint64(0)
		return launchWith(c, k, false, func(i int, t *syntax.Type) uint64 {
			n := uint64(t.Alignment())
			at = (at + n - 1) / n * n
			from := c.a[3] + at
			at += uint64(t.Size())
			return from
		})
	},
	// __memoryRange(pointer, &begin, &bytes) is the allocation that a pointer lies in.
	"__memoryRange": func(c *nativeCall) uint64 {
		a, off := c.h.find(c.a[0])
		if a == nil || a.freed != 0 || a.side == onHost {
			return invalidHandle
		}
		word.Store(c.Bytes(1, 8, true), word.U64, c.a[0]-uint64(off))
		word.Store(c.Bytes(2, 8, true), word.U64, uint64(a.size))
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
