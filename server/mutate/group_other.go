//go:build !unix

package main

import "os/exec"

// endAll does nothing: the program alone is killed.
func endAll(*exec.Cmd) {}
