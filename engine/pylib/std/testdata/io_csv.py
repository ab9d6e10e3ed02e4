import csv, io
rows = [['a', 'b,c', 'd"e'], [1, 2.5, None], ['x\ny', '', ' s']]
for kw in ({}, {'delimiter': ';'}, {'quoting': csv.QUOTE_ALL}, {'quoting': csv.QUOTE_NONNUMERIC}, {'lineterminator': '\n'}, {'quotechar': "'"}, {'quoting': csv.QUOTE_NONE, 'escapechar': '\\'}, {'dialect': 'excel-tab'}, {'dialect': 'unix'}, {'doublequote': False, 'escapechar': '\\'}):
    f = io.StringIO()
    csv.writer(f, **kw).writerows(rows)
    print(repr(f.getvalue()))
for t, kw in (('a,b\n"c,d","e""f"\n', {}), ('a;b', {'delimiter': ';'}), ('1,"2"', {'quoting': csv.QUOTE_NONNUMERIC}), ('a, b', {'skipinitialspace': True}), ("'a,b',c", {'quotechar': "'"}), ('a\\,b,c', {'escapechar': '\\'}), ('"a\nb",c\n\nd', {}), ('', {}), ('"a"b,c', {}), ('a,"b', {})):
    try:
        print(list(csv.reader(io.StringIO(t), **kw)))
    except Exception as e:
        print(type(e).__name__, e)
r = csv.DictReader(io.StringIO('x,y\n1,2\n3\n4,5,6\n'))
print(r.fieldnames, list(r), r.line_num)
f = io.StringIO()
w = csv.DictWriter(f, ['a', 'b'], extrasaction='ignore', restval='-')
w.writeheader()
w.writerow({'a': 1, 'z': 2})
w.writerows([{'a': 1, 'b': 2}])
print(repr(f.getvalue()))
try:
    csv.DictWriter(io.StringIO(), ['a']).writerow({'q': 1})
except ValueError as e:
    print(e)
try:
    csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow(['a,b'])
except csv.Error as e:
    print(e)
print(csv.list_dialects(), csv.Sniffer().sniff('a;b\n1;2\n').delimiter)
print(csv.Sniffer().has_header('name,n\na,1\nb,2\n'), csv.field_size_limit())
print(list(csv.DictReader(['a,b', '1,2'], fieldnames=['p', 'q'], restkey='r')))
csv.register_dialect('my', delimiter='|')
print(list(csv.reader(['a|b'], 'my')), csv.get_dialect('my').delimiter)
csv.unregister_dialect('my')
try:
    csv.reader(['a'], 'nope')
except csv.Error as e:
    print(e)
