package assign

import (
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
)

// This file finds answers that are alike. The method is winnowing, which Moss uses: S. Schleimer, D. Wilkerson, A. Aiken,
// "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003. Tokens are what is compared, with every name, number
// and text the same one, so that renaming hides nothing; what the exercise itself gives is left out.
//
// Likeness is a hint to look at two answers side by side. Short exercises have few right answers.

const (
	gram   = 5 // tokens in a hash: nothing shorter is found
	window = 4 // hashes of which one is kept: whatever has gram+window-1 tokens is found
	// AlikeLeast is the least number of fingerprints that two answers must have in common.
	AlikeLeast = 6
)

// pieces are the tokens of a language: comments and spaces, texts, names, numbers, and all else.
func pieces(comment string) *regexp.Regexp {
	return regexp.MustCompile("(?s)(" + comment + `|[ \t\r\n\\]+)` +
		`|(""".*?"""|'''.*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')` +
		`|([A-Za-z_\x{80}-\x{10ffff}][\w\x{80}-\x{10ffff}]*)|(\d[\w.]*)|(.)`)
}

var (
	python = pieces(`#[^\n]*`)
	cuda   = pieces(`//[^\n]*|/\*.*?\*/|#[^\n]*`)
)

// kept are the names that say what a program does.
var kept = words(`and as assert async await break class continue def del elif else except finally for from global if import in is
	lambda nonlocal not or pass raise return try while with yield None True False
	__global__ __device__ __shared__ __syncthreads threadIdx blockIdx blockDim gridDim atomicAdd int float double void const unsigned bool switch case do struct`)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}

// tokens reads code.
func tokens(code string) []string {
	var all []string
	token := python
	if strings.HasPrefix(code, "%%cuda") {
		token = cuda
	}
	for _, m := range token.FindAllStringSubmatch(code, -1) {
		switch {
		case m[1] != "":
		case m[2] != "":
			all = append(all, "s")
		case m[3] != "" && !kept[m[3]]:
			all = append(all, "v")
		case m[4] != "":
			all = append(all, "n")
		default:
			all = append(all, m[0])
		}
	}
	return all
}

// Prints are the fingerprints of some code.
type Prints map[uint64]bool

// PrintsOf takes the fingerprints of code without those of base.
func PrintsOf(code string, base Prints) Prints {
	prints := winnow(grams(tokens(code)))
	for h := range base {
		delete(prints, h)
	}
	return prints
}

// winnow keeps the least hash of each window.
func winnow(hashes []uint64) Prints {
	prints := Prints{}
	for i := 0; i < len(hashes); i++ {
		prints[slices.Min(hashes[i:min(i+window, len(hashes))])] = true
		if i+window >= len(hashes) {
			break
		}
	}
	return prints
}

// Base are all hashes of what is given, whether a window keeps them or not.
func Base(code string) Prints {
	prints := Prints{}
	for _, h := range grams(tokens(code)) {
		prints[h] = true
	}
	return prints
}

func grams(tokens []string) []uint64 {
	var hashes []uint64
	for i := 0; i+gram <= len(tokens); i++ {
		h := fnv.New64a()
		for _, t := range tokens[i : i+gram] {
			h.Write([]byte(t))
			h.Write([]byte{0})
		}
		hashes = append(hashes, h.Sum64())
	}
	return hashes
}

// Alike is how much of the smaller of two answers is in the other, from 0 to 1; 0 where there is too little to say.
func Alike(a, b Prints) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	common := 0
	for h := range a {
		if b[h] {
			common++
		}
	}
	if common < AlikeLeast {
		return 0
	}
	return float64(common) / float64(len(a))
}
