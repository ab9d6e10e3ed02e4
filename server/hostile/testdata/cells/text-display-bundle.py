# ends
class C:
    def _repr_mimebundle_(self, **k):
        return {f'text/x{i}': 'y' * 1000 for i in range(10**5)}
C()
