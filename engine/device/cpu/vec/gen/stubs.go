//go:build avo

package main

func random() {}
