"""Symbolic traces: graphs, their code, what changes and runs them."""

import torch, torch.nn as nn, torch.nn.functional as F, torch.fx as fx, operator
from torch.fx import symbolic_trace, Graph, GraphModule, Node, Proxy, Interpreter, Transformer, Tracer, replace_pattern
def t(label, f):
    try: print(label, f())
    except Exception as e: print(label, "!", type(e).__name__, str(e)[:300])
torch.manual_seed(0)
class M(nn.Module):
    def __init__(s):
        super().__init__(); s.param=nn.Parameter(torch.rand(3,4)); s.linear=nn.Linear(4,5)
    def forward(s,x): return s.linear(x+s.param).clamp(min=0.0,max=1.0)
m=M(); g=symbolic_trace(m); print(g.graph); print(g.code); print(g)
x=torch.rand(3,4); print(torch.equal(g(x),m(x)))
for n in g.graph.nodes: print(n.op,n.name,n.target,n.args,n.kwargs,list(n.users),n.all_input_nodes,n.format_node())
def f(x,y=2): return (x*y+torch.sin(x)).sum()/3
gf=symbolic_trace(f); print(gf.code); print(gf(torch.ones(2)))
def cf(x):
    if x.sum()>0: return x
    return -x
t("cf", lambda: symbolic_trace(cf)); t("iter", lambda: symbolic_trace(lambda x:[i for i in x])); t("len", lambda: symbolic_trace(lambda x: len(x)))
def lp(x):
    for i in range(2): x=x+i
    return x
t("lp", lambda: symbolic_trace(lp).code)
# rewrite
def rw(m):
    tr=symbolic_trace(m)
    for n in tr.graph.nodes:
        if n.op=="call_function" and n.target is operator.add: n.target=operator.mul
    tr.graph.lint(); tr.recompile(); return tr
t("rw", lambda: rw(m).code); t("rwv", lambda: torch.allclose(rw(m)(x), m.linear(x*m.param).clamp(0,1)))
def ins(m):
    tr=symbolic_trace(m)
    for n in tr.graph.nodes:
        if n.op=="call_method":
            with tr.graph.inserting_after(n):
                new=tr.graph.call_function(torch.relu,args=(n,)); n.replace_all_uses_with(new); new.args=(n,)
    tr.recompile(); return tr
t("ins", lambda: ins(m).code)
gr=Graph(); a=gr.placeholder("a"); b=gr.call_function(torch.neg,(a,)); c=gr.call_method("sum",(b,)); d=gr.get_attr("w") if False else c; gr.output(d); gm=GraphModule(nn.Module(),gr); print(gr); print(gm.code, gm(torch.ones(3)))
class Sh(Interpreter):
    def run_node(s,n):
        r=super().run_node(n); print(n.name,tuple(r.shape) if isinstance(r,torch.Tensor) else type(r).__name__); return r
Sh(g).run(x)
class Neg(Transformer):
    def call_function(s,target,args,kwargs):
        if target==torch.sin: return torch.cos(*args,**kwargs)
        return super().call_function(target,args,kwargs)
t("tr", lambda: Neg(gf).transform().code)
def pat(x,y): return torch.sin(x)+y
def rep(x,y): return torch.cos(x)-y
gp=symbolic_trace(lambda a,b: torch.sin(a)+b)
t("rp", lambda: (replace_pattern(gp,pat,rep), gp.code)[1])
class Tr(Tracer):
    def is_leaf_module(s,mod,q): return False
t("leaf", lambda: Tr().trace(M())); t("gm", lambda: GraphModule(m,Tr().trace(m)).code)
@fx.wrap
def mine(x): return x*2
t("wrap", lambda: symbolic_trace(lambda x: mine(x)+1).code)
from torch.fx.passes.shape_prop import ShapeProp
t("sp", lambda: (ShapeProp(g).propagate(x), [(n.name, tuple(n.meta["tensor_meta"].shape), n.meta["tensor_meta"].dtype) for n in g.graph.nodes if "tensor_meta" in n.meta])[1])
t("conc", lambda: symbolic_trace(lambda x,y: x+1 if y else x, concrete_args={"y":True}).code)
import copy; t("copy", lambda: copy.deepcopy(g).code==g.code); t("dce", lambda: (lambda q:(q.graph.eliminate_dead_code(),q.recompile() and 0,q.code))(symbolic_trace(lambda x:(torch.sin(x),x)[1])))
t("names", lambda: list(dict(g.named_parameters()))); t("erase", lambda: g.graph.erase_node(next(iter(g.graph.nodes)))); t("sd", lambda: list(g.state_dict()))
t("find", lambda: [n.target for n in g.graph.nodes if n.op=="call_module"]); t("mods", lambda: dict(g.named_modules()).keys()); t("repr", lambda: [repr(n) for n in g.graph.nodes])
t("seq", lambda: symbolic_trace(nn.Sequential(nn.Linear(2,3),nn.ReLU(),nn.Linear(3,1))))
class R(nn.Module):
    def __init__(s): super().__init__(); s.conv1=nn.Conv2d(3,3,3,padding=1); s.bn1=nn.BatchNorm2d(3); s.act=nn.ReLU()
    def forward(s,x): return s.act(s.bn1(s.conv1(x))+x)
class Net(nn.Module):
    def __init__(s): super().__init__(); s.layers=nn.ModuleList([R(),R()]); s.head=nn.Linear(3,2)
    def forward(s,x):
        for l in s.layers: x=l(x)
        return s.head(x.mean((2,3)))
m=Net().eval(); g=symbolic_trace(m); print(g.graph); print(torch.equal(g(torch.ones(1,3,4,4)),m(torch.ones(1,3,4,4))))
# conv-bn fusion as the tutorial does it
import copy
def fuse(model):
    model=copy.deepcopy(model); fx_model=symbolic_trace(model); mods=dict(fx_model.named_modules())
    for node in fx_model.graph.nodes:
        if node.op!="call_module": continue
        if type(mods[node.target]) is nn.BatchNorm2d and type(mods[node.args[0].target]) is nn.Conv2d:
            if len(node.args[0].users)>1: continue
            f=nn.utils.fusion.fuse_conv_bn_eval(mods[node.args[0].target],mods[node.target])
            parent,_,name=node.args[0].target.rpartition("."); setattr(mods[parent],name,f)
            node.replace_all_uses_with(node.args[0]); fx_model.graph.erase_node(node)
    fx_model.graph.lint(); fx_model.recompile(); return fx_model
fm=fuse(m); print(fm.code); print(torch.allclose(fm(torch.ones(1,3,4,4)),m(torch.ones(1,3,4,4)),atol=1e-6))
from torch.fx import Interpreter
class Prof(Interpreter):
    def __init__(s,mod): super().__init__(mod); s.c={}
    def run_node(s,n): s.c[n.op]=s.c.get(n.op,0)+1; return super().run_node(n)
p=Prof(g); p.run(torch.ones(1,3,4,4)); print(p.c)
gru=symbolic_trace(nn.Sequential(nn.Flatten(),nn.Linear(4,2))); print(gru.code)
