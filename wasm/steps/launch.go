package steps

import "math/bits"

// This file is a launch, warp by warp.

// Lanes of a warp.
const Lanes = 32

// Launch is the shape of StepsType.
type Launch struct {
	Kernel string   `json:"kernel"`
	Grid   [3]int   `json:"grid"`
	Block  [3]int   `json:"block"`
	First  int      `json:"first"` // number of Source[0]
	Source []string `json:"source"`
	Shared int      `json:"shared"` // bytes
	Names  []string `json:"names"`
	Blocks []Block  `json:"blocks"`
	Fault  string   `json:"fault"`
}

// Block is a block that was recorded; Cut says that it went on.
type Block struct {
	At    [3]int       `json:"at"`
	Warps [][]WarpStep `json:"warps"`
	Cut   bool         `json:"cut"`
}

// WarpStep is a statement that a warp is about to run.
type WarpStep struct {
	Line     int       `json:"l"`
	Order    int       `json:"o"` // among the steps of all warps
	Active   uint32    `json:"a"`
	Barrier  bool      `json:"b"`
	Changes  []Change  `json:"c"`
	Requests []Request `json:"q"`
}

// Change is a variable's value in some lanes: one for all, or one for each of the 32.
type Change struct {
	Variable int      `json:"v"`
	Lanes    uint32   `json:"m"`
	Values   []string `json:"x"`
}

// Request asks for memory. At is bytes: of the first lane and from lane to lane, or of each lane.
type Request struct {
	Buffer string   `json:"buffer"`
	Name   string   `json:"name"`
	Shared bool     `json:"shared"`
	Store  bool     `json:"store"`
	Size   int      `json:"size"`
	Lanes  uint32   `json:"m"`
	At     []int64  `json:"at"`
	Values []string `json:"x"`
	Cost   int      `json:"cost"` // sectors, or passes over the banks
}

// Offset is the byte that a lane asks for; false where it is idle.
func (r *Request) Offset(lane int) (int64, bool) {
	switch {
	case r.Lanes>>lane&1 == 0 || len(r.At) < 2:
		return 0, false
	case len(r.At) == Lanes:
		return r.At[lane], true
	}
	return r.At[0] + r.At[1]*int64(lane-bits.TrailingZeros32(r.Lanes)), true
}

// valueOf is a lane's among values that may be one for all.
func valueOf(values []string, lane int) string {
	switch {
	case len(values) == 1:
		return values[0]
	case lane < len(values):
		return values[lane]
	}
	return ""
}

// Value is what a lane reads or writes.
func (r *Request) Value(lane int) string { return valueOf(r.Values, lane) }

// Variable is what a name holds in a lane; New says that the last step changed it.
type Variable struct {
	Name, Value string
	New         bool
}

// Variables are the names that hold something in a lane at the step that is shown.
func (r *Recording) Variables(lane int) (list []Variable) {
	at := map[int]int{}
	for i, s := range r.Steps()[:r.At+1] {
		for _, c := range s.Changes {
			if c.Lanes>>lane&1 == 0 {
				continue
			}
			v := valueOf(c.Values, lane)
			n, known := at[c.Variable]
			if !known {
				n = len(list)
				at[c.Variable] = n
				list = append(list, Variable{Name: r.Launch.Names[c.Variable]})
			}
			if !known || list[n].Value != v {
				list[n].Value, list[n].New = v, i == r.At
			} else if i == r.At {
				list[n].New = false
			}
		}
		if i < r.At {
			for n := range list {
				list[n].New = false
			}
		}
	}
	return list
}

// Written is what stands in the words of shared memory, by their number, once the step that
// is shown has run: other warps have run as far as they had then.
func (r *Recording) Written() map[int64]string {
	words := map[int64]string{}
	now := r.Steps()[r.At].Order
	last := map[int64]int{}
	for _, warp := range r.Launch.Blocks[r.Block].Warps {
		for _, s := range warp {
			if s.Order > now {
				break
			}
			for i := range s.Requests {
				q := &s.Requests[i]
				if !q.Shared || !q.Store {
					continue
				}
				for lane := range Lanes {
					if off, ok := q.Offset(lane); ok && s.Order >= last[off/4] {
						words[off/4], last[off/4] = q.Value(lane), s.Order
					}
				}
			}
		}
	}
	return words
}
