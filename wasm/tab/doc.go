//go:build !js

// Command tab is the engine in a browser's tab: it runs in a worker, where a page reaches sessions through a pipe as it
// reaches a server's through a socket. It is built with GOOS=js GOARCH=wasm.
package main

import "os"

func main() {
	os.Stderr.WriteString("this program runs in a browser's worker: build it with GOOS=js GOARCH=wasm\n")
	os.Exit(2)
}
