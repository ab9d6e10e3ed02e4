package breath

import "time"

// Needed tells whether messages arrive only between two pieces of work.
const Needed = true

var (
	last = time.Now()
	// round goes round the event loop. A timer does, if slowly: browsers let one wait 4 ms.
	// One that is due at once would not: Go looks at its timers before it gives up the thread.
	round = func() { time.Sleep(time.Millisecond) }
)

// Through has Take go round the host's event loop by f, which returns after what had
// come by then has been handed out. Several goroutines may be in f at once.
func Through(f func()) { round = f }

// Take waits for the host if it was not its turn for Every.
func Take() {
	if time.Since(last) < Every {
		return
	}
	round()
	last = time.Now()
}
