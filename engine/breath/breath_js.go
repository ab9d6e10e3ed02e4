package breath

import "time"

// Needed tells whether messages arrive only between two pieces of work.
const Needed = true

// glance is how often work asks whether something waits.
const glance = time.Millisecond

var (
	last, glanced = time.Now(), time.Now()
	// round goes round the event loop. A timer does, if slowly: browsers let one wait 4 ms.
	// One that is due at once would not: Go looks at its timers before it gives up the thread.
	round = func() { time.Sleep(time.Millisecond) }
	asked = func() bool { return false }
)

// Through has Take go round the host's event loop by f, which returns after what had
// come by then has been handed out. Several goroutines may be in f at once.
func Through(f func()) { round = f }

// Asked has Take wait for the host sooner when f says that something waits there. Only a
// host whose pages may share memory can tell.
func Asked(f func() bool) { asked = f }

// Take waits for the host if it was not its turn for Every.
func Take() {
	now := time.Now()
	if now.Sub(last) < Every {
		if now.Sub(glanced) < glance {
			return
		}
		if glanced = now; !asked() {
			return
		}
	}
	round()
	last = time.Now()
	glanced = last
}
