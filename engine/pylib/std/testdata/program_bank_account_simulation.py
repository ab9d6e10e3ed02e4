from dataclasses import dataclass, field
from decimal import Decimal
from datetime import date
from enum import Enum, auto
from typing import Iterator

class Kind(Enum):
    DEPOSIT = auto()
    WITHDRAW = auto()

@dataclass(frozen=True, order=True)
class Tx:
    when: date
    kind: Kind = field(compare=False)
    amount: Decimal = Decimal('0.00')

@dataclass
class Account:
    owner: str
    txs: list[Tx] = field(default_factory=list)

    def add(self, tx):
        self.txs.append(tx)
        return self

    @property
    def balance(self):
        return sum((t.amount if t.kind is Kind.DEPOSIT else -t.amount for t in self.txs), Decimal())

    def __iter__(self) -> Iterator[Tx]:
        return iter(sorted(self.txs))
a = Account('Ann').add(Tx(date(2024, 5, 1), Kind.DEPOSIT, Decimal('100.10'))).add(Tx(date(2024, 4, 1), Kind.WITHDRAW, Decimal('30')))
print(a.balance, a, [str(t.when) for t in a], f'{a.balance:>10.2f}|{a.owner:^9}|')
