// This file leaves out what a file's header declares when a file before has it already: all files of a program become one
// source, in which a type has one definition.

package lex

import "strings"

// noteDeclared takes note of what a file's header declares, the first time that one of the program's files includes it.
func (p *preprocessor) noteDeclared(list []Token) {
	eachDeclaration(list, func(unit []Token) { p.seen[spelled(unit)] = true }, func([]Token) {})
}

// fresh is what of a header's tokens no file before has declared: the part of a library that its author has one file define a
// macro for, declarations that other macros choose. The borders of namespaces stay.
func (p *preprocessor) fresh(list []Token) []Token {
	var kept []Token
	eachDeclaration(list, func(unit []Token) {
		if text := spelled(unit); !p.seen[text] {
			p.seen[text] = true
			kept = append(kept, unit...)
		}
	}, func(border []Token) { kept = append(kept, border...) })
	return kept
}

// spelled are tokens as a text that tells them from others.
func spelled(list []Token) string {
	var b strings.Builder
	for _, t := range list {
		b.WriteString(t.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// eachDeclaration hands out the declarations of a list, those in namespaces and in extern "C" too, and what begins and ends these.
func eachDeclaration(list []Token, declaration, border func([]Token)) {
	for len(list) > 0 {
		open := blockOf(list)
		if open == 0 {
			n := declarationLength(list)
			declaration(list[:n])
			list = list[n:]
			continue
		}
		end := closed(list, open, "{", "}")
		if end < 0 { // it is told of where the list is read
			end = len(list)
		}
		border(list[:open+1])
		eachDeclaration(list[open+1:min(end, len(list))], declaration, border)
		border(list[min(end, len(list)):min(end+1, len(list))])
		list = list[min(end+1, len(list)):]
	}
}

// blockOf is where the brace of the namespace or of the extern "C" is that begins a list; 0 where none does.
func blockOf(list []Token) int {
	i := 0
	for ; i < len(list) && list[i].Is("inline"); i++ {
	}
	switch {
	case i < len(list) && list[i].Is("namespace"):
		for i++; i < len(list) && (list[i].Kind == Name || list[i].Is("::")); i++ {
		}
	case i+1 < len(list) && list[i].Is("extern") && list[i+1].Kind == String:
		i += 2
	default:
		return 0
	}
	if i < len(list) && list[i].Is("{") {
		return i
	}
	return 0
}

// declarationLength is how many tokens the declaration has that begins a list: up to its semicolon or the end of a body.
func declarationLength(list []Token) int {
	body := false // a function's, not a type's or an initialiser's
	for i, depth := 0, 0; i < len(list); i++ {
		switch t := list[i]; {
		case t.Is("{"):
			if depth == 0 && i > 0 {
				before := list[i-1]
				body = before.Is(")") || before.Is("const") || before.Is("noexcept") || before.Is("override") || before.Is("}")
			}
			depth++
		case t.Is("(") || t.Is("["):
			depth++
		case t.Is(")") || t.Is("]"):
			depth--
		case t.Is("}"):
			depth--
			more := i+1 < len(list) && (list[i+1].Is("{") || list[i+1].Is(",") || list[i+1].Is(";"))
			if depth == 0 && body && !more {
				return i + 1
			}
		case t.Is(";") && depth <= 0:
			return i + 1
		}
	}
	return len(list)
}
