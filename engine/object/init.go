package object

// The built-in classes refer to each other, so they are declared bare and
// completed here, in an order in which bases come first.
func init() {
	intHead.class, floatHead.class, boolHead.class, noneHead.class = IntClass, FloatClass, BoolClass, NoneClass
	initChars()
	initSlotDefs()
	initExceptionFields()
	initErrnoClasses()
	initObject()
	initType()
	initDescriptors()
	initSingletons()
	initNumbers()
	initStr()
	initTuple()
	initList()
	initDict()
	initDictViews()
	initOrderedDict()
	initMappingProxy()
	initSet()
	initSlice()
	initRange()
	initIterators()
	initIterTypes()
	initBytes()
	initModule()
	initSuper()
	initGeneric()
	initExceptions()
	initNewObj()
	initBuiltinFuncs()
	variableSized = map[*Class]bool{IntClass: true, TupleClass: true, BytesClass: true}
}

func initChars() {
	emptyStr = newASCII("")
	for i := range asciiChars {
		asciiChars[i] = newASCII(string(rune(i)))
	}
}
