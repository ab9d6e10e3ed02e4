package pylibtest

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write lessons/api/names.txt")

// names is the list of package lessons/api, which cannot be imported from here: it lies above.
const names = "../../../lessons/api/names.txt"

// borrowed are the classes whose methods are functions of a module as well.
var borrowed = map[string]string{"torch.Tensor": "torch", "numpy.ndarray": "numpy", "numpy.random.Generator": "numpy.random"}

// TestAPI: the list that the API page shows is that of this program.
func TestAPI(t *testing.T) {
	list := condense(Run(t, referenceProgram))
	if *update {
		if err := os.WriteFile(names, []byte(list), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(names)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) == list {
		return
	}
	was, is := strings.Split(string(have), "\n"), strings.Split(list, "\n")
	for i, line := range is {
		if i >= len(was) || was[i] != line {
			t.Fatalf("%s is not fresh: make api writes it. Line %d is to be\n%s", names, i+1, line)
		}
	}
	t.Fatalf("%s is not fresh: make api writes it", names)
}

// condense leaves a line for each name that does something of its own, and collects the names of the others.
func condense(listing string) string {
	var b strings.Builder
	var module string
	var same []string
	said := map[string]string{} // what each name does
	end := func() {
		if len(same) > 0 {
			b.WriteString("= " + strings.Join(same, " ") + "\n")
		}
		same = nil
	}
	for line := range strings.Lines(listing) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "# "); ok {
			end()
			module, _, _ = strings.Cut(name, " ")
			b.WriteString(line + "\n")
			continue
		}
		fields := strings.Split(line, "\t")
		name, call, says, mark := fields[0], fields[1], fields[2], ""
		if fields[3] == "" {
			mark = "-"
		}
		said[module+"."+name] = says
		if repeats(said, module, name) {
			same = append(same, mark+name)
			continue
		}
		b.WriteString(mark + call + "\t" + says + "\n")
	}
	end()
	return b.String()
}

// repeats reports whether a name does what another of its name does: a method what the function does, name_ what
// name does, in place.
func repeats(said map[string]string, module, name string) bool {
	says := said[module+"."+name]
	if over, ok := borrowed[module]; ok && says == said[over+"."+name] {
		return true
	}
	plain, inPlace := strings.CutSuffix(name, "_")
	return inPlace && says == said[module+"."+plain]+" Changes the tensor itself."
}
