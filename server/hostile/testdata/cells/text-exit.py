# ends
raise SystemExit('x' * 10**7)
