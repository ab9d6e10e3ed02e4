package interp

import (
	"gputour/engine/compile"
	"gputour/engine/object"
	"gputour/engine/syntax"
)

// typeParameter makes the objects of PEP 695 with the classes of module typing.
func (m *machine) typeParameter(fr *frame, in *compile.Instr) (object.Value, error) {
	regs := fr.regs
	typing, err := m.importDotted("typing")
	if err != nil {
		return typing, err
	}
	if in.Op == compile.MakeTypeAlias {
		class, err := object.GetAttr(m.t, typing, "TypeAliasType")
		if err != nil {
			return class, err
		}
		return object.Call(m.t, class, regs[in.B], regs[in.B+1], regs[in.B+2])
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
