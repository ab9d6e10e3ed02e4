// This file joins the brackets of a launch that are written apart, as formatters of plain C++ write them.

package lex

// withLaunches joins k << <grid, block> >> (…), whose brackets no other expression has.
func withLaunches(list []Token) []Token {
	out := list[:0]
	for i := 0; i < len(list); i++ {
		if n := brackets(list, i, '<'); n > 1 {
			list[i+n-1] = merged(list[i : i+n])
			i += n - 1
		}
		if list[i].Is("<<<") {
			joinClosing(list, i)
		}
		if list[i].Kind != Punct || list[i].Text != "" {
			out = append(out, list[i])
		}
	}
	return out
}

// joinClosing joins the brackets that end the launch which begins at i; what is joined to another token is left empty.
func joinClosing(list []Token, i int) {
	depth := 0
	for i++; i < len(list) && !list[i].Is(";") && depth >= 0; i++ {
		switch {
		case list[i].Is("("), list[i].Is("{"):
			depth++
		case list[i].Is(")"), list[i].Is("}"):
			depth--
		case depth == 0 && list[i].Is(">>>"):
			return
		case depth == 0:
			if n := brackets(list, i, '>'); n > 1 && i+n < len(list) && list[i+n].Is("(") {
				list[i] = merged(list[i : i+n])
				for k := i + 1; k < i+n; k++ {
					list[k] = Token{Kind: Punct}
				}
				return
			}
		}
	}
}

// brackets counts the tokens from i on that are three of one bracket; 0 where they are not.
func brackets(list []Token, i int, bracket byte) int {
	for n, k := 0, i; k < len(list) && list[k].Kind == Punct; k++ {
		for _, c := range []byte(list[k].Text) {
			if c != bracket {
				return 0
			}
			n++
		}
		if n >= 3 {
			return map[bool]int{true: k + 1 - i}[n == 3]
		}
	}
	return 0
}

// merged is one token for some that follow each other.
func merged(list []Token) Token {
	t := list[0]
	for _, o := range list[1:] {
		t.Text += o.Text
	}
	if last := list[len(list)-1]; last.Pos.Line == t.Pos.Line {
		t.End = last.End
	}
	return t
}
