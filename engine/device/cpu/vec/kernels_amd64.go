package vec

func kernelsFor(l level) *kernels {
	k := new(kernels)
	if l >= levelAVX2 {
		k.elementwiseAVX2()
		k.gemmAVX2()
	}
	if l >= levelAVX512 {
		k.elementwiseAVX512()
		k.gemmAVX512()
	}
	return k
}
