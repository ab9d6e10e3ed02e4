package parse

import (
	"fmt"

	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// reports maps the names after "->" in grammar.txt to what they report.
var reports map[string]report

func init() { reports = makeReports() }

func makeReports() map[string]report {
	return map[string]report{
		"keep": func(m *matcher, c *captures) *syntax.Error {
			m.kept = m.tokenRange(c.a.start, c.a.end)
			return noError
		},

		// Blocks.
		"expected_colon":           atLast("expected ':'"),
		"indent_after":             indentAfter(""),
		"indent_after_def":         indentAfter("function definition"),
		"indent_after_class":       indentAfter("class definition"),
		"indent_after_except_star": indentAfter("'except*' statement"),
		"try_alone":                atLast("expected 'except' or 'finally' block"),
		"mixed_except":             mixedExcept,
		"except_tuple":             startingAt("multiple exception types must be parenthesized"),
		"except_star_type":         atLast("expected one or more exception types"),
		"import_trailing_comma":    atLast("trailing comma not allowed without surrounding parentheses"),

		// Calls.
		"iterable_after_keywords":  atA("iterable argument unpacking follows keyword argument unpacking"),
		"bare_generator":           atAB("Generator expression must be parenthesized"),
		"generator_in_call":        generatorInCall,
		"assign_in_call":           atAB("invalid syntax. Maybe you meant '==' or ':=' instead of '='?"),
		"positional_after_keyword": positionalAfterKeyword,
		"assign_to_constant":       assignToConstant,
		"keyword_is_expression":    atAB(`expression cannot contain assignment, perhaps you meant "=="?`),
		"legacy_call":              legacyCall,

		// Expressions.
		"forgot_comma":                    forgotComma,
		"expected_else":                   atAB("expected 'else' after 'if' expression"),
		"walrus_target":                   namingA("cannot use assignment expressions with %s"),
		"meant_equal_name":                atAB("invalid syntax. Maybe you meant '==' or ':=' instead of '='?"),
		"meant_equal":                     namingA("cannot assign to %s here. Maybe you meant '==' instead of '='?"),
		"unpacking_in_comprehension":      atA("iterable unpacking cannot be used in comprehension"),
		"comprehension_target":            comprehensionTarget,
		"dict_unpacking_in_comprehension": atA("dict unpacking cannot be used in dict comprehension"),
		"starred_group":                   atA("cannot use starred expression here"),
		"double_starred_group":            atA("cannot use double starred expression here"),
		"starred_value":                   startingAt("cannot use a starred expression in a dictionary value"),
		"value_missing":                   atA("expression expected after dictionary key and ':'"),
		"colon_missing":                   colonMissing,

		// Targets.
		"annotated_display":    namingA("only single target (not %s) can be annotated"),
		"annotated_tuple":      atA("only single target (not tuple) can be annotated"),
		"annotated_expression": atA("illegal target for annotation"),
		"assign_target":        invalidTargetIn(starTargets),
		"for_target":           invalidTargetIn(forTargets),
		"del_target":           invalidTargetIn(delTargets),
		"assign_to_yield":      atA("assignment to yield expression not possible"),
		"augassign_target":     namingA("'%s' is an illegal expression for augmented assignment"),

		// Parameters.
		"default_order":               atA("non-default argument follows default argument"),
		"parenthesized_params":        atAB("Function parameters cannot be parenthesized"),
		"parenthesized_lambda_params": atAB("Lambda expression parameters cannot be parenthesized"),
		"slash_first":                 atA("at least one argument must precede /"),
		"slash_twice":                 atA("/ may appear only once"),
		"slash_after_star":            atA("/ must be ahead of *"),
		"slash_comma_star":            atA("expected comma between / and *"),
		"default_missing":             atA("expected default value expression"),
		"bare_star":                   atA("named arguments must follow bare *"),
		"bare_star_lambda":            atLast("named arguments must follow bare *"),
		"star_default":                atA("var-positional argument cannot have default value"),
		"star_twice":                  atA("* argument may appear only once"),
		"double_star_default":         atA("var-keyword argument cannot have default value"),
		"after_double_star":           atA("arguments cannot follow var-keyword argument"),

		// Patterns.
		"wildcard_target": atA("cannot use '_' as a target"),
		"pattern_target":  atA("invalid pattern target"),
		"positional_pattern_order": func(m *matcher, _ *captures) *syntax.Error {
			return m.errorAt(m.kept, "positional patterns follow keyword patterns")
		},
	}
}

// isLegacyStatement tells the statements of Python 2 that became functions.
func isLegacyStatement(name string) bool { return name == "print" || name == "exec" }

func legacyCall(m *matcher, c *captures) *syntax.Error {
	name := m.text(&m.toks[c.a.start])
	if !isLegacyStatement(name) {
		return nil
	}
	return m.errorAt(m.fromTo(c), fmt.Sprintf("Missing parentheses in call to '%s'. Did you mean %s(...)?", name, name))
}

// forgotComma reports two expressions in a row, inside brackets only.
func forgotComma(m *matcher, c *captures) *syntax.Error {
	if n, ok := m.nodeOf(c.a).(*syntax.Name); ok && isLegacyStatement(n.ID) {
		return nil
	}
	if m.toks[c.b.end-1].Level == 0 {
		return nil
	}
	return m.errorAt(m.fromTo(c), "invalid syntax. Perhaps you forgot a comma?")
}

func mixedExcept(m *matcher, c *captures) *syntax.Error {
	if c.b.end == 0 {
		c.b = c.a
	}
	return m.errorAt(m.fromTo(c), "cannot have both 'except' and 'except*' on the same 'try'")
}

// callOf reads the arguments of a call again.
func (m *matcher) callOf(c capture) (args []syntax.Expr, keywords []*syntax.Keyword) {
	p := &parser{src: m.src, toks: m.toks, i: c.start}
	var err *syntax.Error
	func() {
		defer p.recover(&err)
		args, keywords = p.argumentsUpTo(c.end)
	}()
	return args, keywords
}

func generatorInCall(m *matcher, c *captures) *syntax.Error {
	args, _ := m.callOf(c.a)
	if len(args) <= 1 {
		return nil
	}
	last := args[len(args)-1].Span()
	return m.errorAt(syntax.Range{Start: last.Start, End: m.rangeOf(c.b).End}, "Generator expression must be parenthesized")
}

func positionalAfterKeyword(m *matcher, c *captures) *syntax.Error {
	_, keywords := m.callOf(c.a)
	for _, k := range keywords {
		if k.Name == "" {
			return m.errorLast(syntax.SyntaxError, "positional argument follows keyword argument unpacking")
		}
	}
	return m.errorLast(syntax.SyntaxError, "positional argument follows keyword argument")
}

func assignToConstant(m *matcher, c *captures) *syntax.Error {
	return m.errorAt(m.fromTo(c), "cannot assign to "+m.text(&m.toks[c.a.start]))
}

// comprehensionTarget reports `[a, b for …]`, up to the last of the elements.
func comprehensionTarget(m *matcher, c *captures) *syntax.Error {
	r := m.fromTo(c)
	if last := c.b.end - 1; m.toks[last].Kind == scan.Comma && last > c.b.start {
		r.End = m.toks[last-1].Stop()
	}
	return m.errorAt(r, "did you forget parentheses around the comprehension target?")
}

// colonMissing reports a key without a value, at the key's last character.
func colonMissing(m *matcher, c *captures) *syntax.Error {
	r := m.rangeOf(c.a)
	r.Start = r.End
	r.Start.Col--
	return m.errorAt(syntax.Range{Start: r.Start}, "':' expected after dictionary key")
}
