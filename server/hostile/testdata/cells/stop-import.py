# stops
open('endless.py', 'w').write('while True: pass')
import endless
