package advice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pattern"
	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
	"gputour/engine/wire"
)

// This file says in plain language what is wrong with an index, a key or an attribute.

// explainTime is how long the program's own code may take, for an explanation, to say what it has: its steps are bounded, too.
const explainTime = 5 * time.Second

// failing is the expression of the learner's that failed, as far as it lies on one line, with its
// text; nil where it is not known.
func (f *Failure) failing() (syntax.Expr, string) {
	line := []rune(f.line())
	if f.Frame == nil || f.Frame.Col < 0 || f.Frame.EndLine != f.Frame.Line || f.Frame.EndCol > len(line) || f.Frame.Col >= f.Frame.EndCol {
		return nil, ""
	}
	text := string(line[f.Frame.Col:f.Frame.EndCol])
	m, err := parse.Source("", text, parse.Options{Mode: parse.Eval})
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
func (f *Failure) then() string { return f.say(Words{" ", ""}) }

// container is the text of what was subscripted, or whose method was called, "" where it is not known,
// as where a library's Python did it.
func (f *Failure) container() string {
	if f.Deep {
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
func (f *Failure) called(text string, other Words) string {
	if text == "" {
		return f.say(other)
	}
	return f.say(Words{"`%s`", "`%s` "}, text)
}

// outsideArray is NumPy's text: the error has nothing else.
var outsideArray = pattern.Lazy(`^index (-?\d+) is out of bounds for axis (\d+) with size (\d+)$`)

// explainArrayIndex: a NumPy array has no such element.
func explainArrayIndex(f *Failure) *wire.Explanation {
	text, _ := Message(f.Exception)
	m := outsideArray().FindStringSubmatch(text)
	if !f.is(object.IndexError) || m == nil {
		return nil
	}
	n, _ := strconv.Atoi(m[3])
	return &wire.Explanation{Code: "array-index", Summary: f.say(Words{
		"Axis %s of %s has %d, and counting begins at 0: its indices go from 0 to %d, and -1 is the last.",
		"%[2]s的第 %[1]s 轴是 %[3]d。编号从 0 开始，所以下标是 0 到 %[4]d；-1 是最后一个。"}, m[2], f.called(f.container(), Words{"this array", "这个数组"}), n, n-1)}
}

// explainIndex: a list, a tuple or a text has no such item.
func explainIndex(f *Failure) *wire.Explanation {
	if ex := explainArrayIndex(f); ex != nil {
		return ex
	}
	if !f.is(object.IndexError) || f.Exception.Of.IsNil() {
		return nil
	}
	n, err := object.Len(f.Thread, f.Exception.Of)
	if err != nil {
		return nil
	}
	name := f.container()
	said := f.called(name, Words{"This sequence", "这个序列"})
	ex := &wire.Explanation{Code: "index"}
	switch {
	case n == 0:
		ex.Summary = f.say(Words{"%s is empty: it has no item at all.", "%s是空的，里面一个元素也没有。"}, said)
	case n == 1:
		ex.Summary = f.say(Words{"%s has one item, and counting begins at 0: its only index is 0.", "%s只有一个元素。编号从 0 开始，所以下标只能是 0。"}, said)
	default:
		ex.Summary = f.say(Words{"%s has %d items, and counting begins at 0: the indices go from 0 to %d, and -1 is the last.", "%s有 %d 个元素。编号从 0 开始，所以下标是 0 到 %d；-1 是最后一个。"}, said, n, n-1)
	}
	x, _ := f.failing()
	sub, _ := x.(*syntax.Subscript)
	list, _ := f.Exception.Of.Object().(*object.List)
	if message, _ := Message(f.Exception); list != nil && strings.Contains(message, "assignment") {
		ex.Fix = &wire.Fix{Text: f.say(Words{"Assigning to an index changes an item that is there. `append` adds one.", "给下标赋值只能改已有的元素。要添加元素，用 `append`。"})}
	} else if sub != nil && n > 0 {
		if c, ok := sub.Index.(*syntax.Constant); ok && c.Value == int64(n) {
			ex.Fix = f.replaceSubscript(f.say(Words{"For the last one, write -1.", "要最后一个，写 -1。"}), "[-1]")
		} else if !ok && name != "" {
			ex.Fix = &wire.Fix{Text: f.say(Words{"`range(len(%s))` stops before the end, and `for item in %s:` needs no index.", "`range(len(%s))` 不会越过末尾，而 `for item in %s:` 根本不需要下标。"}, name, name)}
		}
	}
	return ex
}

// inPlace proposes other text for the expression that failed.
func (f *Failure) inPlace(text, old, by string) *wire.Fix {
	line := []rune(f.line())
	return f.rewrite(text, string(line[:f.Frame.Col])+by+string(line[f.Frame.Col+len([]rune(old)):]))
}

// replaceSubscript proposes other text in the place of the brackets that failed.
func (f *Failure) replaceSubscript(text, by string) *wire.Fix {
	if x, old := f.failing(); x != nil {
		if sub, ok := x.(*syntax.Subscript); ok {
			return f.inPlace(text, old, part(old, sub.Value)+by)
		}
	}
	return &wire.Fix{Text: text}
}

// replaceKey proposes another key where the one that failed is written out; nil where it is not.
func (f *Failure) replaceKey(text, wanted, near string) *wire.Fix {
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
func explainKey(f *Failure) *wire.Explanation {
	if !f.is(object.KeyError) || f.Exception.Of.IsNil() || len(f.Exception.Args.Items) != 1 {
		return nil
	}
	d, ok := f.Exception.Of.Object().(*object.Dict)
	if !ok {
		return nil
	}
	key := f.Exception.Args.Items[0]
	wanted, err := object.Repr(f.Thread, key)
	if err != nil {
		return nil
	}
	said := f.called(f.container(), Words{"This dict", "这个字典"})
	ex := &wire.Explanation{Code: "key"}
	ask := f.say(Words{"Where a key may be missing, `.get(key)` gives None, and `key in …` asks.", "键可能不存在时，`.get(key)` 会给出 None，`key in …` 可以先问一问。"})
	near, listed := f.keys(d, key)
	switch {
	case d.Len() == 0:
		ex.Summary = f.say(Words{"%s is empty, and so it has no key `%s`.", "%s是空的，所以没有键 `%s`。"}, said, wanted)
	case near != "":
		ex.Summary = f.say(Words{"%s has no key `%s`, but it has `%s`.", "%s没有键 `%s`，但是有 `%s`。"}, said, wanted, near)
		if ex.Fix = f.replaceKey(f.say(Words{"Is `%s` meant?", "是不是想写 `%s`？"}, near), wanted, near); ex.Fix != nil {
			return ex
		}
	default:
		ex.Summary = f.say(Words{"%s has no key `%s`. Its keys are %s.", "%s没有键 `%s`。它的键有：%s。"}, said, wanted, listed)
	}
	ex.Fix = &wire.Fix{Text: ask}
	return ex
}

// keys finds in a dict the key that is near to one, as it is written, and lists the first.
func (f *Failure) keys(d *object.Dict, key object.Value) (near, list string) {
	name, isText := object.AsStr(key)
	plain, err := object.ToStr(f.Thread, key)
	if err != nil {
		return "", ""
	}
	var texts, shown []string
	looked := 0
	for k := range d.All() {
		if looked++; looked > nearKeys {
			break
		}
		repr, err := object.Repr(f.Thread, k)
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
	if best := traceback.Closest(name, texts); near == "" && isText && best != "" {
		near, _ = object.Repr(f.Thread, object.NewStr(best))
	}
	list = strings.Join(shown, ", ")
	if d.Len() > len(shown) {
		list += f.say(Words{" and %d more", " 等 %d 个"}, d.Len()-len(shown))
	}
	return near, list
}

// attributeAdvice is what is said of attributes that one looks for on a wrong type.
var attributeAdvice = []struct {
	types, names []string
	words        Words
}{
	{[]string{"list", "tuple"}, []string{"shape", "size", "dtype", "device", "to", "cuda", "mean", "sum", "view", "reshape", "T"},
		Words{"A %s is no tensor. `torch.tensor(…)` makes one of its numbers; `len(…)` counts its items.", "%s 不是张量。`torch.tensor(…)` 用它的数造出张量；`len(…)` 数它有几个元素。"}},
	{[]string{"Tensor", "ndarray"}, []string{"append", "extend", "push", "insert"},
		Words{"Objects of type %s do not grow. Collect parts in a list and join them once: `torch.cat` or `torch.stack`, `np.concatenate` for arrays.", "%s 不会变长。先把各部分收进列表，最后一次性拼接：`torch.cat` 或 `torch.stack`，数组用 `np.concatenate`。"}},
	{[]string{"ndarray"}, []string{"to", "cuda", "cpu", "device", "backward", "grad", "requires_grad", "item_", "unsqueeze", "permute", "view"},
		Words{"An %s is NumPy's and lives on the host. `torch.from_numpy(…)` makes a tensor of the same memory.", "%s 是 NumPy 的数组，在主机内存里。`torch.from_numpy(…)` 用同一块内存造出张量。"}},
	{[]string{"int", "float", "bool"}, []string{"item", "shape", "backward", "to", "cuda", "detach", "numpy", "cpu", "dtype", "device", "size", "mean", "sum"},
		Words{"This is a plain Python %s already, and no tensor: there is nothing more to take out of it. If a tensor was meant, leave out `.item()` before it.", "这已经是普通的 Python %s，不是张量，里面没有别的东西了。如果想要张量，去掉前面的 `.item()`。"}},
}

// explainAttribute: an object has no such attribute.
func explainAttribute(f *Failure) *wire.Explanation {
	if !f.is(object.AttributeError) {
		return nil
	}
	if text, _ := Message(f.Exception); strings.HasSuffix(text, "before Module.__init__() call") {
		return &wire.Explanation{Code: "super", Summary: f.say(Words{"A module keeps its layers in tables that `super().__init__()` makes. That comes first in `__init__`.", "模块把各层记在表里，而这些表由 `super().__init__()` 建立。它要写在 `__init__` 的第一行。"})}
	}
	name, ok := object.AsStr(f.Exception.Field("name"))
	of := f.Exception.Field("obj")
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
		if strings.HasPrefix(fmt.Sprint(f.Exception.Error()), "AttributeError: 'NoneType'") {
			ex.Summary = f.say(Words{"%s is None: nothing. Whatever gave it returned nothing, as a function without `return` does, and methods that change a thing in place, such as `list.sort()`.",
				"%s是 None，也就是什么都没有。给出它的代码没有返回值：没有 `return` 的函数就是这样，`list.sort()` 这类原地修改的方法也是。"}, f.called(said, Words{"What stands before the dot", "点号前面的东西"}))
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
	f.Session.Read(explainTime, func(t *object.Thread) { best = traceback.SuggestedAttribute(t, of, name) })
	holder := f.called(said, Words{"This object", "这个对象"})
	if kind != "" {
		holder = f.say(Words{"%s, of type %s,", "%s（类型是 %s）"}, holder, "`"+kind+"`")
	}
	if best == "" {
		ex.Summary = f.say(Words{"%s has nothing called `%s`. `dir(…)` lists what an object has, and Tab after the dot does.", "%s没有 `%s`。`dir(…)` 会列出一个对象有什么，在点号后按 Tab 也行。"}, holder, name)
		return ex
	}
	ex.Summary = f.say(Words{"%s has nothing called `%s`, but it has `%s`.", "%s没有 `%s`，但是有 `%s`。"}, holder, name, best)
	if said != "" {
		ex.Fix = f.inPlace(f.say(Words{"Is `%s` meant?", "是不是想写 `%s`？"}, best), text, strings.TrimSuffix(text, name)+best)
	}
	return ex
}
