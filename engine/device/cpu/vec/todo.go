package vec

type reduceKernels struct{}
type randomKernels struct{}
type convertKernels struct{}
