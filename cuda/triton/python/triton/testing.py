"""triton.testing: how long a launch takes on the GPU's clock."""
import torch


def do_bench(fn, warmup=25, rep=100, grad_to_none=None, quantiles=None, fast_flush=True, return_mode='mean'):
    """The milliseconds of fn on the GPU. The simulated GPU's clock gives every launch the same, so that few are enough."""
    fn()
    torch.cuda.synchronize()
    times = []
    for _ in range(2):
        for x in grad_to_none or ():
            x.grad = None
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        fn()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end))
    times = torch.tensor(times)
    if quantiles is not None:
        found = torch.quantile(times, torch.tensor(quantiles, dtype=torch.float)).tolist()
        return found[0] if len(found) == 1 else found
    return getattr(torch, return_mode)(times).item()


class Benchmark:
    """What perf_report measures: one line for each value of line_arg, over the values of x_names."""

    def __init__(self, x_names, x_vals, line_arg, line_vals, line_names, plot_name, args, xlabel='', ylabel='', x_log=False, y_log=False, styles=None, color=None):
        self.x_names, self.x_vals, self.line_arg, self.line_vals, self.line_names = x_names, list(x_vals), line_arg, line_vals, line_names
        self.plot_name, self.args, self.ylabel = plot_name, args, ylabel


class Mark:
    def __init__(self, fn, benchmarks):
        self.fn, self.benchmarks = fn, benchmarks if isinstance(benchmarks, list) else [benchmarks]

    def run(self, show_plots=False, print_data=False, save_path='', return_df=False, **kwargs):
        for b in self.benchmarks:
            rows = []
            for x in b.x_vals:
                xs = x if isinstance(x, (tuple, list)) else [x] * len(b.x_names)
                ys = [self.fn(**dict(zip(b.x_names, xs)), **{b.line_arg: v}, **b.args, **kwargs) for v in b.line_vals]
                rows.append(list(xs[:1]) + [y[0] if isinstance(y, (tuple, list)) else y for y in ys])
            if print_data:
                print(b.plot_name + ':')
                heads = b.x_names[:1] + list(b.line_names)
                table = [heads] + [['%f' % v for v in row] for row in rows]
                widths = [max(len(r[i]) for r in table) for i in range(len(heads))]
                for i, row in enumerate(table):
                    print(('' if i == 0 else str(i - 1)).ljust(len(str(len(rows)))), *[c.rjust(w) for c, w in zip(row, widths)])


def perf_report(benchmarks):
    return lambda fn: Mark(fn, benchmarks)


def assert_close(x, y, atol=None, rtol=None, err_msg=''):
    torch.testing.assert_close(x, y, atol=1e-2 if atol is None else atol, rtol=0 if rtol is None else rtol, check_dtype=False)
