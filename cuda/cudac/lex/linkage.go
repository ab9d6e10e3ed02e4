// This file keeps apart what several files of a program call by one name, each for itself: static
// functions and variables, constants, and what lives on the device.

package lex

import "strconv"

// ownWords begin declarations whose names other files do not see (internal linkage; without
// relocatable device code that of the device, too).
var ownWords = map[string]bool{"static": true, "const": true, "constexpr": true, "__constant__": true, "__device__": true}

// ownNames are the names that a file's tokens declare outside of functions for that file alone.
func ownNames(list []Token) map[string]bool {
	names := map[string]bool{}
	depth, begins := 0, true
	for i := 0; i < len(list); i++ {
		t := list[i]
		switch {
		case t.Header:
			continue
		case t.Is("{"):
			depth++
		case t.Is("}"):
			depth--
			begins = depth == 0
			continue
		}
		if depth == 0 && begins {
			if name, fn, own := declared(list[i:]); own && name != "" && (!fn || !t.Is("const") && !t.Is("constexpr")) {
				names[name] = true
			}
		}
		begins = depth == 0 && t.Is(";")
	}
	return names
}

// declared is the name that the declaration at the beginning of a list declares, and whether it is a function.
func declared(list []Token) (name string, function, own bool) {
	static, external := false, false
	if list[0].Is("template") && len(list) > 1 && list[1].Is("<") {
		list = list[min(ClosedAngle(list, 1)+1, len(list)):]
	}
	for i, t := range list {
		static, external = static || t.Is("static"), external || t.Is("extern")
		switch {
		case t.Is("(") && i > 0 && list[i-1].Kind == Name && !callAttributes[list[i-1].Text] && list[i-1].Text != "__launch_bounds__" && list[i-1].Text != "alignas" && list[i-1].Text != "__align__":
			if j := closed(list, i, "(", ")") + 1; j < len(list) && list[j].Is(";") {
				own = static // what is only declared may be another file's
			}
			return list[i-1].Text, true, own
		case (t.Is("=") || t.Is(";") || t.Is("[")) && i > 0 && list[i-1].Kind == Name:
			return list[i-1].Text, false, own && !external
		case t.Is("{") || t.Is("}") || t.Is(";") || t.Is("template") || t.Is("struct") && i == 0 || t.Is("class"):
			return "", false, false
		}
		own = own || ownWords[t.Text]
	}
	return "", false, false
}

// apart gives a file's own names that files before it have, too, names that nobody else has.
func (p *preprocessor) apart(from, number int) {
	list := p.out[from:]
	names := ownNames(list)
	for name := range names {
		if !p.owned[name] {
			p.owned[name] = true
			delete(names, name)
		}
	}
	for i, t := range list {
		if t.Kind == Name && names[t.Text] && !(i > 0 && (list[i-1].Is(".") || list[i-1].Is("->"))) {
			list[i].Text += "_" + strconv.Itoa(number)
		}
	}
}
