package app

// This file has what an empty scratchpad offers to begin with.

// Example is a cell to begin with; its title is the catalogue's "example."+Name.
type Example struct{ Name, Code string }

// Examples are those that a scratchpad offers while it is empty.
var Examples = []Example{
	{"placement", "import torch\n\nx = torch.ones(2, 3)                    # in the host's memory\ny = torch.ones(2, 3, device=\"cuda:0\")   # on the first GPU\nz = x.to(y.device) + y\nz"},
	{"copy", "import torch\n\nx = torch.randn(4096, 4096)\ny = x.to(\"cuda:0\")      # see the bars of copy and product in the timeline\n(y @ y).sum().item()"},
	{"kernel", "%%cuda\n__global__ void scale(float* a, float s, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) a[i] *= s;\n}"},
}

// Blank reports a scratchpad in which nothing stands yet.
func (s *State) Blank() bool {
	return s.isScratch() && len(s.Doc) == 1 && s.Cells[s.Doc[0].Cell] != nil && s.Cells[s.Doc[0].Cell].Code == ""
}

// example puts an example into an empty scratchpad.
func (s *State) example(name string) {
	if !s.Blank() {
		return
	}
	for _, e := range Examples {
		if e.Name == name {
			c := s.Cells[s.Doc[0].Cell]
			s.remember(c)
			s.setCode(c, e.Code)
			s.edit(c)
		}
	}
}
