# raises MemoryError
import subprocess
subprocess.run('yes', shell=True, capture_output=True)
