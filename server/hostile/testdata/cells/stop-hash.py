# stops
class C:
    def __hash__(self):
        while True: pass
{C(): 1}
