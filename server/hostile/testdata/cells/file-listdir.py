# ends
import os
assert not os.path.exists('/etc/passwd')
os.listdir('/')
