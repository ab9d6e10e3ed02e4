package prose

import (
	"strings"

	"github.com/alecthomas/chroma/v2"

	"gputour/server/markup"
)

// This file colours static code with the class names that the editor uses, so that
// code looks the same before and after the editor takes its place. The style sheet
// has both colour schemes.

// classes map token types to class names; a type goes by its nearest ancestor here.
var classes = map[chroma.TokenType]string{
	chroma.Keyword: "tok-keyword", chroma.KeywordConstant: "tok-bool", chroma.OperatorWord: "tok-keyword",
	chroma.CommentPreproc: "tok-meta", chroma.NameDecorator: "tok-meta",
	chroma.NameFunction: "tok-function", chroma.NameClass: "tok-class", chroma.NameFunctionMagic: "tok-function",
	chroma.LiteralString: "tok-string", chroma.LiteralNumber: "tok-number", chroma.Comment: "tok-comment",
}

// Highlight returns code as HTML with a span around each coloured token.
func Highlight(code, language string) markup.HTML {
	lexer := languages().Get(language)
	if lexer == nil {
		return markup.HTML(markup.Escape(code))
	}
	tokens, err := chroma.Tokenise(chroma.Coalesce(lexer), nil, code)
	if err != nil {
		return markup.HTML(markup.Escape(code))
	}
	var b strings.Builder
	for i, t := range tokens {
		writeToken(&b, t, classOf(t, tokens[i+1:]))
	}
	return markup.HTML(strings.TrimSuffix(b.String(), "\n"))
}

// classOf is a token's class; a name before a parenthesis is a function.
func classOf(t chroma.Token, rest []chroma.Token) string {
	if t.Type.InCategory(chroma.Name) && len(rest) > 0 && strings.HasPrefix(rest[0].Value, "(") {
		return "tok-function"
	}
	for _, kind := range []chroma.TokenType{t.Type, t.Type.SubCategory(), t.Type.Category()} {
		if class := classes[kind]; class != "" {
			return class
		}
	}
	return ""
}

func writeToken(b *strings.Builder, t chroma.Token, class string) {
	text := markup.Escape(t.Value)
	if class == "" {
		b.WriteString(text)
		return
	}
	b.WriteString(`<span class="` + class + `">` + text + "</span>")
}

// LanguageOf is the language of a cell's code: a first line %%cuda makes it C++.
func LanguageOf(code string) string {
	if strings.HasPrefix(strings.TrimSpace(code), "%%cuda") {
		return "c++"
	}
	return "python"
}
