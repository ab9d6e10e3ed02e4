package jail

import "os"

// Group is a control group of one process.
type Group struct {
	dir *os.File
}

func (g *Group) fd() int { return int(g.dir.Fd()) }
