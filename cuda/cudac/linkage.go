// This file keeps apart what several files of a program call by one name, each for itself: static
// functions and variables, constants, and what lives on the device.

package cudac

import "strconv"

// ownWords begin declarations whose names other files do not see (internal linkage; without
// relocatable device code that of the device, too).
var ownWords = map[string]bool{"static": true, "const": true, "constexpr": true, "__constant__": true, "__device__": true}

// ownNames are the names that a file's tokens declare outside of functions for that file alone.
func ownNames(list []token) map[string]bool {
	names := map[string]bool{}
	depth, begins := 0, true
	for i := 0; i < len(list); i++ {
		t := list[i]
		switch {
		case t.header:
			continue
		case t.is("{"):
			depth++
		case t.is("}"):
			depth--
			begins = depth == 0
			continue
		}
		if depth == 0 && begins {
			if name, fn, own := declared(list[i:]); own && name != "" && (!fn || !t.is("const") && !t.is("constexpr")) {
				names[name] = true
			}
		}
		begins = depth == 0 && t.is(";")
	}
	return names
}

// declared is the name that the declaration at the beginning of a list declares, and whether it is a function.
func declared(list []token) (name string, function, own bool) {
	static, external := false, false
	if list[0].is("template") && len(list) > 1 && list[1].is("<") {
		list = list[min(closedAngle(list, 1)+1, len(list)):]
	}
	for i, t := range list {
		static, external = static || t.is("static"), external || t.is("extern")
		switch {
		case t.is("(") && i > 0 && list[i-1].kind == tokName && !callAttributes[list[i-1].text] && list[i-1].text != "__launch_bounds__" && list[i-1].text != "alignas" && list[i-1].text != "__align__":
			if j := closed(list, i, "(", ")") + 1; j < len(list) && list[j].is(";") {
				own = static // what is only declared may be another file's
			}
			return list[i-1].text, true, own
		case (t.is("=") || t.is(";") || t.is("[")) && i > 0 && list[i-1].kind == tokName:
			return list[i-1].text, false, own && !external
		case t.is("{") || t.is("}") || t.is(";") || t.is("template") || t.is("struct") && i == 0 || t.is("class"):
			return "", false, false
		}
		own = own || ownWords[t.text]
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
		if t.kind == tokName && names[t.text] && !(i > 0 && (list[i-1].is(".") || list[i-1].is("->"))) {
			list[i].text += "_" + strconv.Itoa(number)
		}
	}
}
