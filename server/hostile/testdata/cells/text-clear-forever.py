# stops
from IPython.display import clear_output
while True:
    clear_output()
    print('x' * 1000)
