from decimal import *
for v in ('1234567.891', '-0.5', '0', '1e20', '1E-10', 'NaN', 'Infinity', '12.30'):
    d = Decimal(v)
    for f in ('', 'f', '.2f', 'e', '.3e', 'g', '.3g', 'n', '%', '.1%', ',', '_', '>15', '<15', '^15', '015', '+', '-', ' ', '*^20.2f', ',.2f', '+,.1f', 'E', 'G', '.0f', '020,.2f'):
        try:
            print(v, f, repr(format(d, f)))
        except Exception as e:
            print(v, f, type(e).__name__, e)
print(f"{Decimal('3.14159'):.2f} {Decimal(2):>6} {Decimal('1e3')}", '%s %.2f %d' % (Decimal('1.5'), Decimal('1.005'), Decimal('7.9')))
