"""Where torch.fx.wrap is looked for by its full name."""

from torch.fx.tracer import Tracer, symbolic_trace, wrap
