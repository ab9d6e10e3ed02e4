package cell

import (
	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// Certain are the names to which a cell that comes to its end has given new values, whatever happened on the way: nothing
// that reads one of them afterwards sees what it was before. Bound are those to which it may have.
func Certain(code string) map[string]bool {
	names := map[string]bool{}
	if _, _, ok := CellMagic(code); ok {
		return names
	}
	m, err := parse.Source("<cell>", Python(code), parse.Options{})
	if err != nil {
		return names
	}
	certain(names, m.Body)
	return names
}

func certain(names map[string]bool, body []syntax.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.Assign:
			for _, target := range s.Targets {
				certainTarget(names, target)
			}
		case *syntax.Import:
			binder(names).aliases(s.Aliases)
		case *syntax.ImportFrom:
			binder(names).aliases(s.Aliases)
		case *syntax.FunctionDef:
			certainTarget(names, s.Name)
		case *syntax.ClassDef:
			certainTarget(names, s.Name)
		case *syntax.With: // its body may be cut short by an exception that it swallows
			for _, item := range s.Items {
				certainTarget(names, item.Target)
			}
		case *syntax.Delete:
			for _, target := range s.Targets {
				if name, ok := target.(*syntax.Name); ok {
					delete(names, name.ID)
				}
			}
		}
	}
}

// certainTarget notes the names of an assignment's target. Items and attributes of one are values of something else's.
func certainTarget(names map[string]bool, target syntax.Expr) {
	switch x := target.(type) {
	case *syntax.Name:
		names[x.ID] = true
	case *syntax.Starred:
		certainTarget(names, x.Value)
	case *syntax.Tuple:
		for _, e := range x.Elts {
			certainTarget(names, e)
		}
	case *syntax.List:
		for _, e := range x.Elts {
			certainTarget(names, e)
		}
	}
}
