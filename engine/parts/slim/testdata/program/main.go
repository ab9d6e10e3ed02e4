// Command program does what a program does whose table of functions and data slim has cut:
// it panics and recovers, collects garbage, and uses two parts.
package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/text/unicode/runenames"

	"gputour/engine/parts"
)

type shape interface{ area() int }

type square struct{ edge int }

func (s square) area() int { return s.edge * s.edge }

func try(name string, f func()) {
	defer func() { fmt.Printf("%s: %v\n", name, recover()) }()
	f()
}

//go:noinline
func deep(n int, list []int) int {
	if n == 0 {
		return len(list)
	}
	grown := append(list, make([]int, 10)...)
	if n%1000 == 0 {
		runtime.GC()
	}
	return deep(n-1, grown[:len(list)+1]) + 1
}

// choose has a switch that is worth a table, with gaps, a default and cases that go on.
//
//go:noinline
func choose(n int, list []int) (sum int) {
	for i, v := range append(list, n) {
		switch v {
		case 0:
			sum++
		case 1, 9, 30:
			continue
		case 2:
			sum += 10 * i
			fallthrough
		case 3:
			sum -= 7
		case 5:
			return sum * 3
		case 6:
			sum = -sum
		case 7:
			for sum < 1000 && sum > 0 {
				sum *= 2
			}
		case 12:
			sum ^= 0x55
		case 20:
			list = list[:len(list)/2]
		case 21:
			sum += len(list)
		case 64:
			if sum%2 == 0 && len(list) > 2 || sum > 99 {
				sum /= 2
			}
		default:
			sum += v % 11
		}
	}
	return sum
}

func main() {
	chosen := sha256.New()
	for n := range 200 {
		for _, v := range []int{n - 50, n << 32, n<<56 + 3, -n << 40} {
			fmt.Fprintln(chosen, choose(v, []int{n % 7, n % 65, 64, n}), choose(n%31, []int{v, 7, n % 13, 64, 12, 20}))
		}
	}
	fmt.Printf("chosen: %x\n", chosen.Sum(nil))
	var none *square
	var zero int
	try("nil wrapper", func() { shape(none).area() })
	try("nil", func() { fmt.Println(none.edge) })
	try("index", func() { _ = strings.Split("a b", " ")[zero+2] })
	try("divide", func() { fmt.Println(1 / zero) })
	try("deferred", func() {
		defer func() { panic(fmt.Sprint("again after ", recover())) }()
		panic("first")
	})
	try("exit of a goroutine", func() {
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() { defer runtime.GC(); runtime.Goexit() })
		}
		all.Wait()
	})
	fmt.Println("deep:", deep(20_000, nil))
	_, _, line, ok := runtime.Caller(0)
	fmt.Println("knows its lines:", line > 0, ok)
	parts.Through(func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(os.Getenv("PARTS"), name)) })
	for _, p := range []parts.Part{parts.Fonts, parts.Names, parts.Fonts} {
		if err := parts.Need(p); err != nil {
			fmt.Println("error:", err)
		}
	}
	fmt.Printf("font: %x\n", sha256.Sum256(liberationsansregular.TTF))
	fmt.Println("name:", runenames.Name('é'))
}
