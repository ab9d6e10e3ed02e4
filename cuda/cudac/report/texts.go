// This file names what the checks say: a text has a code, so that a page can say it in the
// learner's language.

package report

import "fmt"

// codes are the codes of texts, by their formats. The part before the point is the kind.
var codes = map[string]string{
	"index %d is out of bounds of array '%s' of %d elements":                                            "memcheck.array",
	"invalid %s out of bounds: index %d of %s, which has %d elements of %d bytes%s":                     "memcheck.index",
	"invalid %s out of bounds: byte %d of %s, which has %d bytes%s":                                     "memcheck.byte",
	"invalid %s of %d bytes through a null or wild pointer":                                             "memcheck.null",
	"invalid %s of %d bytes: %s":                                                                        "memcheck.denied",
	"use after free: %s of %d bytes of %s, which was freed":                                             "memcheck.freed",
	"misaligned %s of %d bytes: the address is byte %d of %s":                                           "memcheck.misaligned",
	"misaligned access of %d bytes: the address must be a multiple of %d":                               "memcheck.unaligned",
	"stack overflow: '%s' calls itself too often; is there an end to the recursion?":                    "memcheck.stack",
	"misaligned matrix: it must begin at a multiple of 32 bytes, not %d bytes behind one":               "memcheck.matrix",
	"the rows of a matrix must be a multiple of 16 bytes apart, not %d":                                 "memcheck.rows",
	"the width of a shuffle must be a power of two up to 32, not %d":                                    "memcheck.width",
	"this thread is not in the mask of the shuffle it takes part in":                                    "memcheck.mask",
	"call through a function pointer that is null or points to no function of this side":                "memcheck.function",
	"std::bad_alloc: %d elements of %d bytes are more than there is room for":                           "memcheck.elements",
	"std::bad_alloc: %d bytes are more than there is room for":                                          "memcheck.room",
	"invalid %s of %d bytes: no block of the device's heap is there, or it was freed":                   "memcheck.heap",
	"this pointer was not allocated by %s":                                                              "memcheck.stranger",
	"this pointer is %d bytes into an allocation (%s): only its beginning can be freed":                 "memcheck.inside",
	"double free: %s was freed in line %d":                                                              "memcheck.twice",
	"%s is given to %s":                                                                                 "memcheck.mismatch",
	"index %d is out of range: there are %d elements":                                                   "memcheck.range",
	"%d bytes are more than any allocation has":                                                         "memcheck.huge",
	"this is not the name of a kernel":                                                                  "memcheck.kernel",
	"the %s was freed: %s, freed in line %d":                                                            "memcheck.copyfreed",
	"the %s is a null pointer":                                                                          "memcheck.copynull",
	"the %s is host memory, and the copy's direction says device memory":                                "memcheck.copyhost",
	"the %s is device memory, and the copy's direction says host memory":                                "memcheck.copydevice",
	"the %s is out of bounds of the device variable":                                                    "memcheck.copysymbol",
	"the %s is out of bounds: %d bytes from byte %d on of %s":                                           "memcheck.copybounds",
	"read of uninitialised memory: this thread has not set %s yet":                                      "initcheck.variable",
	"read of uninitialised memory: this thread has not written to %s yet":                               "initcheck.local",
	"read of uninitialised memory: byte %d of '%s' was never written":                                   "initcheck.byte",
	"read of uninitialised memory: the thread of lane %d, which this shuffle reads, has not set %s yet": "initcheck.lane",
	"array '%s' has a length of %d":                                                                     "memcheck.length",
	"launch through a pointer that is null or points to no kernel":                                      "memcheck.nokernel",
	"call of the virtual function '%s' of an object that was never made, or whose class has none":       "memcheck.virtual",
	"this file is not open":                                                                             "memcheck.file",
	"the file grows beyond 256 MiB":                                                                     "memcheck.filesize",
	"the format asks for more values than there are arguments":                                          "memcheck.scanarguments",
	"the format's %%%c does not fit a pointer to '%s'":                                                  "memcheck.scantype",
	"grid.sync() needs a cooperative launch: cudaLaunchCooperativeKernel":                               "barrier.grid",
	"kernels launch each other more than %d deep":                                                       "budget.nested",
	"this is no graph":                                                          "memcheck.graph",
	"this is no node of the graph":                                              "memcheck.node",
	"more than %d kernels that kernels launched wait to run":                    "budget.pending",
	"integer division by zero":                                                  "arithmetic.division",
	"Assertion %sfailed":                                                        "assert.failed",
	"__trap() ends the kernel":                                                  "assert.trap",
	"the program called abort()":                                                "assert.abort",
	"a whole warp multiplies matrices: this thread does not take part":          "barrier.matrix",
	"the mask of the shuffle names this thread, which does not take part in it": "barrier.mask",
	"barrier divergence: __syncthreads() in a branch that this thread does not take, while others of its warp wait there": "barrier.branch",
	"barrier divergence: this thread waits at __syncthreads(), and warp %d of the block has ended without it":             "barrier.ended",
	"barrier divergence: this thread waits at __syncthreads(), which other warps of the block never reach":                "barrier.never",
	"barrier divergence: this thread waits at the __syncthreads() here, others of the block at the one in line %d":        "barrier.other",
	ReturnedBefore: "barrier.returned",
	"deadlock: this thread waits in a loop for a value in memory, and every thread that could change it waits, too, or has ended": "deadlock.wait",
	Endless:      "budget.loop",
	RaceText:     "race.threads",
	RaceAcross:   "race.blocks",
	uncoalesced:  "coalescing.sectors",
	conflicting:  "banks.conflicts",
	NeverWritten: "initcheck.shared",
	Uncaught:     "assert.exception",
}

// Texts of more than one place.
const (
	ReturnedBefore = "threads have returned before this __syncthreads(), which every thread of the block must reach"
	Endless        = "kernel %s was stopped: it ran more statements than a launch may; is there an endless loop? It was in the loop in line %d."
	RaceText       = "race in %s: this thread %s what %s %s in line %s, and no __syncthreads() stands between"
	RaceAcross     = "race in %s: this thread %s what %s %s in line %s, and blocks do not wait for each other"
	uncoalesced    = "uncoalesced %s: a warp needs %s sectors per request where %s would do"
	conflicting    = "bank conflicts: shared memory must be asked %s times per request"
	NeverWritten   = "read of uninitialised memory: no thread of this block has written to this place in shared memory"
	Uncaught       = "terminate called after throwing an instance of '%s'%s"
)

// spoken is a text with what it is made of.
type spoken struct {
	Code string   // stable: "memcheck.index"
	Args []string // what stands in the text's places
}

func saying(format string, args []any) spoken {
	s := spoken{Code: codes[format]}
	for _, a := range args {
		s.Args = append(s.Args, fmt.Sprint(a))
	}
	return s
}
