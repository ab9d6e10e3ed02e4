# ends
import os
os.environ['TMPDIR'] = '/tmp'
os.system('echo x > /tmp/sh-interp-hostile')
os.environ.pop('TMPDIR')
!echo x > /tmp/sh-interp-hostile-two
