# raises MemoryError
import decimal
kept = []
while True:
    kept.append(decimal.Decimal(len(kept)) / 3)
