package tensor

// PrintOptions are torch.set_printoptions' settings.
type PrintOptions struct {
	Precision int
	Threshold int
	EdgeItems int
	LineWidth int
	SciMode   *bool // nil: decided by the values
}

// DefaultPrintOptions are PyTorch's.
func DefaultPrintOptions() PrintOptions {
	return PrintOptions{Precision: 4, Threshold: 1000, EdgeItems: 3, LineWidth: 80}
}
