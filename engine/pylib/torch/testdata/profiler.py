"""The table of a profile, from sums that are given; schedules; what is refused."""
import torch
from torch.autograd import profiler_util
from torch.profiler import profile, schedule, ProfilerAction


def average(key, count, self_cpu, cpu, self_cuda=0, cuda=0, kernel=False):
    e = profiler_util.FunctionEventAvg()
    e.key, e.count, e.self_cpu_time_total, e.cpu_time_total, e.self_cuda_time_total, e.cuda_time_total = key, count, self_cpu, cpu, self_cuda, cuda
    e.device_type = profiler_util.DeviceType.CUDA if kernel else profiler_util.DeviceType.CPU
    e.node_id = -1
    return e


rows = [average('aten::mm', 3, 40, 40), average('forward', 1, 95, 236.5), average('aten::addmm', 2, 1200, 2500), average('aten::t', 1000, 3e6, 3e6)]
events = profiler_util.EventList(rows, use_cuda=False)
print(events.table(sort_by='cpu_time_total'))
print(events.table(sort_by='self_cpu_time_total', row_limit=2))
print(events.table(row_limit=1, header='a header'))
print(events.table(sort_by='count', row_limit=2, max_name_column_width=20))
rows += [average('autograd::engine::evaluate_function: NllLossBackward0 and more', 2, 10, 20, 0, 64), average('a_kernel(float*)', 2, 0, 0, 64, 64, True)]
events = profiler_util.EventList(rows, use_cuda=True)
print(events.table(sort_by='cuda_time_total', row_limit=3))
print(repr(rows[0]), rows[0].cpu_time_str, rows[2].cpu_time_total_str)
print(repr(profiler_util.EventList([]).table()))
for plan in (dict(wait=1, warmup=1, active=2, repeat=1), dict(wait=1, warmup=1, active=1, skip_first=2), dict(wait=0, warmup=1, active=3, repeat=2)):
    action = schedule(**plan)
    print([action(i).name for i in range(10)])
print(list(ProfilerAction))
for wrong in (lambda: schedule(wait=0, warmup=1, active=0), lambda: schedule(wait=1, warmup=1, active=1)(-1), lambda: profile().key_averages(),
              lambda: events.table(sort_by='nonsense')):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)
seen = []
with profile(schedule=schedule(wait=1, warmup=1, active=2, repeat=2), on_trace_ready=lambda p: seen.append(p.step_num)) as p:
    for _ in range(10):
        torch.ones(2) + 1
        p.step()
print(seen, p.step_num, 'ProfilerStep*' in [e.key for e in p.key_averages()], [e.count for e in p.key_averages() if e.key == 'ProfilerStep*'])
with profile() as p:
    with torch.profiler.record_function('outer'):
        with torch.profiler.record_function('inner'):
            torch.ones(3).exp()
by_name = {e.key: e for e in p.key_averages()}
print(by_name['outer'].count, by_name['inner'].cpu_time_total <= by_name['outer'].cpu_time_total, by_name['aten::exp'].count)
