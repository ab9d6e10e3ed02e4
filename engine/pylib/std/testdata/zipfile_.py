import io
import os
import zipfile

with open('note.txt', 'w') as f:
    f.write('hello ' * 100)
os.makedirs('folder', exist_ok=True)
with zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED) as z:
    z.write('note.txt')
    z.write('folder')
    z.writestr('folder/中.txt', 'text')
    z.writestr('stored.bin', bytes(5), compress_type=zipfile.ZIP_STORED)
    with z.open('opened.txt', 'w') as f:
        f.write(b'through open')
    z.comment = b'a comment'
    print(z)
print(z)
with zipfile.ZipFile('a.zip') as z:
    print(z.namelist(), z.comment, z.testzip())
    for info in z.infolist():
        print(info.filename, info.file_size, info.is_dir(), hex(info.CRC), info.compress_type)
    print(z.read('stored.bin'), z.read('folder/中.txt').decode(), z.getinfo('note.txt').compress_size < 600)
    with z.open('opened.txt') as f:
        print(f.read(7), f.read())
    z.extract('note.txt', 'out')
    z.extractall('all')
    for name in ['missing', 'folder/missing']:
        try:
            z.read(name)
        except KeyError as e:
            print('KeyError', e)
    try:
        z.writestr('x', 'y')
    except ValueError as e:
        print(e)
try:
    z.read('note.txt')
except ValueError as e:
    print(e)
print(sorted(os.listdir('all')), os.path.getsize('out/note.txt'), open('all/folder/中.txt').read())
with zipfile.ZipFile('a.zip', 'a') as z:
    z.writestr('added', 'later')
print(zipfile.ZipFile('a.zip').namelist()[-1], zipfile.is_zipfile('a.zip'), zipfile.is_zipfile('note.txt'))
memory = io.BytesIO()
with zipfile.ZipFile(memory, 'w') as z:
    z.writestr('m', b'in memory')
print(zipfile.ZipFile(memory).read('m'), len(memory.getvalue()))
try:
    zipfile.ZipFile('note.txt')
except zipfile.BadZipFile as e:
    print(e)
try:
    zipfile.ZipFile('a.zip', 'q')
except ValueError as e:
    print(e)
