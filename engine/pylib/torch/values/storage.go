package values

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Storage is what x.storage() returns: the memory of a tensor as a flat list.
type Storage struct {
	object.Head
	T *tensor.Tensor // all of the memory, flat; bytes of an untyped storage
}

// StorageClass is torch.storage.TypedStorage, UntypedClass torch.storage.UntypedStorage.
var (
	StorageClass = object.NewBuiltin("torch.storage.TypedStorage")
	UntypedClass = object.NewBuiltin("torch.storage.UntypedStorage")
)
