// Command gpu measures a real GPU: what its copies, kernels and launches reach, against
// what the card and PyTorch do on the same machine, as a table. Where there is no GPU it
// says so.
//
//	make gpu-bench
package main

import (
	"flag"
	"fmt"
	"os"
	"text/tabwriter"

	"gputour/cuda"
)

func main() {
	quick := flag.Bool("quick", false, "small sizes, to see that the measurements run")
	program := flag.String("gputour", "bin/gputour", "the program whose launches are timed from Python")
	flag.Parse()
	host := cuda.Open("")
	machine, err := host.NewMachine()
	if err != nil {
		fmt.Println("No GPU: nothing was measured.", host.Found()[0].Why)
		return
	}
	defer machine.Close()
	b := &bench{dev: machine.Devices()[0], quick: *quick}
	rows, err := b.rows()
	if err == nil {
		rows = append(rows, fromPython(*program)...)
		against(rows, pyTorch())
	}
	fmt.Printf("%s, %s\n", host.Found()[0].Name, host.Found()[0].Why)
	print(rows)
	if err != nil {
		fmt.Fprintln(os.Stderr, "gpu:", err)
		os.Exit(1)
	}
}

// row is one line of the table.
type row struct {
	name  string
	value float64
	unit  string
	of    string  // what share is a share of
	share float64 // 0: none
	bar   float64 // the least share wanted; 0: none
}

func print(rows []row) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer w.Flush()
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%.4g %s", r.name, r.value, r.unit)
		if r.share > 0 {
			fmt.Fprintf(w, "\t%.2f of %s", r.share, r.of)
			if r.bar > 0 {
				fmt.Fprintf(w, "\tbar %.1f: %s", r.bar, map[bool]string{true: "reached", false: "missed"}[r.share >= r.bar])
			}
		}
		fmt.Fprintln(w)
	}
}
