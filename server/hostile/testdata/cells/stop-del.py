# stops
class C:
    def __del__(self):
        while True: pass
C()
while True: pass
