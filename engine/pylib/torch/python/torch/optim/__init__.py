"""torch.optim: optimizers and learning rate schedules."""

from torch.optim.adam import Adam, Adamax, AdamW, NAdam, RAdam
from torch.optim.adaptive import ASGD, Adadelta, Adagrad, RMSprop, Rprop
from torch.optim.lbfgs import LBFGS
from torch.optim.optimizer import Optimizer
from torch.optim.sgd import SGD
from torch.optim.sparse_adam import SparseAdam
from torch.optim import lr_scheduler, swa_utils
