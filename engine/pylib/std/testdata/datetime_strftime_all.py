from datetime import *
for n in (datetime(2024, 3, 5, 13, 5, 9, 12), datetime(1999, 12, 31, 0, 0, 0), datetime(2021, 1, 3, 12)):
    for c in 'aAwdbBmyYHIpMSfjUWcxXGuV%zZ':
        print(c, repr(n.strftime('%' + c)), end=' ')
    print(n.strftime('%-d'), n.strftime('%e|%D|%T|%R|%F|%h|%n|%t|%s|%C|%k|%l|%r'))
print(date(2024, 1, 1).strftime('%A %d %B %Y week %W'), f'{datetime(2024, 1, 2):%d.%m.%y %H:%M}')
print(format(date(2020, 1, 1), '%j'), f'{date(2020, 1, 1)}')
for s, f in (('5 Jan 2020', '%d %b %Y'), ('Sunday, January 5, 2020', '%A, %B %d, %Y'), ('01/02/99', '%m/%d/%y'), ('12:30 PM', '%I:%M %p'), ('12:30 am', '%I:%M %p'), ('2020-100', '%Y-%j'), ('1.5', '%S.%f'), ('2020 5 1', '%Y %W %w'), ('2021-W05-3', '%G-W%V-%u'), ('%', '%%'), ('Tue Nov 21 2023', '%a %b %d %Y'), ('23:59:59.123456', '%H:%M:%S.%f')):
    try:
        print(datetime.strptime(s, f))
    except Exception as e:
        print(s, type(e).__name__, e)
