// This file defines the functions of C's library that the headers declare.

package cudac

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
)

// nativeCall is a call of a function that is written in Go, by one lane.
type nativeCall struct {
	h    *host // nil on the device
	w    *simt.Warp
	lane int
	at   *simt.Site
	a    [8]uint64
}

func (c *nativeCall) text(i int) string { return c.w.CString(c.a[i], c.lane, c.at) }

func (c *nativeCall) Bytes(i int, n uint64, store bool) []byte {
	if n > maxAllocation {
		c.w.Fail("memcheck", c.at, c.lane, "%d bytes are more than any allocation has", n)
	}
	return c.w.Block(c.a[i], int(n), c.lane, c.at, store)
}

// hold takes n bytes of this machine for something that the program keeps, or fails.
func (c *nativeCall) hold(n int, what string) { c.h.mustHold(c.w, n, what, c.at) }

// mustHold is hold, or the end of the program.
func (h *host) mustHold(w *simt.Warp, n int, what string, at *simt.Site) {
	if !h.hold(int64(n), what, at) {
		w.Fail("memcheck", at, 0, "std::bad_alloc: %d bytes are more than there is room for", n)
	}
}

func (c *nativeCall) setLast(code int) uint64 {
	if code != 0 {
		c.h.err = code
	}
	return uint64(code)
}

// natives are the functions, by name.
var natives map[string]func(c *nativeCall) uint64

func init() {
	natives = map[string]func(c *nativeCall) uint64{
		"malloc": func(c *nativeCall) uint64 {
			if c.h == nil {
				return c.w.Take(int64(c.a[0]), "malloc")
			}
			return c.h.allocate(c.w, int64(c.a[0]), 1, onHost, "malloc", c.at)
		},
		"calloc": func(c *nativeCall) uint64 {
			return c.h.allocate(c.w, int64(c.a[0]), int64(c.a[1]), onHost, "malloc", c.at)
		},
		"realloc": realloc,
		"free": func(c *nativeCall) uint64 {
			if c.h == nil {
				c.w.GiveBack(c.a[0], "malloc", c.lane, c.at)
				return 0
			}
			c.h.release(c.w, c.a[0], "malloc", c.at)
			return 0
		},
		// __heapLimit sets how many bytes the heap of devices has, unless that is there already; it says how many.
		"__heapLimit": func(c *nativeCall) uint64 {
			if c.a[1] != 0 && !slices.Contains(c.h.heaped[:], true) {
				c.h.heapLimit = int64(min(c.a[0], maxHeap))
			}
			return uint64(cmp.Or(c.h.heapLimit, simt.DefaultDeviceHeap))
		},
		"__newQuiet": func(c *nativeCall) uint64 { return c.h.quiet(c.w, c.a[0], c.at) },
		"__delete":   func(c *nativeCall) uint64 { c.h.forget(c.a[0]); return 0 },
		"__checkIndex": func(c *nativeCall) uint64 {
			if c.a[0] >= c.a[1] {
				c.w.Fail("memcheck", c.at, 0, "index %d is out of range: there are %d elements", int64(c.a[0]), int64(c.a[1]))
			}
			return 0
		},
		"memcpy":  copyMemory,
		"memmove": copyMemory,
		"memset": func(c *nativeCall) uint64 {
			b := c.Bytes(0, c.a[2], true)
			for i := range b {
				b[i] = byte(c.a[1])
			}
			return c.a[0]
		},
		"memcmp": func(c *nativeCall) uint64 {
			return word.Signed(int32(strings.Compare(string(c.Bytes(0, c.a[2], false)), string(c.Bytes(1, c.a[2], false)))))
		},
		"strlen": func(c *nativeCall) uint64 { return uint64(len(c.text(0))) },
		"strcmp": func(c *nativeCall) uint64 { return word.Signed(int32(strings.Compare(c.text(0), c.text(1)))) },
		"strncmp": func(c *nativeCall) uint64 {
			a, b := c.text(0), c.text(1)
			n := int(min(c.a[2], simt.MaxString))
			return word.Signed(int32(strings.Compare(a[:min(n, len(a))], b[:min(n, len(b))])))
		},
		"atoi":        func(c *nativeCall) uint64 { return word.Signed(int32(leadingInt(c.text(0)))) },
		"atol":        func(c *nativeCall) uint64 { return uint64(leadingInt(c.text(0))) },
		"__blas":      blasCall,
		"__fft":       fftCall,
		"__sortOrder": sortOrder,
		"__strtol": func(c *nativeCall) uint64 {
			s, base := strings.TrimSpace(c.text(0)), int(int32(c.a[1]))
			if base == 16 || base == 0 {
				if hex, ok := strings.CutPrefix(strings.ToLower(s), "0x"); ok {
					s, base = hex, 16
				}
			}
			if base < 2 || base > 36 {
				base = 10
			}
			for i := len(s); i > 0; i-- {
				if n, err := strconv.ParseInt(s[:i], base, 64); err == nil {
					return uint64(n)
				} else if n, err := strconv.ParseUint(s[:i], base, 64); err == nil {
					return n
				}
			}
			return 0
		},
		"atof": func(c *nativeCall) uint64 { return word.Bits64(leadingFloat(c.text(0))) },
		"exit": func(c *nativeCall) uint64 { c.h.settleAll(); panic(exited{int(int32(c.a[0]))}) },
		"abort": func(c *nativeCall) uint64 {
			c.w.Fail("assert", c.at, 0, "the program called abort()")
			return 0
		},
		"rand":    func(c *nativeCall) uint64 { return uint64(c.h.random.next()) },
		"srand":   func(c *nativeCall) uint64 { c.h.random.seed(uint32(c.a[0])); return 0 },
		"drand48": func(c *nativeCall) uint64 { return word.Bits64(c.h.random.next48()) },
		"srand48": func(c *nativeCall) uint64 {
			c.h.random.state48 = c.a[0]&0xffffffff<<16 | 0x330e
			return 0
		},
		"__sleep":       func(c *nativeCall) uint64 { c.h.now += int64(min(c.a[0], 1<<50)); return 0 },
		"clock":         func(c *nativeCall) uint64 { return uint64(c.h.time() / 1000) },
		"time":          func(c *nativeCall) uint64 { return uint64(1_700_000_000 + c.h.time()/1e9) },
		"__nanoseconds": func(c *nativeCall) uint64 { return uint64(c.h.time()) },
		"__file":        func(c *nativeCall) uint64 { return c.a[0] },
		"puts":          func(c *nativeCall) uint64 { c.w.Write(1, c.text(0)+"\n"); return 1 },
		"putchar":       func(c *nativeCall) uint64 { c.w.Write(1, string([]byte{byte(c.a[0])})); return c.a[0] },
		"fputs":         func(c *nativeCall) uint64 { c.w.Write(int(c.a[1]), c.text(0)); return 1 },
		"fflush":        func(c *nativeCall) uint64 { return 0 },
		"__out":         func(c *nativeCall) uint64 { return c.Out(c.text(1), c.a[2], c.a[3], c.a[4]) },
		"__xorwowSkip":  xorwowSkip,
		"__outChar":     func(c *nativeCall) uint64 { c.w.Write(int(c.a[0]), string([]byte{byte(c.a[1])})); return 0 },
		"__outInt": func(c *nativeCall) uint64 {
			s := strconv.FormatInt(int64(c.a[1]), int(c.a[3]))
			if c.a[2] != 0 || c.a[3] == 16 {
				s = strconv.FormatUint(c.a[1], int(c.a[3]))
			}
			return c.Out(s, c.a[4], c.a[5], c.a[6])
		},
		"__outFloat": func(c *nativeCall) uint64 {
			d := &directive{precision: int(int32(c.a[2])), verb: "gfe"[min(c.a[3], 2)]}
			return c.Out(d.formatFloat(word.Float64(c.a[1])), c.a[4], c.a[5], c.a[6])
		},
	}
	insistent(cudaNatives, sayError)
	maps.Copy(natives, cudaNatives)
	maps.Copy(natives, fileNatives)
	maps.Copy(natives, graphNatives)
	maps.Copy(natives, sobolNatives)
	maps.Copy(natives, deviceNatives)
	maps.Copy(natives, moduleNatives)
}

// Out writes a field of C++'s streams.
func (c *nativeCall) Out(s string, width, fill, left uint64) uint64 {
	if n := int(int32(width)) - len(s); n > 0 && n < 4096 {
		pad := strings.Repeat(string([]byte{byte(fill)}), n)
		if left != 0 {
			s += pad
		} else {
			s = pad + s
		}
	}
	c.w.Write(int(c.a[0]), s)
	return 0
}

func copyMemory(c *nativeCall) uint64 {
	if c.a[2] > 0 {
		copy(c.Bytes(0, c.a[2], true), c.Bytes(1, c.a[2], false))
	}
	return c.a[0]
}

func realloc(c *nativeCall) uint64 {
	to := c.h.allocate(c.w, int64(c.a[1]), 1, onHost, "malloc", c.at)
	if from, _ := c.h.find(c.a[0]); from != nil && to != 0 {
		a, _ := c.h.find(to)
		copy(a.data, from.data)
		c.h.release(c.w, c.a[0], "malloc", c.at)
	}
	return to
}

// quiet is memory of the headers' own, which they free.
func (h *host) quiet(w *simt.Warp, n uint64, at *simt.Site) uint64 {
	if n > maxHeap {
		w.Fail("memcheck", at, 0, "std::bad_alloc: %d bytes are more than there is room for", n)
	}
	if !h.hold(weight(int64(n), onHost), "std::vector", at) {
		w.Fail("memcheck", at, 0, "std::bad_alloc: %d bytes are more than there is room for", n)
	}
	return h.add(&allocation{data: make([]byte, n), how: "std::vector", quiet: true, line: h.run.Grid.Line(at)})
}

func (h *host) forget(addr uint64) {
	a, _ := h.find(addr)
	if a == nil || a.freed != 0 {
		return
	}
	i, _ := memory.Allocation(addr)
	a.freed = a.line
	h.gone(i, "use after free: the vector that held this memory has grown or is gone")
}

func leadingInt(s string) int64 {
	s = strings.TrimSpace(s)
	i := 0
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || i == 0 && (s[i] == '-' || s[i] == '+')) {
		i++
	}
	n, _ := strconv.ParseInt(s[:i], 10, 64)
	return n
}

func leadingFloat(s string) float64 {
	s = strings.TrimSpace(s)
	for i := len(s); i > 0; i-- {
		if f, err := strconv.ParseFloat(s[:i], 64); err == nil && !strings.ContainsAny(s[:i], "_xXpP") {
			return f
		}
	}
	return 0
}
