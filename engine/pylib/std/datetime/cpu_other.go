//go:build !unix && !windows

package datetime

import "time"

// cpuTime is not known: a browser tells nobody.
func cpuTime() (used time.Duration, ok bool) { return 0, false }
