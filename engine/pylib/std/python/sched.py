"""Events at times."""

import heapq
import time
from collections import namedtuple
from itertools import count

__all__ = ['scheduler']

Event = namedtuple('Event', 'time, priority, sequence, action, argument, kwargs')
_nothing = object()


class scheduler:
    """Runs events in order of time and priority."""

    def __init__(self, timefunc=time.monotonic, delayfunc=time.sleep):
        self._queue, self._number = [], count()
        self.timefunc, self.delayfunc = timefunc, delayfunc

    def enterabs(self, time, priority, action, argument=(), kwargs=_nothing):
        event = Event(time, priority, next(self._number), action, argument, {} if kwargs is _nothing else kwargs)
        heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_nothing):
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        self._queue.remove(event)
        heapq.heapify(self._queue)

    def empty(self):
        return not self._queue

    def run(self, blocking=True):
        """Runs what is due, and waits for the rest when blocking."""
        while self._queue:
            event = self._queue[0]
            now = self.timefunc()
            if event.time > now:
                if not blocking:
                    return event.time - now
                self.delayfunc(event.time - now)
                continue
            heapq.heappop(self._queue)
            event.action(*event.argument, **event.kwargs)
            self.delayfunc(0)

    @property
    def queue(self):
        return sorted(self._queue)
