# says nested too deep
import os
os.system('(' * 10**5)
