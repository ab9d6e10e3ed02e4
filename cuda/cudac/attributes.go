// This file takes attributes out of the tokens: they advise a compiler, and change nothing here.

package cudac

// callAttributes are written like calls.
var callAttributes = map[string]bool{"__attribute__": true, "__declspec": true, "__cluster_dims__": true, "__maxnreg__": true, "__block_size__": true}

// withoutAttributes leaves [[…]], __attribute__((…)) and their kin away.
func withoutAttributes(list []token) []token {
	out := list[:0:len(list)]
	for i := 0; i < len(list); i++ {
		t := list[i]
		switch {
		case t.kind == tokName && callAttributes[t.text] && i+1 < len(list) && list[i+1].is("("):
			if end := closed(list, i+1, "(", ")"); end > 0 {
				i = end
				continue
			}
		case t.is("[") && i+2 < len(list) && list[i+1].is("[") && list[i+2].kind == tokName && (i == 0 || !endsExpression(list[i-1])):
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
func endsExpression(t token) bool {
	return t.kind != tokPunct && !reserved[t.text] || t.is(")") || t.is("]")
}

// closed is the index of the token that closes what opens at i; -1 where none does.
func closed(list []token, i int, open, close string) int {
	for depth := 0; i < len(list); i++ {
		if list[i].is(open) {
			depth++
		} else if list[i].is(close) {
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
