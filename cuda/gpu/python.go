package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// The scripts print lines "name value". Both runtimes run the first; the second needs
// PyTorch.
var (
	//go:embed launches.py
	launches string
	//go:embed matmul.py
	matmul string
)

const launchRow = "a + b on 6 elements, from Python"

// fromPython times a launch from a Python program that gputour runs.
func fromPython(program string) []row {
	file, err := os.CreateTemp("", "launches*.py")
	if err != nil {
		return nil
	}
	defer os.Remove(file.Name())
	file.WriteString(launches)
	file.Close()
	out, err := exec.Command(program, "run", "--devices", "cuda", "--script", file.Name()).Output()
	if err != nil {
		fmt.Fprintf(os.Stderr, "gpu: %s does not run (make build makes it): %v\n", program, err)
		return nil
	}
	return []row{{name: launchRow, value: figures(out)[launchRow], unit: "µs"}}
}

// pyTorch is what PyTorch reaches here; nil where there is none that uses the GPU.
func pyTorch() map[string]float64 {
	out, err := exec.Command("python3", "-c", launches+"\n"+matmul).Output()
	if err != nil {
		fmt.Println("No PyTorch with CUDA here: nothing is compared with it.")
		return nil
	}
	return figures(out)
}

// figures reads lines of a name, a tab and a number.
func figures(out []byte) map[string]float64 {
	found := map[string]float64{}
	for _, line := range strings.Split(string(out), "\n") {
		if name, value, ok := strings.Cut(line, "\t"); ok {
			found[name], _ = strconv.ParseFloat(value, 64)
		}
	}
	return found
}

// against fills in the shares of PyTorch's figures: of a rate what part is reached, of a
// time how much faster it is.
func against(rows []row, torch map[string]float64) {
	for i := range rows {
		r := &rows[i]
		theirs := torch[r.name]
		if theirs == 0 || r.value == 0 {
			continue
		}
		r.of, r.share = fmt.Sprintf("PyTorch's %.4g", theirs), r.value/theirs
		if r.unit == "µs" {
			r.share = theirs / r.value
		}
	}
}
