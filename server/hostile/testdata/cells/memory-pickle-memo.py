# ends
import pickle
pickle.loads(b'\x80\x04]r\xff\xff\xff\x7f.')
