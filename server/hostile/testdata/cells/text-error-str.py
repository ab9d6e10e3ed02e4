# raises E
class E(Exception):
    def __str__(self): return 'x' * 5 * 10**7
raise E
