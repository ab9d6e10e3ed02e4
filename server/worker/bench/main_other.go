//go:build !linux

package main

import "fmt"

func main() { fmt.Println("the bench of workers reads /proc, which only Linux has") }
