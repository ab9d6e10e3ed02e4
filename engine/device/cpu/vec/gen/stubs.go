//go:build avo

package main

func reductions()    {}
func gemm()          {}
func random()        {}
func mathFunctions() {}
