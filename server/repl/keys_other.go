//go:build !linux && !darwin

package repl

// interruptKey does nothing: the console reads Ctrl-C as the line editor asks for it.
func interruptKey(signals bool) {}
