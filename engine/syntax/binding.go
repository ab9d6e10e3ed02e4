package syntax

// This file defines what package resolve adds to the tree: the Binding of each
// Name and the Block of each scope. It is the whole contract between the passes.

// Scope tells where a variable lives.
type Scope uint8

const (
	// Unresolved is the scope of a Name before resolve has run.
	Unresolved Scope = iota
	// Local is slot Index of the block's Locals.
	LocalScope
	// CellScope is a variable of this block that an inner block captures: Cells[Index].
	CellScope
	// FreeScope is a captured variable of an enclosing block: Frees[Index].
	FreeScope
	// GlobalScope is a name of the module, and where that has none, a builtin.
	GlobalScope
	// ByNameScope is looked up at run time in the namespace of the class body (or of
	// exec's locals), then as GlobalScope. Store and Del go to the namespace.
	ByNameScope
	// ByNameOrFreeScope occurs in class bodies: the namespace first, then Frees[Index]. Load only.
	ByNameOrFreeScope
)

var scopeText = [...]string{"unresolved", "local", "cell", "free", "global", "byname", "bynameorfree"}

func (s Scope) String() string { return scopeText[s] }

// Binding is the variable that a Name stands for.
type Binding struct {
	Scope Scope
	// Index is the slot for LocalScope, CellScope, FreeScope and ByNameOrFreeScope, else 0.
	Index int32
}

// BlockKind tells what kind of code opens a block.
type BlockKind uint8

const (
	ModuleBlock BlockKind = iota
	FunctionBlock
	LambdaBlock
	ClassBlock
	// CompBlock is a list, set or dict comprehension or a generator expression.
	CompBlock
	// TypeParamBlock holds PEP 695 type parameters, around a def, class or alias.
	TypeParamBlock
	// LazyBlock is the value of a type alias or the bound of a type parameter.
	LazyBlock
)

// Block is the symbol table of one scope.
type Block struct {
	Kind BlockKind
	// Name is the code's name: "f", "<lambda>", "<listcomp>", "<module>".
	Name string
	// QualName is the dotted path, as in `outer.<locals>.f`.
	QualName string
	// Parent is the enclosing block, nil for a module.
	Parent *Block
	// Line is where the block starts.
	Line int
	// Locals names the local slots. The parameters come first, in the order of
	// Params.All; a comprehension that is not inlined has one parameter, ".0".
	// A captured parameter keeps its slot here and has a cell besides.
	Locals []string
	// Cells are the variables that inner blocks capture.
	Cells []CellVar
	// Frees are the captured variables of enclosing blocks.
	Frees []FreeVar
	// Spilled are variables of the block's own that have no slot, because there are
	// too many: each activation has a cell for each, after those of Frees.
	Spilled []string
	// IsGenerator tells that the block has a yield (or is a generator expression).
	IsGenerator bool
	// IsCoroutine tells that the block is an async def, or awaits something otherwise: a
	// comprehension with await or async for, a cell with it outside functions.
	IsCoroutine bool
	// Inlined tells, of a CompBlock, that its code runs in the frame of the
	// block around it: its names are bound to slots of that block, and it has no
	// Locals, Cells or Frees itself.
	Inlined bool
	// ClassCell is, for a ClassBlock, the index in Cells of `__class__`, which
	// methods that use super() or __class__ capture; else -1.
	ClassCell int
	// Symbols holds the binding of every name that occurs in the block.
	Symbols map[string]Binding
}

// CellVar is a captured variable of a block.
type CellVar struct {
	Name string
	// Param is the local slot of the parameter that the cell starts with, or -1.
	Param int
}

// FreeVar is a captured variable from outside.
type FreeVar struct {
	Name string
	// From says where the Parent block has the cell when it makes the closure:
	// its CellScope or its FreeScope of that index.
	From Binding
}
