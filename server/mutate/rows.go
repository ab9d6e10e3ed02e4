package main

import (
	"fmt"
	"go/ast"
	"go/types"
)

// This file finds what can be changed in a table: rows, and what stands in their fields.

// composite drops the rows of a literal, and gives rows what the next one has.
func (f *finder) composite(lit *ast.CompositeLit) {
	t := f.info.TypeOf(lit)
	if t == nil || len(lit.Elts) < 2 {
		return
	}
	var element types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		element = u.Elem()
		f.dropRows(lit)
	case *types.Map:
		element = u.Elem()
		f.dropKeys(lit)
	case *types.Array:
		element = u.Elem()
		f.clearRows(lit, u.Elem())
	default:
		return
	}
	for i := range lit.Elts {
		f.swap(valueOf(lit.Elts[i]), valueOf(lit.Elts[(i+1)%len(lit.Elts)]), element)
	}
}

func valueOf(e ast.Expr) ast.Expr {
	if kv, is := e.(*ast.KeyValueExpr); is {
		return kv.Value
	}
	return e
}

func (f *finder) dropRows(lit *ast.CompositeLit) {
	for i, e := range lit.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); keyed || lit.Type == nil {
			return
		}
		f.dropped(lit, e, "_without", fmt.Sprint(i))
	}
}

func (f *finder) dropKeys(lit *ast.CompositeLit) {
	for _, e := range lit.Elts {
		if lit.Type != nil {
			f.dropped(lit, e, "_withoutKey", f.text(e.(*ast.KeyValueExpr).Key))
		}
	}
}

// dropped weaves around the whole literal, and shows the row alone.
func (f *finder) dropped(lit *ast.CompositeLit, row ast.Expr, helper, which string) {
	f.add("row dropped", lit, "", func(id int, before string) string {
		return fmt.Sprintf("%s(_mutant == %d, %s, %s)", helper, id, before, which)
	})
	m := f.found[len(f.found)-1]
	m.before, m.line = f.text(row), f.fset.Position(row.Pos()).Line
	m.text = f.lines[m.line-1]
}

// clearRows makes rows of an array zero.
func (f *finder) clearRows(lit *ast.CompositeLit, element types.Type) {
	if _, is := element.Underlying().(*types.Struct); !is {
		return
	}
	for _, e := range lit.Elts {
		if row, is := valueOf(e).(*ast.CompositeLit); is {
			t := f.typeName(element)
			prefix := ""
			if row.Type == nil {
				prefix = t
			}
			f.add("row dropped", row, t+"{}", func(id int, before string) string {
				return fmt.Sprintf("_pick(_mutant == %d, %s{}, %s%s)", id, t, prefix, before)
			})
		}
	}
}

// swap gives a row what another has: as a whole where it is one value, else each field by itself.
func (f *finder) swap(a, b ast.Expr, element types.Type) {
	x, isRow := a.(*ast.CompositeLit)
	y, isOther := b.(*ast.CompositeLit)
	if !isRow && !isOther {
		f.instead(a, b, element)
		return
	}
	s, isStruct := element.Underlying().(*types.Struct)
	if !isRow || !isOther || !isStruct {
		return
	}
	for i := range s.NumFields() {
		v, w := fieldOf(x, s, i), fieldOf(y, s, i)
		if v == nil || w == nil || isElided(v) || isElided(w) {
			continue
		}
		f.instead(v, w, s.Field(i).Type())
	}
}

func isElided(e ast.Expr) bool { lit, is := e.(*ast.CompositeLit); return is && lit.Type == nil }

func (f *finder) instead(a, b ast.Expr, t types.Type) {
	if f.text(a) != f.text(b) {
		f.pick("next row's", a, f.typeName(t), f.text(b))
	}
}

// fieldOf is what a literal has for a field; nil for nothing.
func fieldOf(lit *ast.CompositeLit, s *types.Struct, i int) ast.Expr {
	for j, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		if !keyed && j == i {
			return e
		}
		if name, is := keyOf(kv); is && name == s.Field(i).Name() {
			return kv.Value
		}
	}
	return nil
}

func keyOf(kv *ast.KeyValueExpr) (string, bool) {
	if kv == nil {
		return "", false
	}
	name, is := kv.Key.(*ast.Ident)
	if !is {
		return "", false
	}
	return name.Name, true
}
