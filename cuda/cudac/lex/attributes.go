// This file takes attributes out of the tokens: they advise a compiler, and change nothing here.

package lex

// callAttributes are written like calls.
var callAttributes = map[string]bool{"__attribute__": true, "__declspec": true, "__cluster_dims__": true, "__maxnreg__": true, "__block_size__": true}

// withoutAttributes leaves [[…]], __attribute__((…)) and their kin away.
func withoutAttributes(list []Token) []Token {
	out := list[:0:len(list)]
	for i := 0; i < len(list); i++ {
		t := list[i]
		switch {
		case t.Kind == Name && callAttributes[t.Text] && i+1 < len(list) && list[i+1].Is("("):
			if end := closed(list, i+1, "(", ")"); end > 0 {
				i = end
				continue
			}
		case t.Is("[") && i+2 < len(list) && list[i+1].Is("[") && list[i+2].Kind == Name && (i == 0 || !endsExpression(list[i-1])):
			if end := closed(list, i, "[", "]"); end > 0 {
				i = end
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// endsExpression reports that what follows a token in brackets is an index.
func endsExpression(t Token) bool {
	return t.Kind != Punct && !Reserved[t.Text] || t.Is(")") || t.Is("]")
}

// closed is the index of the token that closes what opens at i; -1 where none does.
func closed(list []Token, i int, open, close string) int {
	for depth := 0; i < len(list); i++ {
		if list[i].Is(open) {
			depth++
		} else if list[i].Is(close) {
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// ClosedAngle is the index of the > that closes the < at i.
func ClosedAngle(list []Token, i int) int {
	depth := 0
	for ; i < len(list); i++ {
		switch t := list[i]; {
		case t.Is("<"):
			depth++
		case t.Is(">"), t.Is(">>"):
			if depth -= len(t.Text); depth <= 0 {
				return i
			}
		}
	}
	return i
}
