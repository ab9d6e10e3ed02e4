import pickle, datetime, decimal, fractions, collections, enum, uuid, pathlib, re

class Color(enum.Enum):
    RED = 1
    BLUE = 2
from dataclasses import dataclass

@dataclass
class P:
    x: int
    y: list
Pt = collections.namedtuple('Pt', 'x y')
for o in (datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, 4, 5, 6), datetime.timedelta(1, 2, 3), datetime.time(1, 2), datetime.timezone.utc, datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=2))), decimal.Decimal('1.50'), fractions.Fraction(1, 3), collections.OrderedDict(a=1), collections.Counter('aab'), collections.deque([1, 2], maxlen=3), collections.defaultdict(list, {'a': [1]}), Color.RED, P(1, [2]), Pt(1, 2), uuid.UUID(int=5), pathlib.PurePosixPath('/a/b'), re.compile('a+', re.I), range(1, 9, 2), ValueError('x', 1), KeyError('k'), complex(1, 2)):
    for pr in (0, 2, 4, 5):
        r = pickle.loads(pickle.dumps(o, pr))
        print(pr, repr(r), r == o if not isinstance(o, Exception) else r.args)
