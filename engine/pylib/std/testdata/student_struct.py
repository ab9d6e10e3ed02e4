"""A student's program: struct."""
import struct, hashlib, base64, binascii, zlib, hmac, secrets, uuid
b = struct.pack(">IhB4s?d", 1, -2, 255, b"ab", True, 1.5); print(b, struct.unpack(">IhB4s?d", b), struct.calcsize("<ihb"), struct.calcsize("ihb"), list(struct.iter_unpack("<H", b"\1\0\2\0")), struct.unpack_from("<I", b"xx\1\0\0\0", 2))
for a in ("md5", "sha1", "sha256", "sha3_256", "blake2b"): print(a, hashlib.new(a, b"hello").hexdigest()[:32])
print(base64.b64encode(b"hello world"), base64.b64decode("aGk="), base64.urlsafe_b64encode(b"\xff\xfe"), base64.b32encode(b"hi"), base64.b16encode(b"hi"), base64.b85encode(b"hi"), binascii.hexlify(b"hi"), zlib.crc32(b"hello"), zlib.decompress(zlib.compress(b"x" * 100)) == b"x" * 100, hmac.new(b"k", b"m", "sha256").hexdigest()[:16], len(secrets.token_hex(4)), uuid.UUID(int=5), uuid.uuid5(uuid.NAMESPACE_DNS, "x.org"))
print(bytes.fromhex("ff 00"), b"ab".hex("-"), int.from_bytes(b"\1\2", "big"), (258).to_bytes(2, "little"), bytearray(b"abc")[1:], b"a" + bytes([98]), bytes(3), memoryview(b"abcd")[1:3].tobytes(), b"a,b".split(b","), b"%d" % 3, "é".encode("latin-1"), b"\xc3\xa9".decode(), bin(10), hex(255), oct(8), 0b101 ^ 0o7, ~5, 5 << 3, -5 >> 1, (37).bit_length(), (255).bit_count())
for f in (lambda: struct.pack("B", 300), lambda: struct.unpack("I", b"ab"), lambda: base64.b64decode("a"), lambda: bytes.fromhex("zz"), lambda: b"\xff".decode(), lambda: "é".encode("ascii"), lambda: hashlib.new("nope"), lambda: (256).to_bytes(1, "big"), lambda: hashlib.md5("x")):
    try: f()
    except Exception as e: print(type(e).__name__, e)
