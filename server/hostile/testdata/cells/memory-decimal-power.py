# stops | raises MemoryError | raises decimal.Overflow
import decimal
decimal.getcontext().prec = 10**7
decimal.Decimal(3) ** 10**8
