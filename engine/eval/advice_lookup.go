package eval

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch"
	"gputour/engine/syntax"
	"gputour/engine/wire"
)

// This file says in plain language what is wrong with an index, a key, an attribute, a call's
// arguments, and a session whose Python objects are too large.

// explainTime is how long the program's own code may take, for an explanation, to say what it has: its steps are bounded, too.
const explainTime = 5 * time.Second

// failing is the expression of the learner's that failed, as far as it lies on one line, with its
// text; nil where it is not known.
func (f *failure) failing() (syntax.Expr, string) {
	line := []rune(f.line())
	if f.frame == nil || f.frame.Col < 0 || f.frame.EndLine != f.frame.Line || f.frame.EndCol > len(line) || f.frame.Col >= f.frame.EndCol {
		return nil, ""
	}
	text := string(line[f.frame.Col:f.frame.EndCol])
	m, err := syntax.Parse("", text, syntax.Options{Mode: syntax.Eval})
	if err != nil {
		return nil, ""
	}
	return m.Expr, text
}

// part is what of a text that an expression in it is.
func part(text string, x syntax.Expr) string {
	span := x.Span()
	runes := []rune(text)
	if span.Start.Line != 1 || span.End.Line != 1 || span.End.Col > len(runes) {
		return ""
	}
	return string(runes[span.Start.Col:span.End.Col])
}

// then parts two sentences.
func (f *failure) then() string { return f.say(words{" ", ""}) }

// container is the text of what was subscripted, or whose method was called, "" where it is not known,
// as where a library's Python did it.
func (f *failure) container() string {
	if f.deep {
		return ""
	}
	switch x, text := f.failing(); x := x.(type) {
	case *syntax.Subscript:
		return part(text, x.Value)
	case *syntax.Call:
		if method, ok := x.Func.(*syntax.Attribute); ok {
			return part(text, method.Value)
		}
	}
	return ""
}

// called is a text of the program at the beginning of a sentence, or other words where it is not known.
func (f *failure) called(text string, other words) string {
	if text == "" {
		return f.say(other)
	}
	return f.say(words{"`%s`", "`%s` "}, text)
}

// outsideArray is NumPy's text: the error has nothing else.
var outsideArray = pattern(`^index (-?\d+) is out of bounds for axis (\d+) with size (\d+)$`)

// explainArrayIndex: a NumPy array has no such element.
func explainArrayIndex(f *failure) *wire.Explanation {
	text, _ := message(f.x)
	m := outsideArray().FindStringSubmatch(text)
	if !f.is(object.IndexError) || m == nil {
		return nil
	}
	n, _ := strconv.Atoi(m[3])
	return &wire.Explanation{Code: "array-index", Summary: f.say(words{
		"Axis %s of %s has %d, and counting begins at 0: its indices go from 0 to %d, and -1 is the last.",
		"%[2]s的第 %[1]s 轴是 %[3]d。编号从 0 开始，所以下标是 0 到 %[4]d；-1 是最后一个。"}, m[2], f.called(f.container(), words{"this array", "这个数组"}), n, n-1)}
}

// explainIndex: a list, a tuple or a text has no such item.
func explainIndex(f *failure) *wire.Explanation {
	if ex := explainArrayIndex(f); ex != nil {
		return ex
	}
	if !f.is(object.IndexError) || f.x.Of.IsNil() {
		return nil
	}
	n, err := object.Len(f.thread, f.x.Of)
	if err != nil {
		return nil
	}
	name := f.container()
	said := f.called(name, words{"This sequence", "这个序列"})
	ex := &wire.Explanation{Code: "index"}
	switch {
	case n == 0:
		ex.Summary = f.say(words{"%s is empty: it has no item at all.", "%s是空的，里面一个元素也没有。"}, said)
	case n == 1:
		ex.Summary = f.say(words{"%s has one item, and counting begins at 0: its only index is 0.", "%s只有一个元素。编号从 0 开始，所以下标只能是 0。"}, said)
	default:
		ex.Summary = f.say(words{"%s has %d items, and counting begins at 0: the indices go from 0 to %d, and -1 is the last.", "%s有 %d 个元素。编号从 0 开始，所以下标是 0 到 %d；-1 是最后一个。"}, said, n, n-1)
	}
	x, _ := f.failing()
	sub, _ := x.(*syntax.Subscript)
	list, _ := f.x.Of.Object().(*object.List)
	if message, _ := message(f.x); list != nil && strings.Contains(message, "assignment") {
		ex.Fix = &wire.Fix{Text: f.say(words{"Assigning to an index changes an item that is there. `append` adds one.", "给下标赋值只能改已有的元素。要添加元素，用 `append`。"})}
	} else if sub != nil && n > 0 {
		if c, ok := sub.Index.(*syntax.Constant); ok && c.Value == int64(n) {
			ex.Fix = f.replaceSubscript(f.say(words{"For the last one, write -1.", "要最后一个，写 -1。"}), "[-1]")
		} else if !ok && name != "" {
			ex.Fix = &wire.Fix{Text: f.say(words{"`range(len(%s))` stops before the end, and `for item in %s:` needs no index.", "`range(len(%s))` 不会越过末尾，而 `for item in %s:` 根本不需要下标。"}, name, name)}
		}
	}
	return ex
}

// inPlace proposes other text for the expression that failed.
func (f *failure) inPlace(text, old, by string) *wire.Fix {
	line := []rune(f.line())
	return f.rewrite(text, string(line[:f.frame.Col])+by+string(line[f.frame.Col+len([]rune(old)):]))
}

// replaceSubscript proposes other text in the place of the brackets that failed.
func (f *failure) replaceSubscript(text, by string) *wire.Fix {
	if x, old := f.failing(); x != nil {
		if sub, ok := x.(*syntax.Subscript); ok {
			return f.inPlace(text, old, part(old, sub.Value)+by)
		}
	}
	return &wire.Fix{Text: text}
}

// replaceKey proposes another key where the one that failed is written out; nil where it is not.
func (f *failure) replaceKey(text, wanted, near string) *wire.Fix {
	x, old := f.failing()
	if x == nil {
		return nil
	}
	if sub, ok := x.(*syntax.Subscript); ok {
		if _, ok := sub.Index.(*syntax.Constant); !ok {
			return nil
		}
		if strings.HasPrefix(part(old, sub.Index), `"`) {
			near = strings.ReplaceAll(near, "'", `"`)
		}
		return f.replaceSubscript(text, "["+near+"]")
	}
	if !strings.HasPrefix(wanted, "'") {
		return nil // a number may stand for anything
	}
	for _, quote := range []string{"'", `"`} {
		if is := strings.ReplaceAll(wanted, "'", quote); strings.Count(old, is) == 1 {
			return f.inPlace(text, old, strings.Replace(old, is, strings.ReplaceAll(near, "'", quote), 1))
		}
	}
	return nil
}

// mostKeys are listed of a dict that lacks one, and of nearKeys at most one is proposed: there may be millions.
const mostKeys, nearKeys = 6, 2000

// explainKey: a dict has no such key.
func explainKey(f *failure) *wire.Explanation {
	if !f.is(object.KeyError) || f.x.Of.IsNil() || len(f.x.Args.Items) != 1 {
		return nil
	}
	d, ok := f.x.Of.Object().(*object.Dict)
	if !ok {
		return nil
	}
	key := f.x.Args.Items[0]
	wanted, err := object.Repr(f.thread, key)
	if err != nil {
		return nil
	}
	said := f.called(f.container(), words{"This dict", "这个字典"})
	ex := &wire.Explanation{Code: "key"}
	ask := f.say(words{"Where a key may be missing, `.get(key)` gives None, and `key in …` asks.", "键可能不存在时，`.get(key)` 会给出 None，`key in …` 可以先问一问。"})
	near, listed := f.keys(d, key)
	switch {
	case d.Len() == 0:
		ex.Summary = f.say(words{"%s is empty, and so it has no key `%s`.", "%s是空的，所以没有键 `%s`。"}, said, wanted)
	case near != "":
		ex.Summary = f.say(words{"%s has no key `%s`, but it has `%s`.", "%s没有键 `%s`，但是有 `%s`。"}, said, wanted, near)
		if ex.Fix = f.replaceKey(f.say(words{"Is `%s` meant?", "是不是想写 `%s`？"}, near), wanted, near); ex.Fix != nil {
			return ex
		}
	default:
		ex.Summary = f.say(words{"%s has no key `%s`. Its keys are %s.", "%s没有键 `%s`。它的键有：%s。"}, said, wanted, listed)
	}
	ex.Fix = &wire.Fix{Text: ask}
	return ex
}

// keys finds in a dict the key that is near to one, as it is written, and lists the first.
func (f *failure) keys(d *object.Dict, key object.Value) (near, list string) {
	name, isText := object.AsStr(key)
	plain, err := object.ToStr(f.thread, key)
	if err != nil {
		return "", ""
	}
	var texts, shown []string
	looked := 0
	for k := range d.All() {
		if looked++; looked > nearKeys {
			break
		}
		repr, err := object.Repr(f.thread, k)
		if err != nil {
			continue
		}
		if len(shown) < mostKeys {
			shown = append(shown, "`"+wire.Shorten(repr, 40)+"`")
		}
		text, ok := object.AsStr(k)
		if ok {
			texts = append(texts, text)
		}
		if ok != isText && strings.Trim(repr, "'") == plain {
			near = repr // 1 for '1', and the other way round
		}
	}
	if best := interp.Closest(name, texts); near == "" && isText && best != "" {
		near, _ = object.Repr(f.thread, object.NewStr(best))
	}
	list = strings.Join(shown, ", ")
	if d.Len() > len(shown) {
		list += f.say(words{" and %d more", " 等 %d 个"}, d.Len()-len(shown))
	}
	return near, list
}

// attributeAdvice is what is said of attributes that one looks for on a wrong type.
var attributeAdvice = []struct {
	types, names []string
	words        words
}{
	{[]string{"list", "tuple"}, []string{"shape", "size", "dtype", "device", "to", "cuda", "mean", "sum", "view", "reshape", "T"},
		words{"A %s is no tensor. `torch.tensor(…)` makes one of its numbers; `len(…)` counts its items.", "%s 不是张量。`torch.tensor(…)` 用它的数造出张量；`len(…)` 数它有几个元素。"}},
	{[]string{"Tensor", "ndarray"}, []string{"append", "extend", "push", "insert"},
		words{"Objects of type %s do not grow. Collect parts in a list and join them once: `torch.cat` or `torch.stack`, `np.concatenate` for arrays.", "%s 不会变长。先把各部分收进列表，最后一次性拼接：`torch.cat` 或 `torch.stack`，数组用 `np.concatenate`。"}},
	{[]string{"ndarray"}, []string{"to", "cuda", "cpu", "device", "backward", "grad", "requires_grad", "item_", "unsqueeze", "permute", "view"},
		words{"An %s is NumPy's and lives on the host. `torch.from_numpy(…)` makes a tensor of the same memory.", "%s 是 NumPy 的数组，在主机内存里。`torch.from_numpy(…)` 用同一块内存造出张量。"}},
	{[]string{"int", "float", "bool"}, []string{"item", "shape", "backward", "to", "cuda", "detach", "numpy", "cpu", "dtype", "device", "size", "mean", "sum"},
		words{"This is a plain Python %s already, and no tensor: there is nothing more to take out of it. If a tensor was meant, leave out `.item()` before it.", "这已经是普通的 Python %s，不是张量，里面没有别的东西了。如果想要张量，去掉前面的 `.item()`。"}},
}

// explainAttribute: an object has no such attribute.
func explainAttribute(f *failure) *wire.Explanation {
	if !f.is(object.AttributeError) {
		return nil
	}
	if text, _ := message(f.x); strings.HasSuffix(text, "before Module.__init__() call") {
		return &wire.Explanation{Code: "super", Summary: f.say(words{"A module keeps its layers in tables that `super().__init__()` makes. That comes first in `__init__`.", "模块把各层记在表里，而这些表由 `super().__init__()` 建立。它要写在 `__init__` 的第一行。"})}
	}
	name, ok := object.AsStr(f.x.Field("name"))
	of := f.x.Field("obj")
	if !ok {
		return nil
	}
	ex := &wire.Explanation{Code: "attribute"}
	x, text := f.failing()
	said := ""
	if a, ok := x.(*syntax.Attribute); ok && a.Attr == name {
		said = part(text, a.Value)
	}
	if of.IsNone() {
		if strings.HasPrefix(fmt.Sprint(f.x.Error()), "AttributeError: 'NoneType'") {
			ex.Summary = f.say(words{"%s is None: nothing. Whatever gave it returned nothing, as a function without `return` does, and methods that change a thing in place, such as `list.sort()`.",
				"%s是 None，也就是什么都没有。给出它的代码没有返回值：没有 `return` 的函数就是这样，`list.sort()` 这类原地修改的方法也是。"}, f.called(said, words{"What stands before the dot", "点号前面的东西"}))
			return ex
		}
		return nil
	}
	kind := object.TypeName(of)
	kind = kind[strings.LastIndexByte(kind, '.')+1:]
	if _, isModule := of.Object().(*object.Module); isModule {
		kind = ""
	}
	for _, a := range attributeAdvice {
		if slices.Contains(a.types, kind) && slices.Contains(a.names, name) {
			ex.Summary = f.say(a.words, kind)
			return ex
		}
	}
	best := ""
	f.e.readFor(explainTime, func(t *object.Thread) { best = interp.SuggestedAttribute(t, of, name) })
	holder := f.called(said, words{"This object", "这个对象"})
	if kind != "" {
		holder = f.say(words{"%s, of type %s,", "%s（类型是 %s）"}, holder, "`"+kind+"`")
	}
	if best == "" {
		ex.Summary = f.say(words{"%s has nothing called `%s`. `dir(…)` lists what an object has, and Tab after the dot does.", "%s没有 `%s`。`dir(…)` 会列出一个对象有什么，在点号后按 Tab 也行。"}, holder, name)
		return ex
	}
	ex.Summary = f.say(words{"%s has nothing called `%s`, but it has `%s`.", "%s没有 `%s`，但是有 `%s`。"}, holder, name, best)
	if said != "" {
		ex.Fix = f.inPlace(f.say(words{"Is `%s` meant?", "是不是想写 `%s`？"}, best), text, strings.TrimSuffix(text, name)+best)
	}
	return ex
}

// badArguments is what a function says whose arguments do not fit its parameters: CPython's texts, the
// error has nothing else.
var badArguments = pattern(`^([\w.<>]+)\(\) (missing|takes|got an unexpected keyword argument|got multiple values for (?:keyword )?argument)(.*)`)

// quotedNames are the names in such a text.
var quotedNames = pattern(`'(\w+)'`)

// explainArguments: a function is called with arguments that do not fit its parameters.
func explainArguments(f *failure) *wire.Explanation {
	text, _ := message(f.x)
	m := badArguments().FindStringSubmatch(text)
	if !f.is(object.TypeError) || m == nil {
		return nil
	}
	name := strings.TrimSuffix(m[1], ".__init__")
	var names []string
	for _, found := range quotedNames().FindAllStringSubmatch(m[3], -1) {
		names = append(names, "`"+found[1]+"`")
	}
	list := strings.Join(names, ", ")
	parameters, known := f.parameters(m[1])
	ex := &wire.Explanation{Code: "arguments"}
	switch m[2] {
	case "missing":
		ex.Summary = f.say(words{"Nothing is given for %s.", "没有给 %s 传值。"}, list)
		if list == "`self`" {
			ex.Summary = f.say(words{"A method is called on an object, and `%s` is called on the class here. Make an object first: `%s()`.", "方法要在对象上调用，而这里的 `%s` 是在类上调用的。先造一个对象：`%s()`。"}, name, strings.SplitN(name, ".", 2)[0])
			return ex
		}
	case "takes":
		ex.Summary = f.say(words{"More values are given than there are parameters to take them.", "传的值比参数多。"})
		if strings.Contains(name, ".") && known && f.lacksSelf(m[1]) {
			ex.Summary += f.then() + f.say(words{"Python hands a method its object first: the parameters of a method begin with `self`.", "Python 调用方法时会先传入对象本身：方法的第一个参数要写 `self`。"})
		} else if strings.Contains(m[1], ".") {
			ex.Summary += f.then() + f.say(words{"The object itself, `self`, is counted, too.", "对象本身（`self`）也算一个。"})
		}
	case "got an unexpected keyword argument":
		ex.Summary = f.say(words{"`%s` has no parameter %s.", "`%s` 没有参数 %s。"}, name, list)
		f.likelyKeyword(ex, strings.Trim(list, "`"), parameters)
	default:
		ex.Summary = f.say(words{"%s is given twice: once by its place and once by its name.", "%s 传了两次：一次按位置，一次按名字。"}, list)
	}
	if known {
		ex.Summary += f.then() + f.say(words{"It is called as `%s(%s)`.", "调用的形式是 `%s(%s)`。"}, name, strings.Join(parameters, ", "))
	}
	return ex
}

// likelyKeyword proposes the parameter that a keyword may have meant.
func (f *failure) likelyKeyword(ex *wire.Explanation, keyword string, parameters []string) {
	var names []string
	for _, p := range parameters {
		if n := wordStart().FindString(p); n != "" {
			names = append(names, n)
		}
	}
	best := interp.Closest(keyword, names)
	x, text := f.failing()
	call, ok := x.(*syntax.Call)
	if best == "" || !ok {
		return
	}
	for _, k := range call.Keywords {
		if at := k.Start; k.Name == keyword && at.Line == 1 {
			runes := []rune(text)
			ex.Fix = f.inPlace(f.say(words{"Is `%s` meant?", "是不是想写 `%s`？"}, best), text, string(runes[:at.Col])+best+string(runes[at.Col+len([]rune(keyword)):]))
		}
	}
}

// parameters are those of the function of that qualified name which the failing line calls.
func (f *failure) parameters(qualified string) (list []string, ok bool) {
	f.e.readFor(explainTime, func(t *object.Thread) {
		if v, found := f.callee(t, qualified); found {
			if b := briefOf(t, qualified, v); len(b.Calls) > 0 {
				list, ok = b.Calls[0].Parameters, true
			}
		}
	})
	return list, ok
}

// callee finds that function: what is called, a method of it, or what a global name leads to.
func (f *failure) callee(t *object.Thread, qualified string) (object.Value, bool) {
	owner, method, isMethod := strings.Cut(qualified, ".")
	if line := strings.TrimSpace(f.line()); line != "" {
		for _, text := range calls(line) {
			v, ok := f.e.resolve(t, text)
			if !ok {
				continue
			}
			q := ""
			if name, ok, _ := object.GetAttrOpt(t, v, "__qualname__"); ok {
				q, _ = object.AsStr(name)
			}
			if q != "" && (q == qualified || q+".__init__" == qualified) {
				return v, true
			}
			if isMethod && v.Class().Name == owner {
				if m, err := object.GetAttr(t, v, method); err == nil {
					return m, true
				}
			}
		}
	}
	v, ok := f.e.main.Get(owner)
	if ok && isMethod {
		if method == "__init__" {
			return v, true
		}
		m, err := object.GetAttr(t, v, method)
		return m, err == nil
	}
	return v, ok
}

// calls are the texts of what a line calls, innermost names and attributes only.
func calls(line string) (texts []string) {
	for _, m := range callable().FindAllStringSubmatch(line, -1) {
		texts = append(texts, m[1])
	}
	return texts
}

var callable = pattern(`([\pL_][\pL\pN_]*(?:\.[\pL_][\pL\pN_]*)*)\s*\(`)

// lacksSelf reports whether a method of a class of the learner's has no parameter for its object.
func (f *failure) lacksSelf(qualified string) bool {
	owner, method, _ := strings.Cut(qualified, ".")
	lacks := false
	f.e.readFor(explainTime, func(t *object.Thread) {
		class, ok := f.e.main.Get(owner)
		if !ok {
			return
		}
		m, err := object.GetAttr(t, class, method)
		if err != nil {
			return
		}
		b := briefOf(t, method, m)
		lacks = len(b.Calls) > 0 && (len(b.Calls[0].Parameters) == 0 || b.Calls[0].Parameters[0] != "self")
	})
	return lacks
}

// explainSession: the Python objects of the session have no more room.
func explainSession(f *failure) *wire.Explanation {
	if !f.is(object.MemoryError) || f.fault != nil {
		return nil
	}
	l := f.e.session.Limits
	ex := &wire.Explanation{Code: "session-memory", Summary: f.say(words{
		"gputour lets the Python objects of one session hold %s together, and one object %s. That is a limit of this server, not of Python, and not a GPU's memory.",
		"gputour 规定一个会话里的 Python 对象合计最多占 %s，单个对象最多 %s。这是本服务器的限额，不是 Python 的，也不是显存。"}, amount(l.Bytes, "bytes"), amount(l.Alloc, "bytes"))}
	heavy := f.e.heaviest(f.thread)
	if len(heavy) == 0 {
		ex.Fix = &wire.Fix{Text: f.say(words{"Make it smaller, or work through it in parts.", "把它改小，或者分成几部分处理。"})}
		return ex
	}
	var listed []string
	for _, h := range heavy {
		listed = append(listed, fmt.Sprintf("`%s` (%s)", h.name, amount(h.bytes, "bytes")))
	}
	ex.Summary += f.then() + f.say(words{"The largest, roughly: %s.", "现在最大的大约是：%s。"}, strings.Join(listed, ", "))
	ex.Fix = &wire.Fix{Text: f.say(words{"`del %s` gives its memory back, if it is no longer needed.", "如果不再需要，`del %s` 可以腾出它的内存。"}, heavy[0].name)}
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
func (e *Evaluator) heaviest(t *object.Thread) (list []heavy) {
	scales := &scales{seen: map[any]bool{}}
	for name, v := range e.main.All() {
		scales.left = mostWeighed
		if n := scales.weight(t, v, 3); n >= worthTelling && !strings.HasPrefix(name, "_") {
			list = append(list, heavy{name, n})
		}
	}
	slices.SortStableFunc(list, func(a, b heavy) int { return cmp.Compare(b.bytes, a.bytes) })
	return list[:min(len(list), mostHeavy)]
}

// arrayName is the class of NumPy's arrays.
const arrayName = "numpy.ndarray"

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
	if x, ok := torch.AsTensor(v); ok {
		if !x.IsCPU() {
			return 0
		}
		return int64(x.Storage().Bytes)
	}
	if object.TypeName(v) == arrayName {
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
