//go:build unix

package jail

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// rlimit is one resource limit.
type rlimit struct {
	name string
	what int
	most uint64
}

// limit sets the resource limits of this process.
func limit(l Limits) error {
	list := append([]rlimit{
		{"CORE", unix.RLIMIT_CORE, 0},
		{"FSIZE", unix.RLIMIT_FSIZE, 0},
		{"NOFILE", unix.RLIMIT_NOFILE, 16},
	}, extraLimits(l)...)
	if l.Data > 0 {
		list = append(list, rlimit{"DATA", unix.RLIMIT_DATA, uint64(l.Data)})
	}
	var errs []error
	for _, r := range list {
		if err := unix.Setrlimit(r.what, &unix.Rlimit{Cur: r.most, Max: r.most}); err != nil {
			errs = append(errs, fmt.Errorf("limit %s: %w", r.name, err))
		}
	}
	return errors.Join(errs...)
}
