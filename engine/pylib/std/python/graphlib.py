"""Orders a graph so that what a node depends on comes before it."""

__all__ = ['TopologicalSorter', 'CycleError']


class CycleError(ValueError):
    """The graph has a cycle; args[1] lists its nodes."""


class TopologicalSorter:
    def __init__(self, graph=None):
        self._before, self._after = {}, {}
        self._ready = None
        for node, predecessors in (graph or {}).items():
            self.add(node, *predecessors)

    def add(self, node, *predecessors):
        """Says that a node depends on others."""
        if self._ready is not None:
            raise ValueError('Nodes cannot be added after a call to prepare()')
        self._before.setdefault(node, 0)
        self._after.setdefault(node, [])
        for other in predecessors:
            self._before.setdefault(other, 0)
            self._after.setdefault(other, []).append(node)
            self._before[node] += 1

    def prepare(self):
        """Ends the adding; raises CycleError for a cycle."""
        if self._ready is not None:
            raise ValueError('cannot prepare() more than once')
        self._ready = [node for node, count in self._before.items() if count == 0]
        self._passed, self._out = 0, set()
        self._finished = set()
        cycle = self._find_cycle()
        if cycle:
            raise CycleError('nodes are in a cycle', cycle)

    def _find_cycle(self):
        done = set()
        for start in self._before:
            path, on_path, stack = [], {}, [(start, None)]
            while stack:
                node, successors = stack.pop()
                if successors is None:
                    if node in done:
                        continue
                    if node in on_path:
                        return path[on_path[node]:] + [node]
                    on_path[node] = len(path)
                    path.append(node)
                    successors = iter(self._after[node])
                for other in successors:
                    stack.append((node, successors))
                    if other in on_path:
                        return path[on_path[other]:] + [other]
                    stack.append((other, None))
                    break
                else:
                    done.add(node)
                    path.pop()
                    del on_path[node]
        return None

    def get_ready(self):
        """The nodes all of whose predecessors are done."""
        self._check()
        ready = tuple(self._ready)
        self._ready.clear()
        self._out.update(ready)
        self._passed += len(ready)
        return ready

    def _check(self):
        if self._ready is None:
            raise ValueError('prepare() must be called first')

    def is_active(self):
        self._check()
        return len(self._finished) < self._passed or bool(self._ready)

    __bool__ = is_active

    def done(self, *nodes):
        """Says that nodes are done."""
        self._check()
        for node in nodes:
            if node not in self._before:
                raise ValueError('node %r was not added using add()' % (node,))
            if node not in self._out:
                state = 'was already marked done' if node in self._finished else 'was not passed out (still not ready)'
                raise ValueError('node %r %s' % (node, state))
            self._out.discard(node)
            self._finished.add(node)
            for other in self._after[node]:
                self._before[other] -= 1
                if self._before[other] == 0:
                    self._ready.append(other)

    def static_order(self):
        """The nodes in order."""
        self.prepare()
        while self.is_active():
            group = self.get_ready()
            yield from group
            self.done(*group)
