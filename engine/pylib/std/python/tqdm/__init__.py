"""Progress bars."""

import sys
import time

__all__ = ['tqdm', 'trange']


def _clock(seconds):
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return '%d:%02d:%02d' % (hours, minutes, seconds) if hours else '%02d:%02d' % (minutes, seconds)


class tqdm:
    """Shows how far an iteration is, on one line of stderr."""

    def __init__(self, iterable=None, desc=None, total=None, leave=True, file=None, ncols=None, mininterval=0.1, unit='it',
                 disable=False, initial=0, position=None, postfix=None, **kwargs):
        if total is None and iterable is not None:
            try:
                total = len(iterable)
            except TypeError:
                total = None
        self.iterable, self.desc, self.total, self.leave = iterable, desc, total, leave
        self.n, self.unit, self.disable, self.mininterval = initial, unit, disable, mininterval
        self.fp, self.postfix = file, None
        self.start_t = self._shown = time.time()
        self._closed = False
        if postfix:
            self.set_postfix(postfix, refresh=False)
        if not disable:
            self.refresh()

    def __str__(self):
        took = time.time() - self.start_t
        rate = self.n / took if took > 0 and self.n else 0
        speed = '%.2f%s/s' % (rate, self.unit) if rate >= 1 or not rate else '%.2fs/%s' % (1 / rate, self.unit)
        if not rate:
            speed = '?%s/s' % self.unit
        head = self.desc + ': ' if self.desc else ''
        extra = ', ' + self.postfix if self.postfix else ''
        if not self.total:
            return '%s%d%s [%s, %s%s]' % (head, self.n, self.unit, _clock(took), speed, extra)
        share = min(self.n / self.total, 1)
        left = _clock((self.total - self.n) / rate) if rate else '?'
        eighths = int(share * 80)
        bar = '█' * (eighths // 8) + (' ▏▎▍▌▋▊▉'[eighths % 8] if eighths % 8 else '')
        return '%s%3d%%|%s| %d/%d [%s<%s, %s%s]' % (head, share * 100, bar.ljust(10), self.n, self.total, _clock(took), left, speed, extra)

    def refresh(self):
        self._shown = time.time()
        (self.fp or sys.stderr).write('\r' + str(self))
        (self.fp or sys.stderr).flush()

    def __iter__(self):
        try:
            for item in self.iterable:
                yield item
                self.update(1)
        finally:
            self.close()

    def update(self, n=1):
        self.n += n
        if not self.disable and (time.time() - self._shown >= self.mininterval):
            self.refresh()

    def close(self):
        if self._closed or self.disable:
            return
        self._closed = True
        if self.leave:
            self.refresh()
            (self.fp or sys.stderr).write('\n')
        else:
            (self.fp or sys.stderr).write('\r')

    def reset(self, total=None):
        self.n, self.start_t = 0, time.time()
        self.total = total or self.total

    def set_description(self, desc=None, refresh=True):
        self.desc = desc
        if refresh and not self.disable:
            self.refresh()

    set_description_str = set_description

    def set_postfix(self, ordered_dict=None, refresh=True, **kwargs):
        values = dict(ordered_dict or {}, **kwargs)
        self.postfix = ', '.join('%s=%s' % (k, '%.3g' % v if isinstance(v, float) else v) for k, v in values.items())
        if refresh and not self.disable:
            self.refresh()

    def set_postfix_str(self, s='', refresh=True):
        self.postfix = s

    @staticmethod
    def write(s, file=None, end='\n'):
        (file or sys.stdout).write(str(s) + end)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def __len__(self):
        return self.total if self.total is not None else len(self.iterable)

    def __bool__(self):
        return True


def trange(*args, **kwargs):
    """tqdm(range(...))."""
    return tqdm(range(*args), **kwargs)


