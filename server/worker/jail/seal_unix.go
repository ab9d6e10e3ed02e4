//go:build unix && !linux

package jail

// Seal sets the resource limits of this process; this system has no more to seal it with.
func Seal(l Limits) Report {
	if err := limit(l); err != nil {
		return Report{Missing: []string{err.Error()}}
	}
	return Report{Limits: true}
}

func extraLimits(Limits) []rlimit { return nil }
