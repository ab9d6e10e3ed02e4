import hashlib, binascii, base64
for n in sorted(hashlib.algorithms_guaranteed):
    h = hashlib.new(n)
    for k in (0,1,63,64,65,127,128,129,1000): h.update((b"abcdefg" * 1000)[:k])
    c = h.copy(); c.update(b'more')
    print(n, h.digest_size, h.block_size, *( (h.hexdigest(20), c.hexdigest(50)) if 'shake' in n else (h.hexdigest(), c.hexdigest())))
print(hashlib.blake2b(b'x', digest_size=20, key=b'k'*30, salt=b's', person=b'pp', fanout=3, depth=4, leaf_size=1000, node_offset=1<<40, node_depth=2, inner_size=32, last_node=True).hexdigest())
print(hashlib.blake2s(b'x', digest_size=20, key=b'k'*30, salt=b's', person=b'pp', fanout=3, depth=4, leaf_size=1000, node_offset=1<<40, node_depth=2, inner_size=32, last_node=True).hexdigest())
print(hashlib.blake2s(key=b'kk').hexdigest(), hashlib.blake2b(b'x'*128).hexdigest())
for f in (lambda:hashlib.blake2b(digest_size=65),lambda:hashlib.blake2b(digest_size=0),lambda:hashlib.blake2b(key=b'x'*65),lambda:hashlib.blake2b(salt=b'x'*17),lambda:hashlib.blake2s(person=b'x'*17),lambda:hashlib.blake2b(fanout=256),lambda:hashlib.blake2b(depth=0),lambda:hashlib.blake2b(leaf_size=-1),lambda:hashlib.blake2b(node_depth=256),lambda:hashlib.blake2s(node_offset=1<<48),lambda:hashlib.blake2s(inner_size=33),lambda:hashlib.blake2b('x'),lambda:hashlib.shake_128().digest(), lambda:hashlib.blake2b(leaf_size=1<<33),lambda:hashlib.blake2b(node_offset=1<<70),lambda:hashlib.blake2b(node_offset=-1),lambda:hashlib.md5().update(5),lambda:hashlib.new('x'),lambda:hashlib.new('blake2b').name,lambda:hashlib.new('blake2b',digest_size=8).name, lambda:hashlib.pbkdf2_hmac('sha256',b'',b'',0), lambda: hashlib.pbkdf2_hmac('sha1', b'password', b'salt', 1000, 50).hex()):
    try: print(f())
    except Exception as e: print(type(e).__name__,e)
for f in (binascii.b2a_uu, binascii.b2a_base64, binascii.hexlify):
    for k in range(46): print(f(bytes(range(k))))
for k in range(46): print(binascii.a2b_uu(binascii.b2a_uu(bytes(range(k)))) == bytes(range(k)))
print(binascii.hexlify(b'abcdefg', '-', 2), binascii.hexlify(b'abcdefg', b':', -3), binascii.crc_hqx(b'hello', 7), binascii.crc32(b'x', -1))
import base64, io
data = bytes(range(256)) + b'\0\0\0\0    \0'
for name in 'b64', 'urlsafe_b64', 'b32', 'b32hex', 'b16', 'b85', 'a85':
    encode, decode = getattr(base64, name + 'encode'), getattr(base64, name + 'decode')
    for end in 0, 1, 2, 3, 4, 5, 256, len(data):
        assert decode(encode(data[:end])) == data[:end]
    print(encode(data))
print(base64.a85encode(data, foldspaces=True, wrapcol=20, adobe=True), base64.a85encode(b'abc', pad=True))
print(base64.b32decode('ME======', casefold=True), base64.b32decode(b'mLO23456', True), base64.b32decode('M1023456', map01='L'))
for call in (lambda: base64.b64decode('YQ='), lambda: base64.b64decode('Y'), lambda: base64.b64decode('Y!Q=='),
             lambda: base64.b64decode('Y!Q==', validate=True), lambda: base64.b64decode('YQ==x', validate=True),
             lambda: base64.b64decode('é'), lambda: base64.b64encode('x'), lambda: base64.b32decode('x'), lambda: base64.b32decode('1' * 8),
             lambda: base64.b16decode('ab'), lambda: base64.b85decode('\x7f'), lambda: base64.b85decode('~~~~~'),
             lambda: base64.a85decode('azb'), lambda: base64.a85decode('v'), lambda: base64.a85decode('uuuuu'), lambda: base64.a85decode('x', adobe=True),
             lambda: base64.encodebytes('x'), lambda: base64.b64decode(5), lambda: binascii.unhexlify('abc'), lambda: binascii.unhexlify('zz'),
             lambda: binascii.a2b_uu(b'!\x7f'), lambda: binascii.a2b_base64('YQ==YQ==', strict_mode=True), lambda: binascii.a2b_base64('=YQ', strict_mode=True)):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
out = io.BytesIO()
base64.encode(io.BytesIO(data), out)
print(out.getvalue() == base64.encodebytes(data), base64.decodebytes(out.getvalue()) == data)
print('é→x\n'.encode('ascii', 'namereplace'), '\ue000'.encode('ascii', 'namereplace'))
