//go:build avo

// Command gen writes the assembly kernels of package vec. Each section is one file;
// the go:generate lines in vec.go run them all.
package main

import (
	"flag"
	"log"

	"github.com/mmcloughlin/avo/build"
)

var sections = map[string]func(){
	"elementwise": elementwise,
	"math":        mathFunctions,
	"double":      doubleFunctions,
	"integer":     integers,
	"reduce":      reductions,
	"gemm":        gemm,
	"random":      random,
	"convert":     convert,
	"lines":       imageLines,
}

func main() {
	section := flag.String("section", "", "kernels to write")
	flag.Parse()
	write, ok := sections[*section]
	if !ok {
		log.Fatalf("no section %q", *section)
	}
	write()
	if err := writeTable(*section, *section+"_table_amd64.go"); err != nil {
		log.Fatal(err)
	}
	build.Generate()
}
