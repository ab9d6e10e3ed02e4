package steps

// This file is a cell of Python, statement by statement.

// Trace is the shape of TraceType.
type Trace struct {
	First  int         `json:"first"`
	Source []string    `json:"source"`
	Steps  []TraceStep `json:"steps"`
	Error  string      `json:"error"`
	Cut    bool        `json:"cut"`
}

// TraceStep is a statement that is about to run; Line is 0 at the end.
type TraceStep struct {
	Line  int      `json:"l"`
	Depth int      `json:"d"`
	Frame int      `json:"f"`
	Name  string   `json:"in"`
	Set   []string `json:"n"` // names and values in turn
	Gone  []string `json:"gone"`
	Out   string   `json:"out"`
}

// Frame is a call at a step of a cell, outermost first.
type Frame struct {
	Name  string // "" outside all functions
	Names []Variable
}

// Frames are the calls at the step that is shown, and what was printed until then.
func (r *Recording) Frames() (frames []Frame, out string) {
	ids := []int{}
	for i, s := range r.Trace.Steps[:r.At+1] {
		out += s.Out
		if s.Depth < len(frames) {
			frames, ids = frames[:s.Depth+1], ids[:s.Depth+1]
		}
		for len(frames) <= s.Depth {
			frames, ids = append(frames, Frame{}), append(ids, -1)
		}
		if ids[s.Depth] != s.Frame {
			frames[s.Depth], ids[s.Depth] = Frame{Name: s.Name}, s.Frame
		}
		f := &frames[s.Depth]
		for n := range f.Names {
			f.Names[n].New = false
		}
		for n := 0; n+1 < len(s.Set); n += 2 {
			f.set(s.Set[n], s.Set[n+1], i == r.At)
		}
		for _, name := range s.Gone {
			f.drop(name)
		}
	}
	return frames, out
}

func (f *Frame) set(name, value string, fresh bool) {
	for i := range f.Names {
		if f.Names[i].Name == name {
			f.Names[i] = Variable{name, value, fresh}
			return
		}
	}
	f.Names = append(f.Names, Variable{name, value, fresh})
}

func (f *Frame) drop(name string) {
	for i := range f.Names {
		if f.Names[i].Name == name {
			f.Names = append(f.Names[:i:i], f.Names[i+1:]...)
			return
		}
	}
}
