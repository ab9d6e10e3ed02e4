"""L-BFGS: a quasi-Newton method with a history of steps.

Jorge Nocedal, Stephen Wright: Numerical Optimization, 2006, chapters 3 and 7.
"""

import torch
from torch.optim.optimizer import Optimizer


def _cubic_minimum(x1, f1, g1, x2, f2, g2, bounds=None):
    """The minimum of the cubic through two points with given slopes (Nocedal, Wright 3.59)."""
    low, high = bounds if bounds is not None else (x1, x2) if x1 <= x2 else (x2, x1)
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1 ** 2 - g1 * g2
    if not square >= 0:
        return (low + high) / 2.0
    d2 = square.sqrt()
    if x1 <= x2:
        least = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        least = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(least, low), high)


class _Point:
    """A place on the search line: its step, loss, gradient and slope."""

    def __init__(self, t, f, g, slope):
        self.t, self.f, self.g, self.slope = t, f, g, slope


def _bracket(evaluate, start, point, max_steps):
    """Points around a step that fulfils the Wolfe conditions, and whether the last one does."""
    c1, c2 = 1e-4, 0.9
    previous, steps = start, 0
    while steps < max_steps:
        rose = point.f > start.f + c1 * point.t * start.slope
        if rose or (steps > 1 and point.f >= previous.f):
            return [previous, point], False, steps
        if abs(point.slope) <= -c2 * start.slope:
            return [point], True, steps
        if point.slope >= 0:
            return [previous, point], False, steps
        bounds = (point.t + 0.01 * (point.t - previous.t), point.t * 10)
        t = _cubic_minimum(previous.t, previous.f, previous.slope, point.t, point.f, point.slope, bounds)
        previous, point = point, evaluate(t)
        steps += 1
    return [_Point(0, start.f, start.g, start.slope), point], False, steps


def _inside(t, ends, stuck):
    """t moved off the ends of the bracket when it makes no progress."""
    low, high = min(ends), max(ends)
    margin = 0.1 * (high - low)
    if min(high - t, t - low) >= margin:
        return t, False
    if stuck or t >= high or t <= low:
        return (high - margin if abs(t - high) < abs(t - low) else low + margin), False
    return t, True


def _zoom(evaluate, start, ends, steps, max_steps, reach, tolerance):
    """Narrows a bracket until a point fulfils the Wolfe conditions; the best point is first."""
    c1, c2 = 1e-4, 0.9
    best, other = (ends[0], ends[-1]) if ends[0].f <= ends[-1].f else (ends[-1], ends[0])
    order = ends
    stuck = False
    while steps < max_steps:
        if abs(order[1].t - order[0].t) * reach < tolerance:
            break
        a, b = order
        t = _cubic_minimum(a.t, a.f, a.slope, b.t, b.f, b.slope)
        t, stuck = _inside(t, (a.t, b.t), stuck)
        point = evaluate(t)
        steps += 1
        first_is_best = order[0] is best
        if point.f > start.f + c1 * t * start.slope or point.f >= best.f:
            other = point
            order = [best, other] if first_is_best else [other, best]
            if order[0].f <= order[1].f:
                best, other = order
            else:
                other, best = order
            continue
        done = abs(point.slope) <= -c2 * start.slope
        if not done and point.slope * (other.t - best.t) >= 0:
            other = best
        best = point
        order = [best, other] if first_is_best else [other, best]
        if done:
            break
    return best


def _strong_wolfe(evaluate, start, t, reach, tolerance=1e-9, max_steps=25):
    """A step along the line that fulfils the strong Wolfe conditions."""
    ends, done, steps = _bracket(evaluate, start, evaluate(t), max_steps)
    if done:
        return ends[0]
    return _zoom(evaluate, start, ends, steps, max_steps, reach, tolerance)


class LBFGS(Optimizer):
    """L-BFGS; step(closure) may call closure many times."""

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9,
                 history_size=100, line_search_fn=None):
        if max_eval is None:
            max_eval = max_iter * 5 // 4
        super().__init__(params, dict(
            lr=lr, max_iter=max_iter, max_eval=max_eval, tolerance_grad=tolerance_grad,
            tolerance_change=tolerance_change, history_size=history_size, line_search_fn=line_search_fn))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def _flat_grad(self):
        return torch.cat([p.new(p.numel()).zero_() if p.grad is None else p.grad.view(-1)
                          for p in self._params], 0)

    def _move(self, t, direction):
        offset = 0
        for p in self._params:
            n = p.numel()
            p.add_(direction[offset:offset + n].view_as(p), alpha=t)
            offset += n

    def _direction(self, state, grad, history_size):
        """The quasi-Newton direction: the two-loop recursion over the history."""
        if state["n_iter"] == 1:
            state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return grad.neg()
        dirs, steps, ro = state["old_dirs"], state["old_stps"], state["ro"]
        y = grad.sub(state["prev_flat_grad"])
        s = state["d"].mul(state["t"])
        ys = y.dot(s)
        if ys > 1e-10:
            if len(dirs) == history_size:
                for table in (dirs, steps, ro):
                    table.pop(0)
            dirs.append(y)
            steps.append(s)
            ro.append(1.0 / ys)
            state["H_diag"] = ys / y.dot(y)
        n = len(dirs)
        al = state.setdefault("al", [None] * history_size)
        q = grad.neg()
        for i in range(n - 1, -1, -1):
            al[i] = steps[i].dot(q) * ro[i]
            q.add_(dirs[i], alpha=-al[i])
        r = torch.mul(q, state["H_diag"])
        for i in range(n):
            be = dirs[i].dot(r) * ro[i]
            r.add_(steps[i], alpha=al[i] - be)
        return r

    def _search(self, closure, loss, grad, t, d, slope):
        """The line search; returns loss, gradient, step and the number of evaluations."""
        kept = [p.clone(memory_format=torch.contiguous_format) for p in self._params]
        count = 0

        def evaluate(t):
            nonlocal count
            count += 1
            self._move(t, d)
            f = float(closure())
            g = self._flat_grad()
            for p, value in zip(self._params, kept):
                p.copy_(value)
            return _Point(t, f, g, g.dot(d))

        start = _Point(0, loss, grad.clone(memory_format=torch.contiguous_format), slope)
        found = _strong_wolfe(evaluate, start, t, d.abs().max())
        return found.f, found.g, found.t, count

    def step(self, closure):
        """One step of up to max_iter iterations."""
        group = self.param_groups[0]
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)

        def evaluate():
            with torch.enable_grad():
                return closure()

        with torch.no_grad():
            first = evaluate()
            loss = float(first)
            state["func_evals"] += 1
            grad = self._flat_grad()
            if not grad.abs().max() <= group["tolerance_grad"]:
                self._iterate(evaluate, group, state, loss, grad)
                for name in ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss"):
                    state[name] = state.pop(name)
        return first

    def _iterate(self, closure, group, state, loss, grad):
        evals, n = 1, 0
        change = group["tolerance_change"]
        if group["line_search_fn"] not in (None, "strong_wolfe"):
            raise RuntimeError("only 'strong_wolfe' is supported")
        while n < group["max_iter"]:
            n += 1
            state["n_iter"] += 1
            d = self._direction(state, grad, group["history_size"])
            state["prev_flat_grad"] = grad.clone(memory_format=torch.contiguous_format)
            previous = loss
            t = group["lr"]
            if state["n_iter"] == 1:
                t = min(1.0, 1.0 / grad.abs().sum()) * t
            slope = grad.dot(d)
            state.update(d=d, t=t, prev_loss=previous)
            if slope > -change:
                break
            count = 0
            if group["line_search_fn"] is not None:
                loss, grad, t, count = self._search(closure, loss, grad, t, d, slope)
                self._move(t, d)
            else:
                self._move(t, d)
                if n != group["max_iter"]:
                    loss, grad, count = float(closure()), self._flat_grad(), 1
            state["t"] = t
            evals += count
            state["func_evals"] += count
            if (n == group["max_iter"] or evals >= group["max_eval"]
                    or grad.abs().max() <= group["tolerance_grad"]
                    or d.mul(t).abs().max() <= change or abs(loss - previous) < change):
                break
