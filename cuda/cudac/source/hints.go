// This file holds the hints of errors that always have the same one.

package source

import "strings"

// hints are what to do, by the error's format.
var hints = map[string]string{
	"redefinition of '%s'":                                                       "give one of them another name, or assign without the type",
	"variable '%s' cannot have this type":                                        "name the type of what it holds",
	"the variables need more than 64 MiB":                                        "allocate large arrays with cudaMalloc",
	"too many initializers":                                                      "leave the length out, and it is counted: int a[] = {…}",
	"'%s' can only be called from device code":                                   "call it in a kernel or a __device__ function",
	"'%s' takes %d argument%s, %s given":                                         "count what stands between the parentheses",
	"'%s' takes %d arguments, %s given":                                          "count what stands between the parentheses",
	"'%s' takes 2 arguments, %s given":                                           "put one call into the other: min(a, min(b, c))",
	"'%s' takes 3 or 4 arguments, %s given":                                      "it is (mask, value, lane), and a width where it is not 32",
	"a '%s' takes %d arguments, %s given":                                        "count what stands between the parentheses",
	"'%s' needs an integer":                                                      "cast the value to int",
	"'%s' needs a number":                                                        "pass one of its members or elements",
	"void value not ignored as it ought to be":                                   "the function returns nothing: call it on a line of its own",
	"called object of type '%s' is not a function":                               "write * to multiply, or [i] for an element",
	"no member named '%s' in '%s'":                                               "look at the names between the braces of its definition",
	"too many values for '%s', which has %d members":                             "give one value for each member, in order",
	"cannot convert '%s' to '%s'":                                                "convert member by member, or give the struct a constructor",
	"cannot cast '%s' to '%s'":                                                   "convert it through an integer, or copy the bytes with memcpy",
	"'%s' takes one value":                                                       "leave one value in the parentheses",
	"a list in braces cannot stand here":                                         "name the type before it: T{…}",
	"a list in braces has no type":                                               "name the type before it: T{…}",
	"a list in braces has no size":                                               "name the type before it: T{…}",
	"a list in braces has no members":                                            "name the type before it: T{…}",
	"a list in braces has no methods":                                            "name the type before it: T{…}",
	"too many initializers for '%s'":                                             "one value is enough; an array is declared with []",
	"an array must be initialized with a list in braces":                         "write {a, b, …}, or copy it in a loop",
	"too many initializers: the array has %d elements":                           "make the array longer, or leave its length out",
	"the string needs %d bytes, the array has %d":                                "leave the length out: char s[] = \"…\"",
	"unknown type '%s'":                                                          "it must be a parameter of the template, or declared before",
	"no type named '%s' in '%s'":                                                 "declare it in the class with using or typedef",
	"array '%s' has a length of %d":                                              "a length must be at least 1",
	"array '%s' is too large":                                                    "allocate it: cudaMalloc, or a tensor from Python",
	"variable has incomplete type '%s'":                                          "define the struct before it is used",
	"variable '%s' has type void":                                                "void holds nothing: write int, float, …; a pointer is void *",
	"'%s' has %d parts, and %d names are given":                                  "give one name for each part",
	"declaration of 'auto %s' has no initializer":                                "auto takes the type of what is assigned: auto x = …",
	"reference '%s' needs something to refer to":                                 "write int &r = x;, or use a pointer",
	"cannot bind a reference to '%s' to a value of type '%s'":                    "make it a const reference, or a variable",
	"array '%s' needs a length":                                                  "write its length between the brackets",
	"a __shared__ variable cannot be declared in host code":                      "declare it in the kernel",
	"the program is too complex: its calls grow too large when they are inlined": "call functions in a loop, not one after the other",
	"invalid number '%s'":                                                        "a number that begins with 0 is octal, with 0x hexadecimal; f ends a float that has a point",
	"'%s' has no members":                                                        "only structs and vector types have members",
	"no constant named '%s' in '%s'":                                             "declare it in the class: static constexpr int …",
	"delete is not supported in device code":                                     "free it on the host, where it was allocated",
	"delete needs a pointer, not '%s'":                                           "delete what new gave you",
	"function '%s' is declared but has no body":                                  "write its body in this cell",
	"calling a __host__ function '%s' from device code":                          "it exists on the host only",
	"calls are nested too deeply":                                                "write a loop",
	"'%s' is not a member of '%s'":                                               "declare it in the class",
	"exceptions are not supported in device code":                                "write an error code to memory, or assert",
	"no matching call to '%s(%s, %s)'":                                           "it takes numbers",
	"no matching call to '%s(%s)'":                                               "it takes a number",
	"'%s' is declared but not defined":                                           "write its members: struct S { … };",
	"subscripted value of type '%s' is not an array or a pointer":                "declare it with a *, or as an array, to use [ ]",
	"array subscript of type '%s' is not an integer":                             "cast it: (int)…",
	"invalid operand of type '%s' for unary %s":                                  "it works on integers; cast it if that is what you mean",
	"cannot take the address of this expression":                                 "store it in a variable first",
	"cannot apply %s to '%s'":                                                    "change a member or an element",
	"invalid operands to binary %s ('%s' and '%s')":                              "both sides must be numbers; read what a pointer points to with * or [ ]",
	"fprintf needs a file and a format":                                          "write fprintf(stderr, \"…\")",
	"%s needs a format":                                                          "write a string in quotes first",
	"template argument for '%s' is not a constant":                               "make it a constexpr int or a #define; what is known at run time is a function's argument",
	"cannot take what '%s' points to: it is not a pointer":                       "leave the * away, or declare it with one",
	"a reference cannot be bound to a list in braces":                            "declare a variable for it",
	"cannot assign to variable '%s' with const-qualified type '%s'":              "remove const from its declaration if it is to change",
	"%s cannot be changed":                                                       "it is set by the launch: copy it to a variable",
	"expression is not assignable":                                               "on the left of = stands a variable, an element or *p; == compares",
	"static_assert needs a constant expression":                                  "use assert for what is known at run time",
	"'%s' statement not in a loop":                                               "return leaves a function; if needs no break",
	"'%s' outside of a switch":                                                   "put it into switch (…) { … }",
	"switch needs an integer, not '%s'":                                          "write if … else if …",
	"case value is not a constant integer":                                       "make it a constexpr int, an enumerator or a #define",
	"'%s' must return a value of type '%s'":                                      "write return and the value, or make the function void",
	"'%s' returns void and cannot return a value":                                "name the type of the value where it says void",
	"cannot go over a value of type '%s'":                                        "a pointer does not know its length: count with for (int i = 0; i < n; i++)",
	"goto cannot lead into a block":                                              "put the label behind the block",
	"redefinition of label '%s'":                                                 "give one of them another name",
	"function '%s' needs more than %d KiB of local memory in each thread":        "keep large arrays in __shared__ or global memory",
	"function '%s' needs more than 512 KiB of local memory in each thread":       "keep large arrays in global memory",
	"use of undeclared identifier '%s'":                                          "declare it before this line, or look at its spelling",
}

// openings are hints by the beginning of a message, for the parser's.
var openings = []struct{ message, hint string }{
	{"this '{' has no matching '}'", "write } where its block ends"},
	{"expected ')' to match '('", "close the parenthesis"},
	{"expected ']'", "close the bracket"},
	{"expected '(' before the condition", "the condition stands in parentheses: while (…)"},
	{"expected '(' after for", "write for (int i = 0; i < n; i++)"},
	{"expected ';' in for", "the three parts of a for are divided by ;"},
	{"expected ':' in conditional", "it is condition ? one : other"},
	{"expected expression before 'else'", "an else stands right behind the statement of its if; put several into { }"},
	{"expected expression before", "a value is missing here, or something too many stands before it"},
	{"expected '}'", "close the block"},
	{"expected a name", "a declaration is a type and a name"},
	{"expected a declaration or statement", "begin with a type or a name"},
	{"unknown type name", "declare it with struct or using before this line, or look at its spelling"},
	{"missing terminating '", "one character stands in ' ', a string in \" \""},
	{"missing terminating \"", "close the string with \" on the same line"},
	{"unterminated conditional", "an #if has no #endif"},
	{"stray '", "remove it"},
	{"redefinition of '", "give one of them another name"},
	{"duplicate member", "give one of them another name"},
	{"expected", "look at this line and the end of the one before"},
}

// HintFor is what to do about an error of a format; "" where that is not always the same.
func HintFor(format string) string { return hints[format] }

// usualHint is the hint of a message that came without one.
func usualHint(message string) string {
	for _, o := range openings {
		if strings.HasPrefix(message, o.message) {
			return o.hint
		}
	}
	return ""
}
