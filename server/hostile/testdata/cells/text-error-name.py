# ends
raise type('E' * 10**7, (Exception,), {})('x')
