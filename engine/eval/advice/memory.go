package advice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/wire"
)

// This file says what to do when the Python objects of a session have no more room, and which are the largest.

// explainSession: the Python objects of the session have no more room.
func explainSession(f *Failure) *wire.Explanation {
	if !f.is(object.MemoryError) || f.Fault != nil {
		return nil
	}
	l := f.Thread.Session.Limits
	ex := &wire.Explanation{Code: "session-memory", Summary: f.say(Words{
		"gputour lets the Python objects of one session hold %s together, and one object %s. That is a limit of this server, not of Python, and not a GPU's memory.",
		"gputour 规定一个会话里的 Python 对象合计最多占 %s，单个对象最多 %s。这是本服务器的限额，不是 Python 的，也不是显存。"}, amount(l.Bytes, "bytes"), amount(l.Alloc, "bytes"))}
	heavy := heaviest(f.Thread, f.Globals)
	if len(heavy) == 0 {
		ex.Fix = &wire.Fix{Text: f.say(Words{"Make it smaller, or work through it in parts.", "把它改小，或者分成几部分处理。"})}
		return ex
	}
	var listed []string
	for _, h := range heavy {
		listed = append(listed, fmt.Sprintf("`%s` (%s)", h.name, amount(h.bytes, "bytes")))
	}
	ex.Summary += f.then() + f.say(Words{"The largest, roughly: %s.", "现在最大的大约是：%s。"}, strings.Join(listed, ", "))
	ex.Fix = &wire.Fix{Text: f.say(Words{"`del %s` gives its memory back, if it is no longer needed.", "如果不再需要，`del %s` 可以腾出它的内存。"}, heavy[0].name)}
	return ex
}

// heavy is a name and about how many bytes what it holds takes.
type heavy struct {
	name  string
	bytes int64
}

const (
	worthTelling = 1 << 20 // bytes
	mostHeavy    = 4
)

// heaviest lists the global names that hold most of the host's memory, largest first.
func heaviest(t *object.Thread, globals *object.Namespace) (list []heavy) {
	scales := &scales{seen: map[any]bool{}}
	for name, v := range globals.All() {
		scales.left = mostWeighed
		if n := scales.weight(t, v, 3); n >= worthTelling && !strings.HasPrefix(name, "_") {
			list = append(list, heavy{name, n})
		}
	}
	slices.SortStableFunc(list, func(a, b heavy) int { return cmp.Compare(b.bytes, a.bytes) })
	return list[:min(len(list), mostHeavy)]
}

// NumpyArray is the class of NumPy's arrays.
const NumpyArray = "numpy.ndarray"

// sampled are the items of a container that are looked at for its weight.
const sampled = 1000

// mostWeighed are the values that are looked at for one name.
const mostWeighed = 10_000

// scales weigh values, each once, and so many of them: who waits for an explanation does not wait for all.
type scales struct {
	seen map[any]bool
	left int
}

// weight is about how many bytes of the host's memory a value takes that was not weighed before.
func (s *scales) weight(t *object.Thread, v object.Value, depth int) int64 {
	if o := v.Object(); o == nil || s.seen[o] || s.left == 0 {
		return 0
	} else {
		s.seen[o] = true
		s.left--
	}
	if x, ok := values.AsTensor(v); ok {
		if !x.IsCPU() {
			return 0
		}
		return int64(x.Storage().Bytes)
	}
	if object.TypeName(v) == NumpyArray {
		n, _ := object.GetAttr(t, v, "nbytes")
		bytes, _ := object.AsInt(n)
		return bytes
	}
	of := func(n int, each int64, items func(yield func(object.Value) bool)) int64 {
		sum, seen := int64(0), 0
		if depth > 0 {
			for x := range items {
				if seen == sampled {
					break
				}
				sum += s.weight(t, x, depth-1)
				seen++
			}
		}
		if seen > 0 {
			sum = sum * int64(n) / int64(seen)
		}
		return int64(n)*each + sum
	}
	switch o := v.Object().(type) {
	case *object.Str:
		return int64(len(o.String()))
	case *object.Bytes:
		return int64(len(o.B))
	case *object.ByteArray:
		return int64(len(o.B))
	case *object.List:
		return of(len(o.Items), 16, slices.Values(o.Items))
	case *object.Tuple:
		return of(len(o.Items), 16, slices.Values(o.Items))
	case *object.Dict:
		return of(o.Len(), 64, func(yield func(object.Value) bool) {
			for _, x := range o.All() {
				if !yield(x) {
					return
				}
			}
		})
	}
	return 0
}
