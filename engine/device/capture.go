package device

import "sync/atomic"

// Capturer is implemented by devices that keep work as a graph in place of doing it ("CUDA C++ Programming Guide", CUDA Graphs).
// While a capture goes on, buffers come from a pool of memory that nothing else uses, so that a replay finds them free; what would
// have the host wait is refused and spoils the capture.
type Capturer interface {
	// BeginCapture keeps what is launched from now on. pool is one of an earlier graph's, or of NewPool; 0 stands for a new one.
	BeginCapture(pool int64) error
	// EndCapture returns what was kept. Its error is that of a spoiled capture.
	EndCapture() (Graph, error)
	Capturing() bool // between the two
	NewPool() int64  // names a pool that nothing is in yet, for graphs to share
}

// Graph is captured work, to be done again and again in the memory it was captured in.
type Graph interface {
	// Replay does it on the current stream: one call for the host. drawn is how many random numbers the generator has given
	// since the capture; stop is Launch.Stop.
	Replay(drawn int, stop *atomic.Bool) error
	Pool() int64
	Len() int // kernels and copies
	// Close lets go of the pool.
	Close()
}
