# stops
from IPython.display import display
h = display('x', display_id=True)
while True: h.update('x' * 1000)
