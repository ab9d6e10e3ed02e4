# stops
exec('while True: pass')
