# stops
import os
os.system('sleep 100000')
