package torch

import (
	"strings"

	"gputour/engine/object"
)

// Modules torch.linalg, torch.special and torch.fft: the operations whose schema names
// begin with the module's.

func init() {
	for _, name := range []string{"linalg", "special", "fft"} {
		goModules = append(goModules, goModule{"torch." + name, func(*object.Thread) (*object.Module, error) {
			return prefixed(name), nil
		}})
	}
}

// prefixed makes a module of the functions whose names begin with its own.
func prefixed(name string) *object.Module {
	m := object.NewModule("torch."+name, "")
	for full, b := range all().functions {
		if short, ok := strings.CutPrefix(full, name+"_"); ok && full != "linalg_" {
			f := b.function()
			m.Dict.Set(short, object.Of(f))
		}
	}
	if name == "linalg" {
		m.Dict.Set("LinAlgError", LinAlgError.Value())
	}
	return m
}
