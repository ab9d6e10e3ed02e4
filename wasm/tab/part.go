//go:build js

package main

import (
	"context"
	"syscall/js"
	"time"
)

// partWait is how long a part of the engine may be on its way.
const partWait = 2 * time.Minute

// part returns what fetches a part of the engine by its file's name.
func part(tab js.Value) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		ctx, cancel := context.WithTimeout(context.Background(), partWait)
		defer cancel()
		file, err := await(ctx, tab.Call("part", name))
		if err != nil {
			return nil, err
		}
		data := make([]byte, file.Length())
		js.CopyBytesToGo(data, file)
		return data, nil
	}
}
