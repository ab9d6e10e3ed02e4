import csv
import io


def read(text, **options):
    try:
        return list(csv.reader(io.StringIO(text, newline=''), **options))
    except (csv.Error, ValueError) as e:
        return str(e)


print(read('a,"b ""c""",d\r\n"x\ny",z\r\n'))
print(read('a;b\n', delimiter=';'), read("'a,b',c\n", quotechar="'"), read('a\\,b,c\n', escapechar='\\'))
print(read('1,"2",x\n', quoting=csv.QUOTE_NONNUMERIC), read('1,"2"\n', quoting=csv.QUOTE_NONNUMERIC))
print(read('"ab"c,d\n'), read('"ab"c,d\n', strict=True), read('"ab', strict=True), read('a, b\n', skipinitialspace=True))
print(read('a\rb\n'), read('\n\na\n'), read('a,b'), read('"a'), read('"a\n'))


def write(*rows, **options):
    out = io.StringIO()
    try:
        csv.writer(out, **options).writerows(rows)
        return out.getvalue()
    except (csv.Error, TypeError) as e:
        return '%s %s' % (type(e).__name__, e)


print(repr(write(['a', 'b,c', 'd"e', '', None, 1.5, 'f\ng'])), repr(write([''])), repr(write(['a'], quoting=csv.QUOTE_ALL)))
print(repr(write(['a', 1, 'b c'], quoting=csv.QUOTE_NONNUMERIC)), repr(write(['a,b', 'c"'], quoting=csv.QUOTE_NONE, escapechar='\\')))
print(write(['a,b'], quoting=csv.QUOTE_NONE), repr(write(['a"b'], doublequote=False, escapechar='\\')))
print(write(5), write([1], delimiter=''), write([1], delimiter=',,'), write([1], quotechar=None), write([1], nothing=1))
print(write([1], quoting=9), write([1], lineterminator=4), write([1], escapechar='xx'), write([''], quoting=csv.QUOTE_NONE))

d = csv.get_dialect('excel')
print(d.delimiter, d.quoting, d.lineterminator == '\r\n', csv.list_dialects())
csv.register_dialect('mine', delimiter='|', quoting=csv.QUOTE_ALL)
print(repr(write(['a', 1], dialect='mine')))
csv.unregister_dialect('mine')
try:
    csv.get_dialect('mine')
except csv.Error as e:
    print(e)
print(csv.field_size_limit(), csv.field_size_limit(5), read('abcdefg\n"abcdefg"\n'), csv.field_size_limit(131072))

for sample in ('a,b;c\n1,2;3\n', "'a':'b'\n'c':'d'\n", 'x\ty\n1\t2\n', '"a, b", "c"\n"d", "e"\n', 'a b\n1 2\n'):
    found = csv.Sniffer().sniff(sample)
    print(repr(found.delimiter), found.quotechar, found.skipinitialspace, found.doublequote)
print(csv.Sniffer().has_header('name,age\nada,36\nbob,41\n'), csv.Sniffer().has_header('1,2\n3,4\n'))
