package vec

type reduceKernels struct{}
type gemmKernels struct{}
type randomKernels struct{}
type convertKernels struct{}
