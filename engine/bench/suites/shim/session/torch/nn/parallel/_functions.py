from torch.nn.parallel.functions import *  # noqa: F401,F403
from absent import base

Broadcast = base('Broadcast')
