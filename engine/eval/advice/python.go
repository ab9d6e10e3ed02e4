package advice

import (
	"strings"

	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/wire"
)

// This file says in plain language what is wrong with a name or with a line that is no Python.

// explainName: a name that nothing has defined.
func explainName(f *Failure) *wire.Explanation {
	name, ok := object.AsStr(f.Exception.Field("name"))
	if !f.is(object.NameError) || !ok {
		return nil
	}
	ex := &wire.Explanation{Code: "name", Args: []string{name}}
	if f.is(object.UnboundLocalError) {
		ex.Code = "local-name"
		ex.Summary = f.say(Words{"The function assigns to `%s` somewhere, and so `%s` is its own variable, which has no value yet on this line. To change the global one, say `global %s` first.",
			"这个函数里有对 `%s` 的赋值，所以 `%s` 是它自己的变量，到这一行还没有值。想用全局的那个，先写 `global %s`。"}, name, name, name)
		return ex
	}
	best := traceback.Suggested(f.Thread, f.Exception)
	if best == "" {
		ex.Summary = f.say(Words{"Nothing that has run so far defines `%s`. Run the cell that does, or check the spelling.", "到现在为止运行过的代码都没有定义 `%s`。先运行定义它的那一格，或者检查拼写。"}, name)
		return ex
	}
	from := f.Session.Bound(best)
	if from.Line == 0 {
		ex.Summary = f.say(Words{"There is no `%s`, but there is `%s`.", "没有 `%s` 这个名字，但是有 `%s`。"}, name, best)
	} else {
		ex.Summary = f.say(Words{"There is no `%s`, but there is `%s` (%s).", "没有 `%s` 这个名字，但是有 `%s`（%s）。"}, name, best, f.cellWords(from))
	}
	ex.Fix = f.replace(f.say(Words{"Is `%s` meant?", "是不是想写 `%s`？"}, best), name, best)
	return ex
}

// syntaxAdvice is what is said to a SyntaxError whose text begins so. The texts are CPython's:
// the error has nothing else.
var syntaxAdvice = []struct {
	text  string
	words Words
}{
	{"expected an indented block", Words{"The lines that belong to a statement ending in `:` stand further to the right, by four spaces.", "以 `:` 结尾的语句，属于它的各行要往右缩进四个空格。"}},
	{"unexpected indent", Words{"This line stands further to the right than the one before, which opens no block. Take the spaces at its beginning away.", "这一行比上一行缩进得多，而上一行并没有开始一个代码块。去掉行首多余的空格。"}},
	{"unindent does not match", Words{"This line is less indented than the one before, but as far as none of the blocks around it. Line it up with one of them.", "这一行的缩进比上一行少，却对不上外面的任何一个代码块。把它和其中一个对齐。"}},
	{"inconsistent use of tabs", Words{"Some lines are indented by tabs and others by spaces. Use four spaces everywhere.", "有的行用制表符缩进，有的行用空格。请统一用四个空格。"}},
	{"expected ':'", Words{"A `:` is missing at the end of this line: `if`, `for`, `while`, `def`, `class`, `with` and `try` need one.", "这一行的末尾少了 `:`。`if`、`for`、`while`、`def`、`class`、`with`、`try` 的后面都要有。"}},
	{"expected 'except' or 'finally'", Words{"`try:` needs an `except:` or a `finally:` after its block.", "`try:` 的代码块之后要有 `except:` 或者 `finally:`。"}},
	{"'(' was never closed", Words{"This `(` has no `)`. It may belong to the end of this line, or of a later one.", "这个 `(` 没有对应的 `)`。它可能应该在这一行或后面某一行的末尾。"}},
	{"'[' was never closed", Words{"This `[` has no `]`. It may belong to the end of this line, or of a later one.", "这个 `[` 没有对应的 `]`。它可能应该在这一行或后面某一行的末尾。"}},
	{"'{' was never closed", Words{"This `{` has no `}`. It may belong to the end of this line, or of a later one.", "这个 `{` 没有对应的 `}`。它可能应该在这一行或后面某一行的末尾。"}},
	{"unmatched", Words{"There is one closing bracket too many here, or the opening one is missing.", "这里多了一个右括号，或者前面少了一个左括号。"}},
	{"closing parenthesis", Words{"A bracket is closed by one of another kind. Each `(`, `[` and `{` needs its own.", "左右括号的种类对不上。`(`、`[`、`{` 要各配各的右括号。"}},
	{"unterminated", Words{"The closing quote of this text is missing. A text in single quotes ends on its line; one over several lines has three.", "这段文字少了结尾的引号。用单个引号的文字必须在同一行结束；跨行的要用三个引号。"}},
	{"invalid syntax. Perhaps you forgot a comma", Words{"Two values stand side by side. Put a comma, or an operator such as `+`, between them.", "两个值紧挨在一起。它们之间要有逗号，或者 `+` 这样的运算符。"}},
	{"invalid syntax. Maybe you meant '=='", Words{"A single `=` gives a name a value. To compare, write `==`.", "单个 `=` 是赋值。要比较，请写 `==`。"}},
	{"cannot assign to", Words{"Only a name, an attribute or an element can stand left of `=`. To compare, write `==`.", "`=` 的左边只能是名字、属性或者元素。要比较，请写 `==`。"}},
	{"Missing parentheses in call", Words{"`print` is a function in Python 3: what it prints stands in brackets.", "在 Python 3 里 `print` 是函数：要打印的东西写在括号里。"}},
	{"'return' outside function", Words{"`return` belongs into a function. To see a value, put it on the cell's last line.", "`return` 只能写在函数里。想看一个值，把它写在单元格的最后一行。"}},
	{"'break' outside loop", Words{"`break` belongs into a `for` or `while` loop.", "`break` 只能写在 `for` 或 `while` 循环里。"}},
	{"invalid character", Words{"This sign is no part of Python. Full-width commas, brackets and curly quotes come from a text editor or an input method: write `,` `(` `\"` instead.", "Python 不认识这个符号。全角的逗号、括号和弯引号多半来自输入法：请换成半角的 `,` `(` `\"`。"}},
	{"invalid decimal literal", Words{"A name cannot begin with a digit.", "名字不能以数字开头。"}},
	{"positional argument follows keyword", Words{"In a call, arguments with a name (`x=1`) stand behind those without.", "调用函数时，带名字的参数（`x=1`）要写在不带名字的后面。"}},
	{"f-string", Words{"Something is wrong inside the `{…}` of this f-string: each `{` needs its `}`, with an expression between them.", "这个 f-string 的 `{…}` 里有问题：每个 `{` 都要有 `}`，中间是一个表达式。"}},
	{"invalid syntax", Words{"Python cannot read on from the marked place. Often something is missing just before it: a comma, a quote, a bracket, an operator, or a `:`.", "Python 读到标出的地方就读不下去了。多半是它前面少了东西：逗号、引号、括号、运算符，或者 `:`。"}},
}

// explainSyntax: the cell is no Python.
func explainSyntax(f *Failure) *wire.Explanation {
	if !f.is(object.SyntaxError) {
		return nil
	}
	text, _ := object.AsStr(f.Exception.Field("msg"))
	for _, a := range syntaxAdvice {
		if strings.HasPrefix(text, a.text) {
			return &wire.Explanation{Code: "syntax", Summary: f.say(a.words)}
		}
	}
	return nil
}
