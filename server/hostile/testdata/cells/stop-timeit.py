# stops
%timeit while True: pass
