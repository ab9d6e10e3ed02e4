//go:build avo

package main

func reductions() {}
func random()     {}
