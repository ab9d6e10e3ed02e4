package dispatch

import (
	"fmt"
	"sort"
	"strings"
)

// CallsOfSeveralTensors writes, for each operation that takes two tensors or more, a row
// (name, how many, lambda t0, t1…: the call) with plain values for its other parameters.
func CallsOfSeveralTensors() string {
	rows := map[string]bool{}
	for key, texts := range signatures() {
		if key[0] == Method {
			continue
		}
		for _, text := range texts {
			if o := parseOverload(text); !o.hidden {
				if row := callOfTensors(key[0], o); row != "" {
					rows[row] = true
				}
			}
		}
	}
	list := make([]string, 0, len(rows))
	for row := range rows {
		list = append(list, row)
	}
	sort.Strings(list)
	return "[\n" + strings.Join(list, ",\n") + "]\n"
}

var plainValues = map[paramType]string{typInt: "0", typBool: "True", typFloat: "1.0", typScalar: "1", typString: "'mean'", typInts: "[1, 1]"}

func callOfTensors(kind byte, o *overload) string {
	var args, names []string
	fresh := func() string {
		name := fmt.Sprintf("t%d", len(names))
		names = append(names, name)
		return name
	}
	for _, p := range o.Params {
		switch {
		case p.optional:
		case p.typ == typTensor:
			args = append(args, fresh())
		case p.typ == typTensors:
			args = append(args, "["+fresh()+", "+fresh()+"]")
		case plainValues[p.typ] != "":
			args = append(args, plainValues[p.typ])
		default:
			return ""
		}
	}
	if len(names) < 2 {
		return ""
	}
	module, name := "torch.", o.Name
	if kind == NN {
		module = "torch._C._nn."
	}
	for _, prefix := range []string{"linalg_", "special_"} {
		if short, ok := strings.CutPrefix(name, prefix); ok {
			module, name = "torch."+strings.TrimSuffix(prefix, "_")+".", short
		}
	}
	return fmt.Sprintf("(%q, %d, lambda %s: %s%s(%s))", o.Name, len(names), strings.Join(names, ", "), module, name, strings.Join(args, ", "))
}
