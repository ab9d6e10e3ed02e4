// Command gpu measures a real GPU: what its copies, kernels and launches reach, against what the card and PyTorch do on
// the same machine and what the simulated GPU of its model says, as a table. With -report it runs all that can be
// known of a card into one file. Where there is no GPU it says so.
//
//	make gpu-bench
//	make gpu-report
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
	to := flag.String("report", "", "write everything there is to know about the card to this file")
	flag.Parse()
	host := cuda.Open("")
	machine, err := host.NewMachine()
	if err != nil {
		fmt.Println("No GPU: nothing was measured.", host.Found()[0].Why)
		return
	}
	if *to != "" {
		machine.Close() // the steps open it themselves
		end(writeReport(*to, *program))
		return
	}
	defer machine.Close()
	b := &bench{dev: machine.Devices()[0], quick: *quick}
	rows, err := b.rows()
	if err == nil {
		rows = append(rows, fromPython(*program)...)
		against(rows, pyTorch())
	}
	if err == nil {
		err = besideModel(rows, host.Found()[0], *quick)
	}
	fmt.Printf("%s, %s\n", host.Found()[0].Name, host.Found()[0].Why)
	print(rows)
	end(err)
}

func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "gpu:", err)
		os.Exit(1)
	}
}

// besideModel fills in what the simulated GPU of the card's model says.
func besideModel(rows []row, card cuda.Found, quick bool) error {
	says, err := simulated(card.Name, quick)
	for i := range rows {
		rows[i].model = says[rows[i].name]
	}
	return err
}

// row is one line of the table.
type row struct {
	name  string
	value float64
	unit  string
	of    string  // what share is a share of
	share float64 // 0: none
	bar   float64 // the least share wanted; 0: none
	model float64 // what the simulated card says; 0: nothing
}

func print(rows []row) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer w.Flush()
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%.4g %s\t", r.name, r.value, r.unit)
		if r.model > 0 {
			fmt.Fprintf(w, "simulated %.4g (%+.0f %%)", r.model, 100*(r.model/r.value-1))
		}
		if r.share > 0 {
			fmt.Fprintf(w, "\t%.2f of %s", r.share, r.of)
			if r.bar > 0 {
				fmt.Fprintf(w, "\tbar %.1f: %s", r.bar, map[bool]string{true: "reached", false: "missed"}[r.share >= r.bar])
			}
		}
		fmt.Fprintln(w)
	}
}
