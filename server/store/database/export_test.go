package database

import (
	"time"

	"gputour/server/store"
)

// Together makes commits in one transaction, if that can be.
func Together(s *Store, groups [][]store.Write) []error {
	all := make([]commit, len(groups))
	for i, writes := range groups {
		all[i] = commit{writes, make(chan error, 1)}
	}
	s.commits.together(all)
	errs := make([]error, len(groups))
	for i, c := range all {
		errs[i] = <-c.done
	}
	return errs
}

// Waits has a store wait so long, which nobody uses yet.
func Waits(s *Store, d time.Duration) { s.dialect.Wait = d }
