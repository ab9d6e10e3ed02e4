package values

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Generator is torch.Generator.
type Generator struct {
	object.Head
	G *tensor.Generator
}

// GeneratorClass is torch.Generator.
var GeneratorClass = object.NewBuiltin("torch._C.Generator")
