# stops
import subprocess
subprocess.run('while :; do :; done', shell=True)
