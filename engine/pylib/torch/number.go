package torch

import (
	"math"
	"math/big"

	"gputour/engine/object"
)

func sqrt(x float64) float64 { return math.Sqrt(x) }

// bigUint makes a Python int of an unsigned number.
func bigUint(n uint64) object.Value { return object.NewBig(new(big.Int).SetUint64(n)) }
