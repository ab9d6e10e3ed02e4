//go:build !linux

package handover

// Bury leaves the children of the program before alone.
func Bury(*Table) {}
