"""Operations made of others: the bodies of torch's functions of the same names.

torch._C binds their arguments, so each takes what its signature says, by name.
"""
