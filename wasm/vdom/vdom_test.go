package vdom

import (
	"math/rand"
	"reflect"
	"testing"
)

func TestElLeavesOutWhatIsAbsent(t *testing.T) {
	n := El("p", Class(""), Flag("hidden", false), Flag("open", true), (*Node)(nil), "a<b", []*Node{nil, Text("&")})
	if got, want := n.String(), `<p open>a&lt;b&amp;</p>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestElKeepsKeyAndHookApart(t *testing.T) {
	n := El("div", Key("k"), Hook("editor", "cell-1"), Act("run", "next"))
	if n.Key != "k" || n.Hook != "editor" || n.Arg != "cell-1" || n.Get("data-act") != "run next" || len(n.Attrs) != 1 {
		t.Errorf("got %+v", n)
	}
}

func keyed(keys string) []*Node {
	var list []*Node
	for _, k := range keys {
		list = append(list, El("li", Key(string(k))))
	}
	return list
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		old, new []*Node
		want     []int
	}{
		{keyed("abc"), keyed("cab"), []int{2, 0, 1}},
		{keyed("ab"), keyed("axb"), []int{0, -1, 1}},
		{[]*Node{El("a"), El("b")}, []*Node{El("b")}, []int{1}},
		{[]*Node{Text("x"), El("b")}, []*Node{El("b"), Text("y")}, []int{1, -1}},
		{keyed("a"), []*Node{El("p", Key("a"))}, []int{-1}},
		{keyed("aa"), keyed("aa"), []int{1, -1}},
	} {
		if got := Match(c.old, c.new); !reflect.DeepEqual(got, c.want) {
			t.Errorf("Match(%v, %v) = %v, want %v", c.old, c.new, got, c.want)
		}
	}
}

func TestKeepIsALongestIncreasingRun(t *testing.T) {
	for _, c := range []struct {
		from []int
		want int
	}{{nil, 0}, {[]int{-1, -1}, 0}, {[]int{0, 1, 2}, 3}, {[]int{2, 0, 1}, 2}, {[]int{3, -1, 0, 4, 1, 2}, 3}} {
		checkRun(t, c.from, c.want)
	}
	r := rand.New(rand.NewSource(1))
	for range 200 {
		from := r.Perm(8)
		checkRun(t, from, longestRun(from))
	}
}

func checkRun(t *testing.T, from []int, want int) {
	t.Helper()
	count, last := 0, -1
	for i, kept := range Keep(from) {
		if !kept {
			continue
		}
		if from[i] <= last {
			t.Fatalf("Keep(%v) is not increasing", from)
		}
		count, last = count+1, from[i]
	}
	if count != want {
		t.Errorf("Keep(%v) keeps %d, want %d", from, count, want)
	}
}

// longestRun is the quadratic definition.
func longestRun(xs []int) int {
	best, ends := 0, make([]int, len(xs))
	for i := range xs {
		ends[i] = 1
		for j := range i {
			if xs[j] < xs[i] {
				ends[i] = max(ends[i], ends[j]+1)
			}
		}
		best = max(best, ends[i])
	}
	return best
}
