import pickle
import uuid

u = uuid.UUID('{12345678-1234-5678-1234-567812345678}')
print(repr(u), u.hex, u.int, u.bytes, u.bytes_le, u.fields, u.urn, u.variant, u.version, u.time, u.clock_seq, u.node, u.is_safe)
print(uuid.UUID(bytes=u.bytes) == uuid.UUID(bytes_le=u.bytes_le) == uuid.UUID(fields=u.fields) == uuid.UUID(int=u.int) == u, pickle.loads(pickle.dumps(u)) == u)
print(uuid.uuid3(uuid.NAMESPACE_DNS, 'python.org'), uuid.uuid5(uuid.NAMESPACE_URL, 'http://é'), uuid.uuid5(uuid.NAMESPACE_OID, '1.2'), uuid.uuid3(uuid.NAMESPACE_X500, 'c'))
print(sorted([uuid.UUID(int=5), uuid.UUID(int=3)]), hash(uuid.UUID(int=5)), int(uuid.UUID(int=9)), uuid.UUID(int=3) < uuid.UUID(int=4), uuid.UUID(int=0))
for _ in range(3):
    a, b = uuid.uuid4(), uuid.uuid1()
    print(a.version, a.variant, b.version, b.variant, b.node == uuid.getnode(), len(str(a)))
print(uuid.uuid1(1, 2).fields[3:])
for call in (lambda: uuid.UUID(''), lambda: uuid.UUID('x' * 32), lambda: uuid.UUID(), lambda: uuid.UUID(bytes=b'x'), lambda: uuid.UUID(int=1 << 128), lambda: uuid.UUID(int=-1),
             lambda: uuid.UUID(int=5, version=9), lambda: uuid.UUID(fields=(1, 2)), lambda: uuid.UUID(fields=(1, 2, 3, 256, 5, 6)), lambda: uuid.UUID(fields=(1, 1 << 16, 3, 4, 5, 6)),
             lambda: uuid.UUID(bytes_le=b''), lambda: setattr(u, 'int', 5), lambda: u < 5, lambda: uuid.UUID('0' * 32, int=5)):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
