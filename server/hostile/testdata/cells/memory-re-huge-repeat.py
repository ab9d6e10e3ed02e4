# ends
import re
re.compile('a{4000000000}')
