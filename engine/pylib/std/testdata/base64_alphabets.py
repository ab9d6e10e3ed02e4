import base64, random, binascii
random.seed(1)
for n in list(range(0,8))+[33]:
    for _ in range(2):
        b=random.choice([bytes(random.randrange(256) for _ in range(n)), b'\0'*n, b' '*n, (b'\0'*4+b'    '+b'ab')*n])
        for e,d in ((base64.b64encode,base64.b64decode),(base64.urlsafe_b64encode,base64.urlsafe_b64decode),(base64.b32encode,base64.b32decode),(base64.b32hexencode,base64.b32hexdecode),(base64.b16encode,base64.b16decode),(base64.b85encode,base64.b85decode),(base64.a85encode,base64.a85decode),(base64.encodebytes,base64.decodebytes)):
            x=e(b); assert d(x)==b,(e,b); print(hash(x)*0, len(x), x[:40], binascii.crc32(x))
        print(base64.a85encode(b,foldspaces=True,wrapcol=20,adobe=True), base64.a85encode(b,pad=True), base64.b85encode(b,pad=True))
        assert base64.a85decode(base64.a85encode(b,foldspaces=True,wrapcol=20,adobe=True),foldspaces=True,adobe=True)==b
for f,arg in ((base64.b64decode,'YQ'),(base64.b64decode,'YQ==='),(base64.b64decode,'Y Q=='),(base64.b64decode,'YQ=a='),(base64.b64decode,'YWJj\n'),(base64.b64decode,'é'),(base64.b64decode,5),(base64.b64encode,'a'),(base64.b32decode,'A'),(base64.b32decode,'aaaaaaaa'),(base64.b32decode,'ME======'),(base64.b32decode,'M======='),(base64.b32decode,'MFR====='),(base64.b16decode,'ab'),(base64.b16decode,'A'),(base64.b16decode,'0G'),(base64.b85decode,'~~~~~'),(base64.b85decode,'\"'),(base64.b85decode,'ab'),(base64.a85decode,'uuuuu'),(base64.a85decode,'abzc'),(base64.a85decode,'y'),(base64.a85decode,'ab v'),(base64.a85decode,'~'),(base64.a85decode,'ab\ncd'),(base64.b64decode,'YR=='),(base64.b64decode,'YWJ='),(base64.b32encode,'x'),(base64.b85encode,'x'),(base64.b16encode,'x'),(base64.b64encode,bytearray(b'a')),(base64.b32encode,memoryview(b'abc')),(base64.a85encode,memoryview(b'abc'))):
    try: print(f(arg))
    except Exception as e: print(f.__name__,arg,type(e).__name__,e)
for a in ('YQ==','YQ==a','Y Q==','YQ','=YQ=','YR==','Y\nQ=='):
    try: print(base64.b64decode(a,validate=True))
    except Exception as e: print(a,type(e).__name__,e)
