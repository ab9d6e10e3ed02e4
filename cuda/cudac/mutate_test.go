package cudac

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gputour/cuda/cudac/host"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/word"
)

// mutator breaks sources at random.
type mutator struct {
	*rand.Rand
	sources, words []string
}

func newMutator(t *testing.T, seed uint64) *mutator {
	m := &mutator{Rand: rand.New(rand.NewPCG(seed, 11))}
	files, err := filepath.Glob("testdata/*/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no sources found", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m.sources = append(m.sources, strings.Split(string(text), "\n=== ")...)
	}
	for _, s := range m.sources {
		for _, t := range lex.Scan(&source.Text{}, s, 1, false) {
			m.words = append(m.words, t.Text)
		}
	}
	return m
}

func (m *mutator) word() string { return m.words[m.IntN(len(m.words))] }

// source is one of the sources with some changes: words left out, put in, put elsewhere,
// repeated.
func (m *mutator) source() string {
	s := m.sources[m.IntN(len(m.sources))]
	var list []string
	for _, t := range lex.Scan(&source.Text{}, s, 1, false) {
		if t.First {
			list = append(list, "\n")
		}
		list = append(list, t.Text)
	}
	for range 1 + m.IntN(5) {
		if len(list) < 2 {
			break
		}
		i, j := m.IntN(len(list)), m.IntN(len(list))
		switch m.IntN(6) {
		case 0:
			list = append(list[:i:i], list[i+1:]...)
		case 1, 2:
			list = append(append(list[:i:i], m.word()), list[i:]...)
		case 3:
			list[i] = m.word()
		case 4:
			list[i], list[j] = list[j], list[i]
		case 5:
			end := min(i+1+m.IntN(12), len(list))
			list = append(append(list[:end:end], list[i:end]...), list[end:]...)
		}
	}
	return strings.Join(list, " ")
}

// TestMutations: whatever the source, the compiler ends with a program or errors, and the
// program with a result or a fault, however it is run. MUTATIONS is how many are tried.
func TestMutations(t *testing.T) {
	count := 200
	if s := os.Getenv("MUTATIONS"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	seed, _ := strconv.ParseUint(os.Getenv("SEED"), 10, 64)
	m := newMutator(t, seed)
	for i := range count {
		source := m.source()
		func() {
			defer func() {
				if e := recover(); e != nil {
					os.WriteFile(filepath.Join(os.TempDir(), "mutation.cu"), []byte(source), 0o600)
					panic(fmt.Sprintf("source %d: %v\n%s", i, e, source))
				}
			}()
			p, err := Compile("cell", source, 1)
			if err == nil {
				for _, k := range p.Kernels {
					sameByRule(t, k, simt.Launch{Grid: [3]int{2, 1, 1}, Block: [3]int{40, 1, 1}, Steps: 5000, Args: zeroArgs(k)})
					sameByRule(t, k, simt.Launch{Grid: [3]int{2, 1, 1}, Block: [3]int{16, 4, 1}, Steps: 5000, Args: zeroArgs(k)})
				}
			}
			if p, err := CompileProgram("cell", source, 1); err == nil {
				p.Run(host.Machine{Stdout: io.Discard, Stderr: io.Discard, Steps: 20_000, Device: host.Device{Memory: 1 << 24}})
			}
		}()
	}
}

// zeroArgs are arguments for a kernel: numbers are 0, pointers point to 512 bytes.
func zeroArgs(k *simt.Kernel) (list []simt.Arg) {
	for _, p := range k.Params {
		switch p.Type.Kind {
		case word.Pointer:
			list = append(list, simt.Arg{Buffer: &simt.Buffer{Name: p.Name, Data: make([]byte, 512)}})
		case word.Struct:
			list = append(list, simt.Arg{Buffer: &simt.Buffer{Name: p.Name, Data: make([]byte, p.Type.Size())}})
		default:
			list = append(list, simt.Arg{})
		}
	}
	return list
}
