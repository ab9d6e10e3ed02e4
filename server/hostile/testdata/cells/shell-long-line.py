# says Argument list too long
import os
os.system('echo ' + 'x' * 10**7)
