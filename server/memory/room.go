package memory

import "io/fs"

// Room admits sessions by memory.
type Room struct {
	Root  fs.FS // of the file system; nil knows nothing of what is in use
	Limit int64 // as Limit says; 0 is no bound
	Each  int64 // what a session is expected to use
}

// Shares of the limit.
const (
	sessionsShare = 0.75 // what all sessions may be expected to use together
	freeShare     = 0.1  // what stays free beside a new one, for those that are here to grow
)

// For reports whether there is memory for one session beside n: for what all are expected to use,
// and for one more beside what is in use now.
func (r Room) For(n int) bool {
	if r.Limit == 0 {
		return true
	}
	if int64(n+1)*r.Each > int64(sessionsShare*float64(r.Limit)) {
		return false
	}
	if r.Root == nil {
		return true
	}
	free := Free(r.Root)
	return free < 0 || free >= r.Each+int64(freeShare*float64(r.Limit))
}
