"""Whole objects: `make PATH` writes every module and optimizer as torch.save(object) does, `show PATH`
prints what came back and what it computes."""

import base64
import sys
import warnings

import torch
from torch import nn, optim

warnings.filterwarnings("ignore")

LINE, IMAGE, CUBE = (2, 4, 8), (2, 4, 8, 8), (2, 4, 4, 4, 4)
# Modules by their arguments, and the shapes of what they are called with.
MODULES = {
    (2, 6): """ReLU() ReLU6() SiLU() Mish() SELU() ELU(0.5) CELU() GELU() GELU('tanh') LeakyReLU(0.2) Hardtanh() Hardswish() Hardsigmoid() Sigmoid()
        Tanh() LogSigmoid() Softsign() Tanhshrink() GLU() Hardshrink() Softshrink() Softplus() PReLU() Softmax(1) Softmin(1) LogSoftmax(1)
        Threshold(0.1,20) RReLU() Linear(6,3) Identity() Dropout() AlphaDropout() LayerNorm(6) BatchNorm1d(6) Flatten() Unflatten(1,(2,3))
        LazyLinear(3) Sequential(nn.Linear(6,3),nn.ReLU()) AdaptiveAvgPool1d(2)""",
    LINE: """Conv1d(4,6,3) ConvTranspose1d(4,6,3) LazyConv1d(6,3) InstanceNorm1d(4,affine=True) BatchNorm1d(4) LazyBatchNorm1d() GroupNorm(2,4) MaxPool1d(2)
        AvgPool1d(2) LPPool1d(2,2) ConstantPad1d(1,2.0) ReflectionPad1d(1) ReplicationPad1d(1) AdaptiveMaxPool1d(3) Dropout1d() RNN(8,5) LSTM(8,5,bidirectional=True)
        GRU(8,5,num_layers=2) TransformerEncoderLayer(8,2,16) TransformerEncoder(nn.TransformerEncoderLayer(8,2,16),2)""",
    IMAGE: """Conv2d(4,6,3,padding=1) ConvTranspose2d(4,6,3) LazyConv2d(6,3) BatchNorm2d(4) InstanceNorm2d(4) InstanceNorm2d(4,affine=True,track_running_stats=True)
        MaxPool2d(2) AvgPool2d(2) LPPool2d(2,2) FractionalMaxPool2d(2,output_size=3) AdaptiveAvgPool2d(2) AdaptiveMaxPool2d((2,2)) ConstantPad2d(1,2.0) ZeroPad2d(1)
        ReflectionPad2d(1) ReplicationPad2d(1) Softmax2d() LocalResponseNorm(2) PixelShuffle(2) PixelUnshuffle(2) ChannelShuffle(2) Unfold(3) Upsample(scale_factor=2)
        UpsamplingNearest2d(scale_factor=2) UpsamplingBilinear2d(scale_factor=2) Dropout2d() SyncBatchNorm(4) GroupNorm(2,4)""",
    CUBE: "Conv3d(4,6,3) ConvTranspose3d(4,6,3) BatchNorm3d(4) InstanceNorm3d(4) MaxPool3d(2) AvgPool3d(2) AdaptiveAvgPool3d(2) ReplicationPad3d(1) Dropout3d()",
}
OTHERS = """nn.MultiheadAttention(8,2) nn.TransformerDecoderLayer(8,2,16) nn.Transformer(8,2,1,1,16) nn.Embedding(5,3,padding_idx=0) nn.EmbeddingBag(5,3) nn.Bilinear(2,3,4)
    nn.Fold((4,4),2) nn.MaxUnpool2d(2) nn.RNNCell(3,4) nn.LSTMCell(3,4) nn.GRUCell(3,4) nn.CosineSimilarity() nn.PairwiseDistance()
    nn.ModuleList([nn.Linear(2,2)]) nn.ModuleDict({'a':nn.Linear(2,2)}) nn.ParameterList([torch.ones(2),torch.zeros(3)]) nn.ParameterDict({'a':torch.ones(2)})
    nn.L1Loss() nn.MSELoss() nn.CrossEntropyLoss() nn.NLLLoss() nn.KLDivLoss() nn.BCELoss() nn.BCEWithLogitsLoss() nn.HuberLoss() nn.SmoothL1Loss() nn.CTCLoss()
    nn.HingeEmbeddingLoss() nn.MarginRankingLoss() nn.TripletMarginLoss() nn.CosineEmbeddingLoss() nn.MultiMarginLoss() nn.MultiLabelMarginLoss()
    nn.MultiLabelSoftMarginLoss() nn.SoftMarginLoss() nn.PoissonNLLLoss() nn.GaussianNLLLoss() nn.AdaptiveLogSoftmaxWithLoss(4,8,[2,4])"""
OPTIMIZERS = """SGD(p,lr=0.1,momentum=0.9) Adam(p) AdamW(p) Adamax(p) NAdam(p) RAdam(p) RMSprop(p) Adagrad(p) Adadelta(p) Rprop(p) ASGD(p)"""


def contents():
    torch.manual_seed(5)
    things = {}
    for shape, texts in MODULES.items():
        for text in texts.split():
            module, x = eval("nn." + text), torch.randn(shape)
            if text.startswith("Lazy"):
                module(x)
            things[text + str(shape)] = module.eval(), x
    for text in OTHERS.split():
        things[text] = eval(text).eval(), None
    for text in OPTIMIZERS.split():
        net = nn.Linear(3, 2)
        o = eval("optim." + text, {"optim": optim, "p": net.parameters()})
        net(torch.ones(1, 3)).sum().backward()
        o.step()
        things[text] = (net, o), None
    return things


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [round(v, 4) for v in value.detach().double().reshape(-1)[:6].tolist()]
    if isinstance(value, (tuple, list)):
        return [tensors(v) for v in value]
    return value


def show(name, thing, x):
    if isinstance(thing, tuple):
        net, o = thing
        net(torch.ones(1, 3)).sum().backward()
        o.step()
        print(name, type(o).__module__, type(o).__qualname__, o, tensors(list(net.parameters())))
        print({key: {k: tensors(v) for k, v in kept.items()} for key, kept in o.state_dict()["state"].items()})
        return
    print(name, type(thing).__module__, type(thing).__qualname__, repr(thing))
    for key, value in thing.state_dict().items():
        print("   ", key, tuple(value.shape), tensors(value))
    if x is not None:
        torch.manual_seed(1)
        try:
            print("   ", tensors(thing(x)))
        except ValueError as e:
            print("   ", e)


def printed(path):
    """A file as a line of text, since files of a session do not reach its host."""
    print("@@@", base64.b64encode(open(path, "rb").read()).decode())


def main(task, path):
    if task == "make" or task == "print":
        torch.save(contents(), path)
        if task == "print":
            printed(path)
        return
    loaded = torch.load(path)
    if task == "again":
        torch.save(loaded, "again.pt")
    for name, (thing, x) in loaded.items():
        try:
            show(name, thing, x)
        except Exception as e:
            print(name, type(e).__name__, e)
    if task == "again":
        printed("again.pt")


main(*sys.argv[1:3])
