"""Coroutines that take turns, in one thread."""

from . import subprocess
from .base_events import *
from .coroutines import *
from .events import *
from .exceptions import *
from .futures import *
from .locks import *
from .queues import *
from .runners import *
from .streams import *
from .subprocess import *
from .taskgroups import *
from .tasks import *
from .threads import *
from .timeouts import *
from .base_events import EventLoop as SelectorEventLoop
from .events import BaseDefaultEventLoopPolicy as DefaultEventLoopPolicy

__all__ = (base_events.__all__ + coroutines.__all__ + events.__all__ + exceptions.__all__ + futures.__all__ + locks.__all__
           + queues.__all__ + runners.__all__ + streams.__all__ + subprocess.__all__ + tuple(taskgroups.__all__) + tasks.__all__
           + threads.__all__ + timeouts.__all__ + ('SelectorEventLoop', 'DefaultEventLoopPolicy'))
