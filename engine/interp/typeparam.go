package interp

import (
	"gputour/engine/bytecode"
	"gputour/engine/object"
	"gputour/engine/syntax"
)

// typeParameter makes the objects of PEP 695 with the classes of module typing.
func (m *machine) typeParameter(fr *frame, in *bytecode.Instr) (object.Value, error) {
	regs := fr.regs
	if in.Op == bytecode.MakeTypeAlias {
		name, _ := object.AsStr(regs[in.B])
		return object.Adopt(&typeAlias{name: name, params: regs[in.B+1], lazy: regs[in.B+2]}, typeAliasClass), nil
	}
	typing, err := m.importDotted("typing")
	if err != nil {
		return typing, err
	}
	name := map[syntax.TypeParamKind]string{syntax.TypeVar: "TypeVar", syntax.TypeVarTuple: "TypeVarTuple", syntax.ParamSpec: "ParamSpec"}[syntax.TypeParamKind(in.C)]
	class, err := object.GetAttr(m.t, typing, name)
	if err != nil {
		return class, err
	}
	args := object.Args{Pos: []object.Value{fr.code.consts[in.D]}}
	if bound := regs[in.B]; !bound.IsNone() {
		v, err := object.Call(m.t, bound)
		if err != nil {
			return v, err
		}
		if constraints, ok := v.Object().(*object.Tuple); ok {
			args.Pos = append(args.Pos, constraints.Items...)
		} else {
			args.Kw = []object.Keyword{{Name: "bound", Value: v}}
		}
	}
	return object.CallArgs(m.t, class, args)
}

// typeAlias is what `type Name[params] = value` makes; the value is computed when it is asked for.
type typeAlias struct {
	object.Head
	name         string
	params, lazy object.Value
	value        object.Value
}

var typeAliasClass = object.NewBuiltin("typing.TypeAliasType")

func init() {
	of := func(v object.Value) *typeAlias { return v.Object().(*typeAlias) }
	typeAliasClass.Define(object.Spec{
		Final: true, OwnLayout: true, NoConstructor: true,
		Slots: object.Slots{
			Repr: func(_ *object.Thread, v object.Value) (string, error) { return of(v).name, nil },
			GetItem: func(_ *object.Thread, v, key object.Value) (object.Value, error) {
				return object.NewGenericAlias(v, key), nil
			},
		},
		Props: []object.Prop{
			{Name: "__name__", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return object.NewStr(of(v).name), nil }},
			{Name: "__type_params__", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return of(v).params, nil }},
			{Name: "__value__", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
				a := of(v)
				if a.value.IsNil() {
					x, err := object.Call(t, a.lazy)
					if err != nil {
						return x, err
					}
					a.value = x
				}
				return a.value, nil
			}},
		},
	})
}
