# ends
import re
re.compile('(a{1,1000}){1,1000}').match('a' * 10**5)
