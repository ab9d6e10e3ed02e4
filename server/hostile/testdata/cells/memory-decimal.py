# raises MemoryError | raises Overflow | raises decimal.Overflow | stops
import decimal
decimal.getcontext().prec = 10**9
decimal.Decimal(1) / 3
