package pylibtest

import (
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"gputour/engine/pylib/std"
)

// inGo are the bases that classes have here for what CPython's do in C without a base.
var inGo = []string{"_datetime.Duration", "_datetime.Moment", "_decimal.Number", "_decimal.Settings"}

// otherwise are the classes that lie elsewhere than CPython's, and why.
var otherwise = map[string]string{
	"asyncio\tDefaultEventLoopPolicy": "asyncio.unix_events watches child processes, which there are none of",
	"asyncio\tSelectorEventLoop":      "asyncio.selector_events waits for sockets, which there are none of",
	"os\tDirEntry":                    "module posix is CPython's door to a system that there is not",
}

// ours are the modules that CPython does not have.
var ours = []string{"tqdm", "tqdm.auto", "tqdm.notebook", "tqdm.std"}

// TestClasses compares where the classes of the standard library are defined and what they inherit with CPython's.
func TestClasses(t *testing.T) {
	program := read(t, "classes.py")
	want, got := classes(read(t, "classes.txt")), classes(Run(t, program))
	missing := missingClasses(t)
	for _, key := range slices.Sorted(maps.Keys(want)) {
		have, ok := got[key]
		name := strings.ReplaceAll(key, "\t", ".")
		switch {
		case !ok && !missing[key]:
			t.Errorf("%s is not there, and testdata/classes/missing.txt does not say why", name)
		case ok && missing[key]:
			t.Errorf("%s is there: testdata/classes/missing.txt need not name it", name)
		case ok && otherwise[key] == "" && have != want[key]:
			t.Errorf("%s\n got %s\nwant %s", name, have, want[key])
		}
	}
	if both := len(want) - len(missing); both < 750 {
		t.Errorf("%d classes compared", both)
	}
}

// TestClassesComplete: the program asks of every public module here.
func TestClassesComplete(t *testing.T) {
	asked := strings.FieldsFunc(read(t, "classes.py"), func(r rune) bool { return strings.ContainsRune(" \n\"", r) })
	for _, m := range std.Modules() {
		private := strings.HasPrefix(m.Name, "_") && m.Name != "__future__" || strings.Contains(m.Name, "._")
		if !m.Absent && !private && !slices.Contains(ours, m.Name) && !slices.Contains(asked, m.Name) {
			t.Errorf("testdata/classes/classes.py does not ask of %s", m.Name)
		}
	}
}

// TestClassesFresh asks CPython again, where it is there.
func TestClassesFresh(t *testing.T) {
	out, err := exec.Command("/usr/bin/python3", "-c", "import sys; print(sys.version_info[:2])").Output()
	if err != nil || strings.TrimSpace(string(out)) != "(3, 11)" {
		t.Skip("there is no CPython 3.11 here")
	}
	out, err = exec.Command("/usr/bin/python3", "testdata/classes/classes.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	if string(out) != read(t, "classes.txt") {
		t.Error("testdata/classes/classes.txt is not what classes.py prints with CPython")
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/classes/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// classes are the lines of classes.py by module and name, without the bases in Go.
func classes(lines string) map[string]string {
	found := map[string]string{}
	for line := range strings.Lines(lines) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		for i := 4; i < len(fields); i++ {
			kept := slices.DeleteFunc(strings.Fields(fields[i]), func(base string) bool { return slices.Contains(inGo, base) })
			if len(kept) == 0 {
				kept = []string{"builtins.object"}
			}
			fields[i] = strings.Join(kept, " ")
		}
		found[fields[0]+"\t"+fields[1]] = strings.Join(fields[2:], "\n     ")
	}
	return found
}

// missingClasses are those of missing.txt, by module and name.
func missingClasses(t *testing.T) map[string]bool {
	found := map[string]bool{}
	for line := range strings.Lines(read(t, "missing.txt")) {
		module, names, ok := strings.Cut(line, ":")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		for name := range strings.FieldsSeq(names) {
			found[module+"\t"+name] = true
		}
	}
	return found
}
