package torch

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// generator is torch.Generator.
type generator struct {
	object.Head
	G *tensor.Generator
}

var generatorClass = object.NewBuiltin("torch._C.Generator")

func init() { generatorClass.Define(object.Spec{}) }
