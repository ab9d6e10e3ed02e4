package vec

type randomKernels struct{}
type convertKernels struct{}
