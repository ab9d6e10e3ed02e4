package main

// area is a part of the program whose facts the tests are to hold.
type area struct {
	name   string
	files  []string // patterns, from the top of the repository
	suites []suite  // the quickest first
}

// suite is the tests of a package; tests and skip are the test program's flags -run and -skip.
type suite struct{ pkg, tests, skip string }

// What of long suites is tried first, or later.
const (
	facts  = "^Test(Facts|DTypes|Autocast|GradientFacts|Programs)"
	values = "^Test(Expressions|Intrinsics|Refused|OutOfWarp|Initial|Atomics|Programs|Said)"
	faults = "^TestFaults"
	slopes = "^TestGradientFacts|^TestPrograms/^(derivatives|gradients|slopes|saved|complex_)"
)

var areas = []area{
	{"operations", []string{"engine/device/table.go", "engine/device/dtype.go", "engine/device/op.go", "engine/device/half.go", "engine/device/float8.go", "engine/tensor/promote.go"},
		[]suite{{pkg: "engine/device"}, {pkg: "engine/tensor"}, {pkg: "engine/autograd"}, {pkg: "engine/device/sim"}, {pkg: "engine/device/cpu"}, {pkg: "engine/pylib/torch", tests: facts}, {pkg: "engine/pylib/torch", skip: facts}, {pkg: "engine/pylib/torch/dispatch"}}},
	{"gradients", []string{"engine/autograd/derivatives.go", "engine/autograd/rules*.go"},
		[]suite{{pkg: "engine/autograd", skip: faults}, {pkg: "engine/autograd", tests: faults}, {pkg: "engine/pylib/torch", tests: slopes}, {pkg: "engine/pylib/torch", skip: slopes}}},
	{"intrinsics", []string{"cuda/cudac/lower/intrinsic.go", "cuda/cudac/lower/math.go", "cuda/cudac/libdevice/functions.go", "cuda/cudac/lower/bits.go", "cuda/cudac/lower/warp.go", "cuda/cudac/lower/atomic.go", "cuda/cudac/lower/convert.go"},
		[]suite{{pkg: "cuda/cudac", tests: values}, {pkg: "cuda/cudac", skip: values}}},
	{"devices", []string{"engine/device/sim/*.go"},
		[]suite{{pkg: "engine/device/sim"}, {pkg: "engine/smi"}, {pkg: "engine/pylib/torch"}}},
	{"wire", []string{"engine/wire/*.go"},
		[]suite{{pkg: "engine/wire"}, {pkg: "engine/session"}}},
	{"session", []string{"engine/session/apply.go", "engine/session/output.go", "engine/session/snapshot.go", "engine/session/state.go", "engine/session/lent.go", "engine/session/absent.go", "engine/session/handover.go"},
		[]suite{{pkg: "engine/session"}, {pkg: "server/journal"}, {pkg: "server/lease"}, {pkg: "server/handover"}}},
	{"class", []string{"server/class/*.go"},
		[]suite{{pkg: "server/class"}, {pkg: "server/classws"}}},
	{"lease", []string{"server/gpuq/*.go", "server/lease/*.go"},
		[]suite{{pkg: "server/gpuq"}, {pkg: "server/lease"}}},
	{"assignment", []string{"server/assign/*.go"},
		[]suite{{pkg: "server/assign"}, {pkg: "server/handin"}, {pkg: "server/grader"}}},
	{"policies", []string{"server/auth/*.go", "server/retention/*.go", "server/roster/*.go", "server/memory/*.go", "server/node/*.go"},
		[]suite{{pkg: "server/auth"}, {pkg: "server/retention"}, {pkg: "server/roster"}, {pkg: "server/memory"}, {pkg: "server/node"}, {pkg: "server/node/plan"}, {pkg: "server/door"}}},
}
