package vec

func kernelsFor(l level) *kernels {
	k := new(kernels)
	if l >= levelAVX2 {
		k.elementwiseAVX2()
		k.gemmAVX2()
		k.mathAVX2()
		k.doubleAVX2()
		k.integerAVX2()
		k.reduceAVX2()
		k.randomAVX2()
		k.convertAVX2()
		k.linesAVX2()
	}
	if l >= levelAVX512 {
		k.elementwiseAVX512()
		k.gemmAVX512()
		k.mathAVX512()
		k.doubleAVX512()
		k.integerAVX512()
		k.reduceAVX512()
		k.randomAVX512()
		k.convertAVX512()
		k.linesAVX512()
		k.wide = true
	}
	return k
}
