package vec

type convertKernels struct{}
