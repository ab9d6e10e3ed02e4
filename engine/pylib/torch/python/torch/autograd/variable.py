"""The old name of Tensor."""

from torch.autograd import Variable
