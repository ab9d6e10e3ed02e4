package bytecode

// Op is the operation of an instruction.
//
// The comment of each operation uses R[x] for a register, K[x] for a constant,
// and names the operands A, B, C (8 bits) and D (32 bits).
type Op uint8

const (
	Nop Op = iota

	// Moves and constants.
	Move           // R[A] = R[B]
	LoadConst      // R[A] = K[D]
	LoadNil        // R[A] = no value
	CheckLocal     // raise UnboundLocalError if R[A] is unbound; B is 1 inside a comprehension, for which it is a free variable
	DelLocal       // unbind R[A], which must be bound
	MakeCell       // R[A] = new cell holding R[B] (C = 1) or nothing (C = 0)
	LoadCell       // R[A] = contents of the cell R[B]; D = index in Cells
	StoreCell      // contents of the cell R[B] = R[A]
	DelCell        // empty the cell R[B]; D = index in Cells
	LoadFree       // R[A] = contents of closure cell D
	StoreFree      // contents of closure cell D = R[A]
	DelFree        // empty closure cell D
	LoadGlobal     // R[A] = global or builtin Globals[D]
	StoreGlobal    // Globals[D] = R[A]
	DelGlobal      // unbind Globals[D]
	LoadName       // R[A] = Globals[D], looked up in the namespace first
	LoadClassDeref // R[A] = Names of closure cell D, namespace first
	StoreName      // namespace[Globals[D]] = R[A]
	DelName        // del namespace[Globals[D]]

	// Attributes and items. D is an index in Sites for attributes.
	LoadAttr   // R[A] = R[B].Sites[D]
	StoreAttr  // R[B].Sites[D] = R[A]
	DelAttr    // del R[B].Sites[D]
	LoadMethod // R[A], R[A+1] = function and self, or no value and the bound R[B].Sites[D]
	LoadSuper  // R[A], R[A+1] = as LoadMethod for super().Sites[D]; R[B] is the name super's value
	LoadItem   // R[A] = R[B][R[C]]
	LoadItemK  // R[A] = R[B][K[D]]
	StoreItem  // R[B][R[C]] = R[A]
	DelItem    // del R[B][R[C]]
	LoadSlice  // R[A] = R[B][R[C]:R[C+1]:R[C+2]]; without a step if D is 0
	StoreSlice // R[B][R[C]:R[C+1]] = R[A]
	MakeSlice  // R[A] = slice(R[B], R[B+1], R[B+2])

	// Arithmetic. Add and its relatives: R[A] = R[B] op R[C], in place if D is 1.
	// AddK and its relatives: R[A] = R[B] op K[D], in place if C is 1.
	Add
	Sub
	Mul
	MatMul
	TrueDiv
	FloorDiv
	Mod
	Pow
	LShift
	RShift
	Or
	Xor
	And
	AddK
	SubK
	MulK
	MatMulK
	TrueDivK
	FloorDivK
	ModK
	PowK
	LShiftK
	RShiftK
	OrK
	XorK
	AndK
	Neg    // R[A] = -R[B]
	Pos    // R[A] = +R[B]
	Invert // R[A] = ~R[B]
	Not    // R[A] = not R[B]

	// Comparison: R[A] = R[B] op R[C].
	Lt
	Le
	Eq
	Ne
	Gt
	Ge
	Is
	IsNot
	In
	NotIn

	// Jumps. D is the index of the instruction to go on with.
	Jump
	JumpTrue    // if R[A]
	JumpFalse   // if not R[A]
	JumpNone    // if R[A] is None
	JumpNotNone // if R[A] is not None
	JumpLt      // if (R[A] < R[B]) == C
	JumpLe
	JumpEq
	JumpNe
	JumpGt
	JumpGe
	JumpLtK // if (R[A] < K[B]) == C
	JumpLeK
	JumpEqK
	JumpNeK
	JumpGtK
	JumpGeK
	JumpIs // if (R[A] is R[B]) == C
	JumpIn // if (R[A] in R[B]) == C

	// Iteration.
	GetIter   // R[A] = iter(R[B])
	ForPrep   // R[A], R[A+1], R[A+2] = iteration state over R[B]; C is 1 if a generator made just now belongs to the loop
	ForRange  // likewise over what R[A] called with B arguments gives, the builtin range in most cases
	ForEnd    // the loop over the state at R[A] is left early: close its own generator
	ForIter   // R[B] = next of the state at R[A], go to D; at the end go on; C is 2 if D unpacks R[B] into a pair
	YieldVal  // yield R[B]; R[A] = what is sent; C = 1 inside an except clause, whose exception is handled again when it goes on
	YieldFrom // delegate to R[B], sending R[A]; R[A] = its result; C = 1 inside an except clause
	YieldIter // R[A] = iterator of R[B] for yield from

	// Waiting.
	GetAwaitable // R[A] = iterator of R[B] for await; C says where R[B] comes from: see AwaitOperand
	GetAIter     // R[A] = aiter(R[B])
	GetANext     // R[A] = iterator for the await of anext(R[B])
	EndAsyncFor  // raise R[A] again, its traceback unchanged, unless it is a StopAsyncIteration

	// Calls. R[A] is the callee, R[A+1]… are the arguments, R[C] gets the result.
	Call         // B arguments
	CallKw       // B arguments, the last ones named KwNames[D]
	CallMethod   // R[A], R[A+1] as LoadMethod left them, B arguments from R[A+2]
	CallMethodKw // likewise with KwNames[D]
	CallEx       // arguments R[A+1] (a list or a tuple), keywords R[A+2] (a dict) if B is 1
	Return       // return R[A]
	ReturnNone   // return None

	// Displays.
	BuildTuple   // R[A] = (R[B], … C values)
	BuildList    // R[A] = [R[B], … C values]
	BuildSet     // R[A] = {R[B], … C values}
	BuildDict    // R[A] = {R[B]: R[B+1], … C pairs}
	BuildString  // R[A] = ''.join(R[B], … C strings or small ints)
	ListAppend   // R[A].append(R[B])
	ListReserve  // makes room in the list R[A] for what the loop at R[B] iterates over
	ListExtend   // R[A].extend(R[B])
	Spill        // add D new cells to the closure of this activation
	ListToTuple  // R[A] = tuple(R[B]), R[B] a list of our own
	StarArgs     // R[A] = the arguments *R[B] of a call of R[A-1]: R[B] itself if it is a tuple, else a list
	SetAdd       // R[A].add(R[B])
	SetUpdate    // R[A].update(R[B])
	DictSet      // R[A][R[B]] = R[C]
	DictUpdate   // R[A].update(R[B])
	StarKeywords // R[A] = the keywords **R[B] of a call of R[C]: R[B] itself if it is a dict, else a dict of it
	DictMerge    // R[A].update(R[B]) for the call of R[C]: duplicate keys are errors
	Format       // R[A] = format of R[B], conversion C, spec R[D] unless D is -1
	Unpack       // R[A], … C values = R[B]
	UnpackStar   // R[A], … C values before the star, the list, D values after = R[B]

	// Exceptions.
	Raise       // raise R[A] from R[B]; C counts the operands: 0 raises the handled exception again, 1 has no cause
	Reraise     // raise R[A] again, its traceback unchanged
	EnterExcept // R[A] becomes the handled exception
	LeaveExcept // the handled exception becomes R[A], or the frame's own if A is 255
	MatchExcept // go to D unless R[A] matches the class or classes R[B]
	MatchGroup  // R[A], R[A+1] = the part of group R[B] matching R[C] or None, the rest or None
	RaiseGroup  // R[A] = what except* still has to raise, from the list R[A] and the original R[B]
	WithEnter   // R[A], R[A+1] = __exit__ of R[B] as LoadMethod; R[A+2], R[A+3] = __enter__ likewise; C = 1 for __aexit__ and __aenter__
	ExcInfo     // R[A], R[A+1], R[A+2] = type, value and traceback of the exception R[B]
	AssertError // R[A] = AssertionError

	// Definitions and imports.
	MakeFunction // R[A] = function of Children[D], C = MakeFlags, parts from R[B]
	BuildClass   // R[A] = __build_class__
	ImportName   // R[A] = module Imports[D]
	ImportFrom   // R[A] = Names[D] of module R[B]
	ImportStar   // from R[A] import *
	Step         // line D begins; only where Options.Steps asks for it
	Annotations  // make sure that the namespace has __annotations__

	// Patterns.
	MatchSequence // R[A] = whether R[B] is a sequence for match
	MatchMapping  // R[A] = whether R[B] is a mapping for match
	MatchLen      // R[A] = whether len(R[B]) is D (C = 0) or at least D (C = 1)
	MatchKeys     // R[A] = list of values of R[B] for the keys R[C] (a tuple), or None
	MatchRest     // R[A] = dict of R[B] without the keys R[C]
	MatchClass    // R[A] = list of attributes of R[B] for the class R[C], C+1 the tuple of names; D positional; or None
	MatchItem     // R[A] = R[B][D], counted from the end if D is negative
	MatchSlice    // R[A] = list of R[B][C:len-D]

	// Type parameters (PEP 695).
	MakeTypeParam // R[A] = type parameter named K[D], kind C, lazy bound R[B]
	MakeTypeAlias // R[A] = type alias of R[B] (name), R[B+1] (parameters), R[B+2] (lazy value)

	numOps
)

// GetAwaitable's C operand says where its operand comes from, which errors name.
const (
	AwaitOperand = iota // an expression
	AwaitEnter          // what __aenter__ returned
	AwaitExit           // what __aexit__ returned
)

// MakeFunction's C operand says which parts lie at R[B], R[B+1], ….
const (
	HasDefaults    = 1 << iota // a tuple
	HasKwDefaults              // a dict
	HasAnnotations             // a dict
)

// Ops names each operation and its operands: r a register, t a jump target, k a constant, g a global name, n a
// name, s a site, f a child, i an import, w keyword names, # a number, - nothing.
var ops = [numOps]struct {
	name       string
	a, b, c, d byte
}{
	Nop:            {"nop", '-', '-', '-', '-'},
	Move:           {"move", 'r', 'r', '-', '-'},
	LoadConst:      {"const", 'r', '-', '-', 'k'},
	LoadNil:        {"nil", 'r', '-', '-', '-'},
	CheckLocal:     {"checklocal", 'r', '-', '-', '-'},
	DelLocal:       {"dellocal", 'r', '-', '-', '-'},
	MakeCell:       {"makecell", 'r', 'r', '#', '-'},
	LoadCell:       {"loadcell", 'r', 'r', '-', '-'},
	StoreCell:      {"storecell", 'r', 'r', '-', '-'},
	DelCell:        {"delcell", '-', 'r', '-', '-'},
	LoadFree:       {"loadfree", 'r', '-', '-', 'v'},
	StoreFree:      {"storefree", 'r', '-', '-', 'v'},
	DelFree:        {"delfree", '-', '-', '-', 'v'},
	LoadGlobal:     {"loadglobal", 'r', '-', '-', 'g'},
	StoreGlobal:    {"storeglobal", 'r', '-', '-', 'g'},
	DelGlobal:      {"delglobal", '-', '-', '-', 'g'},
	LoadName:       {"loadname", 'r', '-', '-', 'g'},
	LoadClassDeref: {"loadclassderef", 'r', '-', '-', 'v'},
	StoreName:      {"storename", 'r', '-', '-', 'g'},
	DelName:        {"delname", '-', '-', '-', 'g'},
	LoadAttr:       {"loadattr", 'r', 'r', '-', 's'},
	StoreAttr:      {"storeattr", 'r', 'r', '-', 's'},
	DelAttr:        {"delattr", '-', 'r', '-', 's'},
	LoadMethod:     {"loadmethod", 'r', 'r', '-', 's'},
	LoadSuper:      {"loadsuper", 'r', 'r', '-', 's'},
	LoadItem:       {"loaditem", 'r', 'r', 'r', '-'},
	LoadItemK:      {"loaditem", 'r', 'r', '-', 'k'},
	StoreItem:      {"storeitem", 'r', 'r', 'r', '-'},
	DelItem:        {"delitem", '-', 'r', 'r', '-'},
	LoadSlice:      {"loadslice", 'r', 'r', 'r', '#'},
	StoreSlice:     {"storeslice", 'r', 'r', 'r', '-'},
	MakeSlice:      {"slice", 'r', 'r', '-', '-'},
	Add:            {"add", 'r', 'r', 'r', '-'},
	Sub:            {"sub", 'r', 'r', 'r', '-'},
	Mul:            {"mul", 'r', 'r', 'r', '-'},
	MatMul:         {"matmul", 'r', 'r', 'r', '-'},
	TrueDiv:        {"truediv", 'r', 'r', 'r', '-'},
	FloorDiv:       {"floordiv", 'r', 'r', 'r', '-'},
	Mod:            {"mod", 'r', 'r', 'r', '-'},
	Pow:            {"pow", 'r', 'r', 'r', '-'},
	LShift:         {"lshift", 'r', 'r', 'r', '-'},
	RShift:         {"rshift", 'r', 'r', 'r', '-'},
	Or:             {"or", 'r', 'r', 'r', '-'},
	Xor:            {"xor", 'r', 'r', 'r', '-'},
	And:            {"and", 'r', 'r', 'r', '-'},
	AddK:           {"add", 'r', 'r', '-', 'k'},
	SubK:           {"sub", 'r', 'r', '-', 'k'},
	MulK:           {"mul", 'r', 'r', '-', 'k'},
	MatMulK:        {"matmul", 'r', 'r', '-', 'k'},
	TrueDivK:       {"truediv", 'r', 'r', '-', 'k'},
	FloorDivK:      {"floordiv", 'r', 'r', '-', 'k'},
	ModK:           {"mod", 'r', 'r', '-', 'k'},
	PowK:           {"pow", 'r', 'r', '-', 'k'},
	LShiftK:        {"lshift", 'r', 'r', '-', 'k'},
	RShiftK:        {"rshift", 'r', 'r', '-', 'k'},
	OrK:            {"or", 'r', 'r', '-', 'k'},
	XorK:           {"xor", 'r', 'r', '-', 'k'},
	AndK:           {"and", 'r', 'r', '-', 'k'},
	Neg:            {"neg", 'r', 'r', '-', '-'},
	Pos:            {"pos", 'r', 'r', '-', '-'},
	Invert:         {"invert", 'r', 'r', '-', '-'},
	Not:            {"not", 'r', 'r', '-', '-'},
	Lt:             {"lt", 'r', 'r', 'r', '-'},
	Le:             {"le", 'r', 'r', 'r', '-'},
	Eq:             {"eq", 'r', 'r', 'r', '-'},
	Ne:             {"ne", 'r', 'r', 'r', '-'},
	Gt:             {"gt", 'r', 'r', 'r', '-'},
	Ge:             {"ge", 'r', 'r', 'r', '-'},
	Is:             {"is", 'r', 'r', 'r', '-'},
	IsNot:          {"isnot", 'r', 'r', 'r', '-'},
	In:             {"in", 'r', 'r', 'r', '-'},
	NotIn:          {"notin", 'r', 'r', 'r', '-'},
	Jump:           {"jump", '-', '-', '-', 't'},
	JumpTrue:       {"jumptrue", 'r', '-', '-', 't'},
	JumpFalse:      {"jumpfalse", 'r', '-', '-', 't'},
	JumpNone:       {"jumpnone", 'r', '-', '-', 't'},
	JumpNotNone:    {"jumpnotnone", 'r', '-', '-', 't'},
	JumpLt:         {"jumplt", 'r', 'r', '#', 't'},
	JumpLe:         {"jumple", 'r', 'r', '#', 't'},
	JumpEq:         {"jumpeq", 'r', 'r', '#', 't'},
	JumpNe:         {"jumpne", 'r', 'r', '#', 't'},
	JumpGt:         {"jumpgt", 'r', 'r', '#', 't'},
	JumpGe:         {"jumpge", 'r', 'r', '#', 't'},
	JumpLtK:        {"jumplt", 'r', 'k', '#', 't'},
	JumpLeK:        {"jumple", 'r', 'k', '#', 't'},
	JumpEqK:        {"jumpeq", 'r', 'k', '#', 't'},
	JumpNeK:        {"jumpne", 'r', 'k', '#', 't'},
	JumpGtK:        {"jumpgt", 'r', 'k', '#', 't'},
	JumpGeK:        {"jumpge", 'r', 'k', '#', 't'},
	JumpIs:         {"jumpis", 'r', 'r', '#', 't'},
	JumpIn:         {"jumpin", 'r', 'r', '#', 't'},
	GetIter:        {"iter", 'r', 'r', '-', '-'},
	ForPrep:        {"forprep", 'r', 'r', '#', '-'},
	ForRange:       {"forrange", 'r', '#', '-', '-'},
	ForEnd:         {"forend", 'r', '-', '-', '-'},
	ForIter:        {"foriter", 'r', 'r', '-', 't'},
	YieldVal:       {"yield", 'r', 'r', '-', '-'},
	YieldFrom:      {"yieldfrom", 'r', 'r', '-', '-'},
	YieldIter:      {"yielditer", 'r', 'r', '-', '-'},
	GetAwaitable:   {"awaitable", 'r', 'r', '#', '-'},
	GetAIter:       {"aiter", 'r', 'r', '-', '-'},
	GetANext:       {"anext", 'r', 'r', '-', '-'},
	EndAsyncFor:    {"endasyncfor", 'r', '-', '-', '-'},
	Call:           {"call", 'r', '#', 'r', '-'},
	CallKw:         {"callkw", 'r', '#', 'r', 'w'},
	CallMethod:     {"callmethod", 'r', '#', 'r', '-'},
	CallMethodKw:   {"callmethodkw", 'r', '#', 'r', 'w'},
	CallEx:         {"callex", 'r', '#', 'r', '-'},
	Return:         {"return", 'r', '-', '-', '-'},
	ReturnNone:     {"returnnone", '-', '-', '-', '-'},
	BuildTuple:     {"tuple", 'r', 'r', '#', '-'},
	BuildList:      {"list", 'r', 'r', '#', '-'},
	BuildSet:       {"set", 'r', 'r', '#', '-'},
	BuildDict:      {"dict", 'r', 'r', '#', '-'},
	BuildString:    {"string", 'r', 'r', '#', '-'},
	ListAppend:     {"append", 'r', 'r', '-', '-'},
	ListReserve:    {"reserve", 'r', 'r', '-', '-'},
	ListExtend:     {"extend", 'r', 'r', '-', '-'},
	Spill:          {"spill", '-', '-', '-', '#'},
	ListToTuple:    {"totuple", 'r', 'r', '-', '-'},
	StarArgs:       {"starargs", 'r', 'r', '-', '-'},
	StarKeywords:   {"starkeywords", 'r', 'r', 'r', '-'},
	SetAdd:         {"setadd", 'r', 'r', '-', '-'},
	SetUpdate:      {"setupdate", 'r', 'r', '-', '-'},
	DictSet:        {"dictset", 'r', 'r', 'r', '-'},
	DictUpdate:     {"dictupdate", 'r', 'r', '-', '-'},
	DictMerge:      {"dictmerge", 'r', 'r', 'r', '-'},
	Format:         {"format", 'r', 'r', '#', '#'},
	Unpack:         {"unpack", 'r', 'r', '#', '-'},
	UnpackStar:     {"unpackstar", 'r', 'r', '#', '#'},
	Raise:          {"raise", 'r', 'r', '#', '-'},
	Reraise:        {"reraise", 'r', '-', '-', '-'},
	EnterExcept:    {"enterexcept", 'r', '-', '-', '-'},
	LeaveExcept:    {"leaveexcept", 'r', '-', '-', '-'},
	MatchExcept:    {"matchexcept", 'r', 'r', '-', 't'},
	MatchGroup:     {"matchgroup", 'r', 'r', 'r', '-'},
	RaiseGroup:     {"raisegroup", 'r', 'r', '-', '-'},
	WithEnter:      {"withenter", 'r', 'r', '-', '-'},
	ExcInfo:        {"excinfo", 'r', 'r', '-', '-'},
	AssertError:    {"asserterror", 'r', '-', '-', '-'},
	MakeFunction:   {"function", 'r', 'r', '#', 'f'},
	BuildClass:     {"buildclass", 'r', '-', '-', '-'},
	ImportName:     {"import", 'r', '-', '-', 'i'},
	ImportFrom:     {"importfrom", 'r', 'r', '-', 'n'},
	ImportStar:     {"importstar", 'r', '-', '-', '-'},
	Step:           {"step", '-', '-', '-', '#'},
	Annotations:    {"annotations", '-', '-', '-', '-'},
	MatchSequence:  {"matchsequence", 'r', 'r', '-', '-'},
	MatchMapping:   {"matchmapping", 'r', 'r', '-', '-'},
	MatchLen:       {"matchlen", 'r', 'r', '#', '#'},
	MatchKeys:      {"matchkeys", 'r', 'r', 'r', '-'},
	MatchRest:      {"matchrest", 'r', 'r', 'r', '-'},
	MatchClass:     {"matchclass", 'r', 'r', 'r', '#'},
	MatchItem:      {"matchitem", 'r', 'r', '-', '#'},
	MatchSlice:     {"matchslice", 'r', 'r', '#', '#'},
	MakeTypeParam:  {"typeparam", 'r', 'r', '#', 'k'},
	MakeTypeAlias:  {"typealias", 'r', 'r', '-', '-'},
}

// Stop stands for an operation before which the evaluator wants to look around. No
// Code has it; the evaluator puts it into copies of its own. It is also the number of operations.
const Stop = numOps

// Tell stands for a call of which a profiler may want to know, as Stop does.
const Tell = numOps + 1

// String returns the name of the operation.
func (op Op) String() string { return ops[op].name }
