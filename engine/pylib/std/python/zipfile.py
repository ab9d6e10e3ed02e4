"""ZIP archives: files stored or deflated in one."""

import io
import os
import struct
import time
import zlib

__all__ = ['BadZipFile', 'BadZipfile', 'error', 'ZIP_STORED', 'ZIP_DEFLATED', 'is_zipfile', 'ZipInfo', 'ZipFile', 'LargeZipFile', 'Path']

ZIP_STORED, ZIP_DEFLATED = 0, 8
_LOCAL, _CENTRAL, _END = b'PK\x03\x04', b'PK\x01\x02', b'PK\x05\x06'


class BadZipFile(Exception):
    """The bytes are no archive."""


class LargeZipFile(Exception):
    """The archive would need extensions for sizes beyond 4 GiB."""


error = BadZipfile = BadZipFile


class ZipInfo:
    """What an archive says of one file."""

    def __init__(self, filename='NoName', date_time=(1980, 1, 1, 0, 0, 0)):
        if date_time[0] < 1980:
            raise ValueError('ZIP does not support timestamps before 1980')
        self.filename = self.orig_filename = filename.replace(os.sep, '/')
        self.date_time, self.compress_type, self._compresslevel = date_time, ZIP_STORED, None
        self.comment = self.extra = b''
        self.create_system, self.create_version, self.extract_version, self.flag_bits = 3, 20, 20, 0
        self.external_attr = self.internal_attr = self.header_offset = self.CRC = self.compress_size = self.file_size = 0

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        st = os.stat(filename)
        name = os.path.normpath(os.fspath(arcname or filename)).lstrip('/')
        if os.path.isdir(filename):
            name += '/'
        info = cls(name, time.localtime(st.st_mtime)[:6])
        info.external_attr, info.file_size = (st.st_mode & 0xffff) << 16, st.st_size
        return info

    def is_dir(self):
        return self.filename.endswith('/')

    def __repr__(self):
        text = '<ZipInfo filename=%r' % self.filename
        if self.compress_type != ZIP_STORED:
            text += ' compress_type=deflate'
        if not self.is_dir() or self.file_size:
            text += ' file_size=%r' % self.file_size
        if (not self.is_dir() or self.compress_size) and (self.compress_type != ZIP_STORED or self.file_size != self.compress_size):
            text += ' compress_size=%r' % self.compress_size
        return text + '>'

    def _stamp(self):
        year, month, day, hour, minute, second = self.date_time
        return hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day

    def _name(self):
        try:
            return self.filename.encode('ascii'), self.flag_bits
        except UnicodeEncodeError:
            return self.filename.encode('utf-8'), self.flag_bits | 0x800

    def _local(self):
        name, flags = self._name()
        return _LOCAL + struct.pack('<5H3L2H', self.extract_version, flags, self.compress_type, *self._stamp(), self.CRC,
                                    self.compress_size, self.file_size, len(name), len(self.extra)) + name + self.extra

    def _central(self):
        name, flags = self._name()
        return _CENTRAL + struct.pack('<4B4H3L5H2L', self.create_version, self.create_system, self.extract_version, 0, flags,
                                      self.compress_type, *self._stamp(), self.CRC, self.compress_size, self.file_size, len(name),
                                      len(self.extra), len(self.comment), 0, self.internal_attr, self.external_attr,
                                      self.header_offset) + name + self.extra + self.comment


class _Member(io.BytesIO):
    """A file inside an archive that is being written."""

    def __init__(self, archive, info):
        super().__init__()
        self._archive, self._info = archive, info

    def close(self):
        if not self.closed:
            self._archive._add(self._info, self.getvalue())
            super().close()


class ZipFile:
    """An archive, opened to be read ('r'), written ('w', 'x') or added to ('a')."""

    def __init__(self, file, mode='r', compression=ZIP_STORED, allowZip64=True, compresslevel=None, *, strict_timestamps=True,
                 metadata_encoding=None):
        if mode not in ('r', 'w', 'x', 'a'):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        self._check(compression)
        self.mode, self.compression, self.compresslevel, self.pwd, self._comment = mode, compression, compresslevel, None, b''
        self.filelist, self.NameToInfo, self._changed, self.debug = [], {}, False, 0
        self._own = isinstance(file, (str, bytes)) or hasattr(file, '__fspath__')
        self.filename = os.fspath(file) if self._own else getattr(file, 'name', None)
        if self._own:
            exists = mode == 'a' and os.path.exists(file)
            file = open(file, {'r': 'rb', 'w': 'w+b', 'x': 'x+b', 'a': 'r+b' if exists else 'w+b'}[mode])
        self.fp = file
        try:
            self._begin()
        except BaseException:
            if self._own:
                file.close()
            self.fp = None
            raise

    def _begin(self):
        self.start_dir = 0
        if self.mode == 'r':
            self._read()
        elif self.mode == 'a':
            try:
                self._read()
            except BadZipFile:
                self.fp.seek(0, 2)
                self.start_dir = self.fp.tell()
        else:
            self._changed = True

    @staticmethod
    def _check(compression):
        if compression not in (ZIP_STORED, ZIP_DEFLATED):
            raise NotImplementedError('That compression method is not supported')

    def _read(self):
        """Reads the central directory, which stands at the end."""
        self.fp.seek(0, 2)
        size = self.fp.tell()
        self.fp.seek(max(0, size - 65557))
        tail = self.fp.read()
        at = tail.rfind(_END)
        if at < 0 or len(tail) - at < 22:
            raise BadZipFile('File is not a zip file')
        _, _, _, count, length, offset, comment = struct.unpack('<4H2LH', tail[at + 4:at + 22])
        self._comment = tail[at + 22:at + 22 + comment]
        before = size - len(tail) + at - length - offset
        self.start_dir = offset + before
        self.fp.seek(self.start_dir)
        data, at = self.fp.read(length), 0
        for _ in range(count):
            at = self._entry(data, at, before)

    def _entry(self, data, at, before):
        if data[at:at + 4] != _CENTRAL:
            raise BadZipFile('Bad magic number for central directory')
        (version, system, need, _, flags, kind, clock, day, crc, packed, plain, names, extras, comments, _, internal, external,
         offset) = struct.unpack('<4B4H3L5H2L', data[at + 4:at + 46])
        at += 46
        name = data[at:at + names].decode('utf-8' if flags & 0x800 else 'cp437')
        info = ZipInfo(name, (max(1980, (day >> 9) + 1980), day >> 5 & 15, day & 31, clock >> 11, clock >> 5 & 63, (clock & 31) * 2))
        info.create_version, info.create_system, info.extract_version, info.flag_bits, info.compress_type = version, system, need, flags, kind
        info.CRC, info.compress_size, info.file_size, info.internal_attr, info.external_attr = crc, packed, plain, internal, external
        info.header_offset = offset + before
        at += names
        info.extra, info.comment = data[at:at + extras], data[at + extras:at + extras + comments]
        self.filelist.append(info)
        self.NameToInfo[name] = info
        return at + extras + comments

    @property
    def comment(self):
        return self._comment

    @comment.setter
    def comment(self, comment):
        if not isinstance(comment, bytes):
            raise TypeError('comment: expected bytes, got %s' % type(comment))
        self._comment, self._changed = comment[:65535], True

    def namelist(self):
        return [info.filename for info in self.filelist]

    def infolist(self):
        return self.filelist

    def getinfo(self, name):
        info = self.NameToInfo.get(name)
        if info is None:
            raise KeyError('There is no item named %r in the archive' % name)
        return info

    def printdir(self, file=None):
        print('%-46s %19s %12s' % ('File Name', 'Modified    ', 'Size'), file=file)
        for info in self.filelist:
            print('%-46s %s %12d' % (info.filename, '%d-%02d-%02d %02d:%02d:%02d' % info.date_time[:6], info.file_size), file=file)

    def _open(self):
        if self.fp is None:
            raise ValueError('Attempt to use ZIP archive that was already closed')

    def read(self, name, pwd=None):
        self._open()
        info = name if isinstance(name, ZipInfo) else self.getinfo(name)
        if info.flag_bits & 1:
            raise RuntimeError('File %r is encrypted, password required for extraction' % name)
        self.fp.seek(info.header_offset)
        head = self.fp.read(30)
        if head[:4] != _LOCAL:
            raise BadZipFile('Bad magic number for file header')
        names, extras = struct.unpack('<2H', head[26:30])
        self.fp.seek(names + extras, 1)
        data = self.fp.read(info.compress_size)
        self._check(info.compress_type)
        if info.compress_type == ZIP_DEFLATED:
            data = zlib.decompress(data, -15)
        if zlib.crc32(data) != info.CRC:
            raise BadZipFile('Bad CRC-32 for file %r' % info.filename)
        return data

    def open(self, name, mode='r', pwd=None, *, force_zip64=False):
        """A file of the archive, as bytes."""
        if mode not in ('r', 'w'):
            raise ValueError('open() requires mode "r" or "w"')
        if mode == 'r':
            file = io.BytesIO(self.read(name))
            return file
        self._open()
        info = name if isinstance(name, ZipInfo) else self._info(name)
        return _Member(self, info)

    def _info(self, name, kind=None):
        info = ZipInfo(name, time.localtime()[:6])
        info.compress_type = self.compression if kind is None else kind
        info.external_attr = 0o40775 << 16 | 0x10 if name.endswith('/') else 0o600 << 16
        return info

    def _add(self, info, data):
        """Writes a file where the directory stood."""
        self._open()
        if self.mode == 'r':
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if info.filename in self.NameToInfo:
            import warnings
            warnings.warn('Duplicate name: %r' % info.filename, stacklevel=3)
        self._check(info.compress_type)
        packed = data
        if info.compress_type == ZIP_DEFLATED:
            packed = zlib.compress(data, -1 if self.compresslevel is None else self.compresslevel, -15)
        info.CRC, info.file_size, info.compress_size = zlib.crc32(data), len(data), len(packed)
        info.header_offset = self.start_dir
        self.fp.seek(self.start_dir)
        self.fp.write(info._local() + packed)
        self.start_dir = self.fp.tell()
        self.filelist.append(info)
        self.NameToInfo[info.filename] = info
        self._changed = True

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        if isinstance(data, str):
            data = data.encode('utf-8')
        info = zinfo_or_arcname if isinstance(zinfo_or_arcname, ZipInfo) else self._info(zinfo_or_arcname)
        if compress_type is not None:
            info.compress_type = compress_type
        self._add(info, bytes(data))

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        info = ZipInfo.from_file(filename, arcname)
        info.compress_type = ZIP_STORED if info.is_dir() else self.compression if compress_type is None else compress_type
        if info.is_dir():
            self._add(info, b'')
            return
        with open(filename, 'rb') as f:
            self._add(info, f.read())

    def mkdir(self, zinfo_or_directory_name, mode=511):
        name = getattr(zinfo_or_directory_name, 'filename', zinfo_or_directory_name)
        self._add(self._info(name if name.endswith('/') else name + '/', ZIP_STORED), b'')

    def extract(self, member, path=None, pwd=None):
        """Writes a file of the archive below path; no name leads out of it."""
        info = member if isinstance(member, ZipInfo) else self.getinfo(member)
        parts = [p for p in info.filename.split('/') if p not in ('', '.', '..')]
        target = os.path.join(os.getcwd() if path is None else os.fspath(path), *parts)
        os.makedirs(target if info.is_dir() else os.path.dirname(target), exist_ok=True)
        if not info.is_dir():
            with open(target, 'wb') as f:
                f.write(self.read(info))
        return target

    def extractall(self, path=None, members=None, pwd=None):
        for member in self.namelist() if members is None else members:
            self.extract(member, path)

    def testzip(self):
        for info in self.filelist:
            try:
                self.read(info)
            except BadZipFile:
                return info.filename
        return None

    def close(self):
        """Writes the directory of what was added."""
        if self.fp is None:
            return
        try:
            if self.mode != 'r' and self._changed:
                self.fp.seek(self.start_dir)
                directory = b''.join(info._central() for info in self.filelist)
                n = len(self.filelist)
                self.fp.write(directory + _END + struct.pack('<4H2LH', 0, 0, n, n, len(directory), self.start_dir, len(self._comment)) + self._comment)
                if self.mode == 'a' and hasattr(self.fp, 'truncate'):
                    self.fp.truncate()
                self.fp.flush()
        finally:
            fp, self.fp = self.fp, None
            if self._own:
                fp.close()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def __repr__(self):
        if self.fp is None:
            return '<zipfile.ZipFile [closed]>'
        name = ' filename=%r' % self.filename if self.filename is not None else ''
        return '<zipfile.ZipFile%s mode=%r>' % (name, self.mode)


class Path:
    """A place in an archive, like a pathlib.Path."""

    def __init__(self, root, at=''):
        self.root = root if isinstance(root, ZipFile) else ZipFile(root)
        self.at = at

    @property
    def name(self):
        return self.at.rstrip('/').rpartition('/')[2]

    def _names(self):
        names = self.root.namelist()
        parents = {n[:i + 1] for n in names for i, c in enumerate(n) if c == '/'}
        return names + sorted(parents - set(names))

    def exists(self):
        return not self.at or self.at in self._names()

    def is_dir(self):
        return not self.at or self.at.endswith('/')

    def is_file(self):
        return self.exists() and not self.is_dir()

    def joinpath(self, *other):
        at = '/'.join([self.at.rstrip('/'), *other]).lstrip('/')
        return Path(self.root, at + '/' if at not in self._names() and at + '/' in self._names() else at)

    __truediv__ = joinpath

    def iterdir(self):
        for name in self._names():
            rest = name[len(self.at):]
            if name.startswith(self.at) and rest and '/' not in rest.rstrip('/'):
                yield Path(self.root, name)

    def read_bytes(self):
        return self.root.read(self.at)

    def read_text(self, encoding='utf-8'):
        return self.read_bytes().decode(encoding)

    def __str__(self):
        return os.path.join(self.root.filename or ':zipfile:', self.at)


def is_zipfile(filename):
    """Whether a file ends as an archive does."""
    try:
        with ZipFile(filename):
            return True
    except (OSError, BadZipFile):
        return False
