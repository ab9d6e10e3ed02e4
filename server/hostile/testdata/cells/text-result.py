# ends
'x' * 10**8
