"""torch.fx: a module's or function's calls as a graph that programs read, change and run.

A function is called with proxies, which note what is done with them; what depends on values
of tensors cannot be traced.
"""

from torch.fx import _symbolic_trace
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.interpreter import Interpreter, Transformer
from torch.fx.node import Node, has_side_effect, map_arg
from torch.fx.proxy import Proxy, TraceError
from torch.fx.subgraph_rewriter import replace_pattern
from torch.fx.tracer import Tracer, symbolic_trace, wrap
