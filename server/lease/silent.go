package lease

import (
	"context"
	"io"

	"gputour/engine/session"
	"gputour/engine/wire"
)

// silent is an Output that nobody reads.
type silent struct{}

var _ session.Output = silent{}

// Stream implements session.Output.
func (silent) Stream(string, string) {}

// Emit implements session.Output.
func (silent) Emit(string, any) {}

// Input implements session.Output.
func (silent) Input(context.Context, wire.InputRequestBody) (string, error) { return "", io.EOF }
