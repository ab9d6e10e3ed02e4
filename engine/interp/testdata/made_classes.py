"""A class that is made by a call belongs to the module whose code makes it."""
names = {'__name__': 'elsewhere'}
exec("""
class Meta(type):
    pass
def make():
    return type('A', (), {}), Meta('B', (), {}), type('C', (), {'__module__': 'said'})
""", names)
print([c.__module__ for c in names["make"]()], names["make"]()[0])
print(type('D', (), {}).__module__)
