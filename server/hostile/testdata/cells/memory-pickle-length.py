# raises MemoryError | raises EOFError | raises UnpicklingError | raises pickle.UnpicklingError | raises _pickle.UnpicklingError
import pickle
pickle.loads(b'\x80\x04\x8e' + b'\xff' * 7 + b'\x7f.')
