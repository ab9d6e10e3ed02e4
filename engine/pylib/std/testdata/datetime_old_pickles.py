# What Python 2 pickled, state that only a pickle gives, and the fields that strptime wants together.
import os; os.environ['TZ'] = 'UTC'
import datetime as d, pickle, time, _strptime
for data in (b"cdatetime\ndate\n(S'\\x07\\xdf\\x0b\\x1b'\ntR.", b'cdatetime\ndatetime\n(U\n\x07\xdf\x0b\x1b\x14;\x01\x00\x10\x00tR.',
             b'cdatetime\ntime\n(U\x06\x14;\x10\x00\x10\x00tR.'):
    print(repr(pickle.loads(data, encoding='latin1')), repr(pickle.loads(data, encoding='bytes')))
for kind, state in (d.date, '\x07\xdf\x0b\u1234'), (d.time, '\x14;\x10\x00\x10\u1234'), (d.datetime, '\x07\xdf\x0b\x1b\x14;\x01\x00\x10\u1234'):
    try:
        kind(state)
    except ValueError as e:
        print(e)
for month in b'\0', b'\x0d', b'\xff':
    for kind, state in (d.date, b'19' + month + b'9'), (d.datetime, b'19' + month + b'9' + b'123456'):
        try:
            kind(state)
        except TypeError:
            print('refused', end=' ')
print(d.date(b'\x07\xe4\x02\x1d'), d.datetime(b'\x07\xe4\x82\x1d\1\2\3\0\0\1').fold)
for text, form in ('1999 50', '%Y %V'), ('1999 51', '%G %V'), ('1999 51', '%G %A'), ('2015', '%G'), ('1999 256', '%G %j'), ('5', '%V'), ('1999 5 1', '%Y %V %w'), ('', '%Q%'), ('x', '%i'):
    for parse in time.strptime, d.datetime.strptime:
        try:
            parse(text, form)
        except ValueError as e:
            print(type(e).__name__, e, e.__suppress_context__ or e.__context__ is None)
print(_strptime._strptime('2020-02-03 04:05:06.5 +0130', '%Y-%m-%d %H:%M:%S.%f %z'))
print(repr(_strptime._strptime_datetime(d.datetime, '3 Feb 2020 +0100', '%d %b %Y %z')), _strptime._strptime_time('1:02', '%H:%M')[:5])
print(time.strftime('%Z %z|%H', time.localtime(0)))
for wrong in (0, 1, 1), (10000, 1, 1):
    try:
        d.date.fromisocalendar(*wrong)
    except ValueError as e:
        print(e)
