package parse

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"gputour/engine/syntax/scan"
)

// This file reads grammar.txt into rules that pegmatch.go interprets.

//go:embed grammar.txt
var grammarText string

// grammar returns the rules of grammar.txt, read when first needed.
var grammar = sync.OnceValue(func() *pegGrammar {
	g := &pegGrammar{index: make(map[string]int)}
	g.read(grammarText)
	return g
})

type pegGrammar struct {
	rules []*pegRule
	index map[string]int // of a rule by its name
}

// pegRule is one production.
type pegRule struct {
	name  string
	file  string // the test data that shows it
	alts  []pegAlt
	memo  bool
	quiet bool // no error rule is tried inside
}

// pegAlt is one alternative: a sequence, and what to report when it matches.
type pegAlt struct {
	items  []*pegNode
	report report
	// isError tells that the alternative is an error rule alone, to be tried in
	// the second pass only. An error rule among other items is always tried.
	isError bool
}

type pegKind uint8

const (
	pegToken  pegKind = iota
	pegWord           // a soft keyword
	pegSoft           // any soft keyword
	pegRef            // another rule
	pegOpt            // elem?
	pegStar           // elem*
	pegPlus           // elem+
	pegGather         // sep.elem+
	pegAhead          // &elem
	pegNot            // !elem
	pegCut            // ~
	pegForced         // &&elem
	pegGroup          // ( alternatives )
)

type pegNode struct {
	kind      pegKind
	tok       scan.Kind
	word      string
	rule      int
	elem, sep *pegNode
	alts      []pegAlt
	label     byte // 'a' or 'b' if the report needs the part, else 0
}

// pegTokens maps the names of tokens in the grammar.
var pegTokens = map[string]scan.Kind{
	"NAME": scan.Name, "NUMBER": scan.Number, "STRING": scan.String, "NEWLINE": scan.Newline,
	"INDENT": scan.Indent, "DEDENT": scan.Dedent, "ENDMARKER": scan.End,
}

// kindOf maps the spelling of operators and keywords.
var kindOf = func() map[string]scan.Kind {
	m := make(map[string]scan.Kind)
	for k := range scan.Kinds {
		if text := k.String(); text != "" {
			m[text] = k
		}
	}
	return m
}()

// read splits the grammar into rules and parses each.
func (g *pegGrammar) read(text string) {
	var bodies []string
	file := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '@':
			file = strings.TrimSpace(line[1:])
		case line[0] == ' ':
			bodies[len(bodies)-1] += "\n" + line
		default:
			head, body, _ := strings.Cut(line, ":")
			name, memo := strings.CutSuffix(head, " (memo)")
			g.index[name] = len(g.rules)
			g.rules = append(g.rules, &pegRule{
				name: name, file: file, memo: memo,
				quiet: strings.HasSuffix(name, "_without_error"),
			})
			bodies = append(bodies, body)
		}
	}
	for i, r := range g.rules {
		p := &pegParser{g: g, words: pegWords(bodies[i]), rule: r.name}
		r.alts = p.alternatives()
		if p.i < len(p.words) {
			panic("grammar.txt: " + r.name + ": " + p.words[p.i])
		}
	}
}

// pegWords cuts a production into its symbols.
func pegWords(s string) []string {
	var words []string
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ' ' || c == '\n':
			i++
		case c == '\'' || c == '"':
			n := strings.IndexByte(s[i+1:], c) + 2
			words = append(words, s[i:i+n])
			i += n
		case scan.IsNameByte(c):
			n := i
			for n < len(s) && scan.IsNameByte(s[n]) {
				n++
			}
			words = append(words, s[i:n])
			i = n
		case strings.HasPrefix(s[i:], "&&") || strings.HasPrefix(s[i:], "->"):
			words = append(words, s[i:i+2])
			i += 2
		default:
			words = append(words, s[i:i+1])
			i++
		}
	}
	return words
}

// pegParser reads the alternatives of one production.
type pegParser struct {
	g     *pegGrammar
	words []string
	i     int
	rule  string
}

func (p *pegParser) peek() string {
	if p.i < len(p.words) {
		return p.words[p.i]
	}
	return ""
}

func (p *pegParser) accept(word string) bool {
	if p.peek() != word {
		return false
	}
	p.i++
	return true
}

func (p *pegParser) alternatives() []pegAlt {
	p.accept("|")
	alts := []pegAlt{p.alternative()}
	for p.accept("|") {
		alts = append(alts, p.alternative())
	}
	return alts
}

func (p *pegParser) alternative() pegAlt {
	var a pegAlt
	for {
		switch p.peek() {
		case "", "|", ")":
			a.isError = len(a.items) == 1 && a.items[0].kind == pegRef &&
				strings.HasPrefix(p.g.rules[a.items[0].rule].name, "error_")
			return a
		case "->":
			p.i++
			name := p.peek()
			p.i++
			if a.report = reports[name]; a.report == nil {
				panic(fmt.Sprintf("grammar.txt: %s: no report %q", p.rule, name))
			}
			return a
		}
		a.items = append(a.items, p.item())
	}
}

// item reads `[label=] [prefix] element [suffix]`.
func (p *pegParser) item() *pegNode {
	if w := p.peek(); (w == "a" || w == "b") && p.i+1 < len(p.words) && p.words[p.i+1] == "=" {
		p.i += 2
		n := p.item()
		n.label = w[0]
		return n
	}
	switch {
	case p.accept("~"):
		return &pegNode{kind: pegCut}
	case p.accept("&&"):
		return &pegNode{kind: pegForced, elem: p.element()}
	case p.accept("&"):
		return &pegNode{kind: pegAhead, elem: p.element()}
	case p.accept("!"):
		return &pegNode{kind: pegNot, elem: p.element()}
	}
	n := p.element()
	switch {
	case p.accept("?"):
		return &pegNode{kind: pegOpt, elem: n}
	case p.accept("*"):
		return &pegNode{kind: pegStar, elem: n}
	case p.accept("+"):
		return &pegNode{kind: pegPlus, elem: n}
	case p.accept("."):
		elem := p.element()
		if !p.accept("+") {
			panic("grammar.txt: " + p.rule + ": s.e without +")
		}
		return &pegNode{kind: pegGather, sep: n, elem: elem}
	}
	return n
}

func (p *pegParser) element() *pegNode {
	w := p.peek()
	p.i++
	switch {
	case w == "(":
		n := &pegNode{kind: pegGroup, alts: p.alternatives()}
		if !p.accept(")") {
			panic("grammar.txt: " + p.rule + ": missing )")
		}
		return n
	case w[0] == '\'':
		k, ok := kindOf[w[1:len(w)-1]]
		if !ok {
			panic("grammar.txt: " + p.rule + ": " + w)
		}
		return &pegNode{kind: pegToken, tok: k}
	case w[0] == '"':
		return &pegNode{kind: pegWord, word: w[1 : len(w)-1]}
	case w == "SOFT_KEYWORD":
		return &pegNode{kind: pegSoft}
	}
	if k, ok := pegTokens[w]; ok {
		return &pegNode{kind: pegToken, tok: k}
	}
	i, ok := p.g.index[w]
	if !ok {
		panic("grammar.txt: " + p.rule + ": no rule " + w)
	}
	return &pegNode{kind: pegRef, rule: i}
}
