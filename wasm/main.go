//go:build js

// Command wasm is the client of the page. All of its work lies in wasm/app (state),
// wasm/view (drawing) and wasm/dom (the browser).
package main

import (
	"syscall/js"

	"gputour/wasm/dom"
)

func main() {
	if err := dom.Start(); err != nil {
		js.Global().Get("gputour").Call("failed", err.Error())
		return
	}
	select {} // callbacks do the rest
}
