//go:build !js

// Command wasm is the client of the page; it is built with GOOS=js GOARCH=wasm.
package main

import "os"

func main() {
	os.Stderr.WriteString("this program runs in a browser: build it with GOOS=js GOARCH=wasm\n")
	os.Exit(2)
}
