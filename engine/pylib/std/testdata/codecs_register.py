"""Encodings and error handlers of one's own."""
import codecs
def search(name):
    if name == "rev":
        return codecs.CodecInfo(lambda s, e="strict": (s[::-1].encode(), len(s)), lambda b, e="strict": (bytes(b).decode()[::-1], len(b)), name="rev")
codecs.register(search)
print("abc".encode("rev"), b"abc".decode("rev"))
print(codecs.lookup("utf-8").name, codecs.lookup("latin1").name)
codecs.register_error("q", lambda e: ("?%d" % e.start, e.end))
print("aéb".encode("ascii", "q"))
try: "a".encode("nope")
except LookupError as e: print(e)
print(codecs.encode("hello", "rot13"), codecs.getincrementaldecoder("utf-8")().decode(b"\xc3"))
codecs.register_error("skip", lambda e: ("<%s>" % e.object[e.start:e.end], e.end) if isinstance(e, UnicodeEncodeError) else ("|", e.end))
codecs.register_error("raw", lambda e: (b"\xff", e.end))
codecs.register_error("bad", lambda e: 3)
codecs.register_error("far", lambda e: ("", 99))
print("aéb".encode("ascii", "raw"), b"a\xffb\xfe".decode("ascii", "skip"), b"a\xffb".decode("utf-8", "skip"))
for how in "bad", "far", "skip", "unknown":
    for f in lambda: "é".encode("ascii", how), lambda: b"\xff".decode("utf-8", how):
        try: print(f())
        except Exception as e: print(type(e).__name__, e)
print(codecs.lookup("rev").name, codecs.encode("abc", "rev"), codecs.lookup_error("bad")(None), str(b"xyz", "REV"))
for bad in lambda: codecs.register(3), lambda: codecs.register_error("x", 3):
    try: bad()
    except TypeError as e: print(e)
codecs.unregister(search)
try: "a".encode("rev")
except LookupError as e: print(e)
