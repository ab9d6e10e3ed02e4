// This file defines the functions of C's library that the headers declare.

package host

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/printf"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
)

// Call is a call of a function that is written in Go, by one lane.
type Call struct {
	H    *host // nil on the device
	W    *simt.Warp
	Lane int
	At   *simt.Site
	A    [8]uint64
}

func (c *Call) text(i int) string { return c.W.CString(c.A[i], c.Lane, c.At) }

func (c *Call) bytes(i int, n uint64, store bool) []byte {
	if n > maxAllocation {
		c.W.Fail("memcheck", c.At, c.Lane, "%d bytes are more than any allocation has", n)
	}
	return c.W.Block(c.A[i], int(n), c.Lane, c.At, store)
}

// hold takes n bytes of this machine for something that the program keeps, or fails.
func (c *Call) hold(n int, what string) { c.H.mustHold(c.W, n, what, c.At) }

// mustHold is hold, or the end of the program.
func (h *host) mustHold(w *simt.Warp, n int, what string, at *simt.Site) {
	if !h.hold(int64(n), what, at) {
		w.Fail("memcheck", at, 0, "std::bad_alloc: %d bytes are more than there is room for", n)
	}
}

func (c *Call) setLast(code int) uint64 {
	if code != 0 {
		c.H.err = code
	}
	return uint64(code)
}

// Natives are the functions, by name.
var Natives map[string]func(c *Call) uint64

func init() {
	Natives = map[string]func(c *Call) uint64{
		"malloc": func(c *Call) uint64 {
			if c.H == nil {
				return c.W.Take(int64(c.A[0]), "malloc")
			}
			return c.H.Allocate(c.W, int64(c.A[0]), 1, OnHost, "malloc", c.At)
		},
		"calloc": func(c *Call) uint64 {
			return c.H.Allocate(c.W, int64(c.A[0]), int64(c.A[1]), OnHost, "malloc", c.At)
		},
		"realloc": realloc,
		"free": func(c *Call) uint64 {
			if c.H == nil {
				c.W.GiveBack(c.A[0], "malloc", c.Lane, c.At)
				return 0
			}
			c.H.Release(c.W, c.A[0], "malloc", c.At)
			return 0
		},
		// __heapLimit sets how many bytes the heap of devices has, unless that is there already; it says how many.
		"__heapLimit": func(c *Call) uint64 {
			if c.A[1] != 0 && !slices.Contains(c.H.heaped[:], true) {
				c.H.heapLimit = int64(min(c.A[0], MaxMemory))
			}
			return uint64(cmp.Or(c.H.heapLimit, simt.DefaultDeviceHeap))
		},
		"__newQuiet": func(c *Call) uint64 { return c.H.Quiet(c.W, c.A[0], c.At) },
		"__delete":   func(c *Call) uint64 { c.H.forget(c.A[0]); return 0 },
		"__checkIndex": func(c *Call) uint64 {
			if c.A[0] >= c.A[1] {
				c.W.Fail("memcheck", c.At, 0, "index %d is out of range: there are %d elements", int64(c.A[0]), int64(c.A[1]))
			}
			return 0
		},
		"memcpy":  copyMemory,
		"memmove": copyMemory,
		"memset": func(c *Call) uint64 {
			b := c.bytes(0, c.A[2], true)
			for i := range b {
				b[i] = byte(c.A[1])
			}
			return c.A[0]
		},
		"memcmp": func(c *Call) uint64 {
			return word.Signed(int32(strings.Compare(string(c.bytes(0, c.A[2], false)), string(c.bytes(1, c.A[2], false)))))
		},
		"strlen": func(c *Call) uint64 { return uint64(len(c.text(0))) },
		"strcmp": func(c *Call) uint64 { return word.Signed(int32(strings.Compare(c.text(0), c.text(1)))) },
		"strncmp": func(c *Call) uint64 {
			a, b := c.text(0), c.text(1)
			n := int(min(c.A[2], simt.MaxString))
			return word.Signed(int32(strings.Compare(a[:min(n, len(a))], b[:min(n, len(b))])))
		},
		"atoi":        func(c *Call) uint64 { return word.Signed(int32(leadingInt(c.text(0)))) },
		"atol":        func(c *Call) uint64 { return uint64(leadingInt(c.text(0))) },
		"__blas":      blasCall,
		"__fft":       fftCall,
		"__sortOrder": sortOrder,
		"__strtol": func(c *Call) uint64 {
			s, base := strings.TrimSpace(c.text(0)), int(int32(c.A[1]))
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
		"atof": func(c *Call) uint64 { return word.Bits64(leadingFloat(c.text(0))) },
		"exit": func(c *Call) uint64 { c.H.settleAll(); panic(exited{int(int32(c.A[0]))}) },
		"abort": func(c *Call) uint64 {
			c.W.Fail("assert", c.At, 0, "the program called abort()")
			return 0
		},
		"rand":    func(c *Call) uint64 { return uint64(c.H.random.next()) },
		"srand":   func(c *Call) uint64 { c.H.random.seed(uint32(c.A[0])); return 0 },
		"drand48": func(c *Call) uint64 { return word.Bits64(c.H.random.next48()) },
		"srand48": func(c *Call) uint64 {
			c.H.random.state48 = c.A[0]&0xffffffff<<16 | 0x330e
			return 0
		},
		"__sleep":       func(c *Call) uint64 { c.H.now += int64(min(c.A[0], 1<<50)); return 0 },
		"clock":         func(c *Call) uint64 { return uint64(c.H.time() / 1000) },
		"time":          func(c *Call) uint64 { return uint64(1_700_000_000 + c.H.time()/1e9) },
		"__nanoseconds": func(c *Call) uint64 { return uint64(c.H.time()) },
		"__file":        func(c *Call) uint64 { return c.A[0] },
		"puts":          func(c *Call) uint64 { c.W.Write(1, c.text(0)+"\n"); return 1 },
		"putchar":       func(c *Call) uint64 { c.W.Write(1, string([]byte{byte(c.A[0])})); return c.A[0] },
		"fputs":         func(c *Call) uint64 { c.W.Write(int(c.A[1]), c.text(0)); return 1 },
		"fflush":        func(c *Call) uint64 { return 0 },
		"__out":         func(c *Call) uint64 { return c.out(c.text(1), c.A[2], c.A[3], c.A[4]) },
		"__xorwowSkip":  xorwowSkip,
		"__outChar":     func(c *Call) uint64 { c.W.Write(int(c.A[0]), string([]byte{byte(c.A[1])})); return 0 },
		"__outInt": func(c *Call) uint64 {
			s := strconv.FormatInt(int64(c.A[1]), int(c.A[3]))
			if c.A[2] != 0 || c.A[3] == 16 {
				s = strconv.FormatUint(c.A[1], int(c.A[3]))
			}
			return c.out(s, c.A[4], c.A[5], c.A[6])
		},
		"__outFloat": func(c *Call) uint64 {
			d := &printf.Directive{Precision: int(int32(c.A[2])), Verb: "gfe"[min(c.A[3], 2)]}
			return c.out(d.FormatFloat(word.Float64(c.A[1])), c.A[4], c.A[5], c.A[6])
		},
	}
	insistent(cudaNatives, sayError)
	maps.Copy(Natives, cudaNatives)
	maps.Copy(Natives, fileNatives)
	maps.Copy(Natives, graphNatives)
	maps.Copy(Natives, sobolNatives)
	maps.Copy(Natives, deviceNatives)
	maps.Copy(Natives, moduleNatives)
}

// out writes a field of C++'s streams.
func (c *Call) out(s string, width, fill, left uint64) uint64 {
	if n := int(int32(width)) - len(s); n > 0 && n < 4096 {
		pad := strings.Repeat(string([]byte{byte(fill)}), n)
		if left != 0 {
			s += pad
		} else {
			s = pad + s
		}
	}
	c.W.Write(int(c.A[0]), s)
	return 0
}

func copyMemory(c *Call) uint64 {
	if c.A[2] > 0 {
		copy(c.bytes(0, c.A[2], true), c.bytes(1, c.A[2], false))
	}
	return c.A[0]
}

func realloc(c *Call) uint64 {
	to := c.H.Allocate(c.W, int64(c.A[1]), 1, OnHost, "malloc", c.At)
	if from, _ := c.H.find(c.A[0]); from != nil && to != 0 {
		a, _ := c.H.find(to)
		copy(a.data, from.data)
		c.H.Release(c.W, c.A[0], "malloc", c.At)
	}
	return to
}

// Quiet is memory of the headers' own, which they free.
func (h *host) Quiet(w *simt.Warp, n uint64, at *simt.Site) uint64 {
	if n > MaxMemory {
		w.Fail("memcheck", at, 0, "std::bad_alloc: %d bytes are more than there is room for", n)
	}
	if !h.hold(weight(int64(n), OnHost), "std::vector", at) {
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
