import xml.etree.ElementTree as ET, copy, pickle, io
r=ET.fromstring('<?xml version="1.0"?>\n<!--c--><a xmlns="u" xmlns:p="v" p:k="1" xml:lang="en" j=\'x &amp; "y"\n z\'>t&lt;&#65;&#x42;<b p:q=""/>tail<!-- k -->more<p:c><![CDATA[<r>]]>x</p:c>é</a>\n')
for e in r.iter(): print(e.tag,e.attrib,repr(e.text),repr(e.tail))
print(ET.tostring(r), len(r), bool(r), list(r.itertext()), [x.tag for x in r.iter('{u}b')])
c=copy.deepcopy(r); print(ET.tostring(c)==ET.tostring(r), c is r, c[0] is r[0])
p=pickle.loads(pickle.dumps(r)); print(ET.tostring(p)==ET.tostring(r))
print(type(r), ET.Element, isinstance(r,ET.Element))
class E(ET.Element):
    def __init__(self,x): super().__init__('e',{'x':x}); self.y=1
e=E('1'); print(e.tag,e.attrib,e.y,ET.tostring(e))
for f in (lambda: r.foo, lambda: setattr(r,'foo',1), lambda: ET.Element('a',[1]), lambda: ET.SubElement('a','b'), lambda: ET.SubElement(r,'b',3), lambda: r.append(1), lambda: r.insert(0,'a'), lambda: r.extend(5), lambda: r.extend([5]), lambda: r.__setitem__(0,5), lambda: r[77], lambda: r.__setitem__(99,r), lambda: r['a'], lambda: hash(r) and 1, lambda: r==r, lambda: iter(r).__class__, lambda:r.get('j'), lambda: r.get('none',5), lambda: r.makeelement('q',{}).tag, lambda:[k for k in dir(r) if k[0]!='_'], lambda: delattr(r,'text')):
    try: print(f())
    except Exception as x: print(type(x).__name__,x)
for s in ('<a><b></a></b>','<a>&bad;</a>','<a b="1" b="2"/>','<a/>x','<a>\x01</a>','<a b=1/>','<p:a/>','<a><!-- -- --></a>','<a><?pi x?></a>','<!DOCTYPE a><a/>','<a>\r\nb\rc</a>','<é/>','<a é="1"/>','<a b="\tx"/>','<a b="&#9;x"/>','<a></a >','< a/>','<a>]]></a>','<a/><!-- x -->\n','<a><b/>','<a>&#0;</a>','<a>&#xD;</a>', '<a b="x\ry"/>'):
    try: x=ET.fromstring(s); print(repr(s),ET.tostring(x),repr(x.text))
    except ET.ParseError as x: print(repr(s),x,x.code)
print([(a,b.tag) for a,b in ET.iterparse(io.BytesIO(b'<a><b/>x<c>y</c></a>'),('start','end'))])
it=ET.iterparse(io.StringIO('<a><b/></a>')); print([e.tag for _,e in it], it.root.tag)
x=ET.Element('a'); x.text='<&>'; x.set('k','"\n'); x.append(ET.Element('b')); x[0].tail='z'
print(ET.tostring(x), ET.tostring(x,'unicode',short_empty_elements=False), ET.tostring(x,'unicode',method='text'))
x[:]=[ET.Element('q'),ET.Element('r')]; print([k.tag for k in x]); del x[0]; print(len(x)); x.remove(x[0]); print(len(x))
import weakref; print(weakref.ref(x)() is x)

for text in ('<a b="1\t2">x<b/>y</a>', '<r xmlns="u"><k xmlns="" p="1"/><!-- c --><l/>t</r>', '<a>&lt;&#233;<![CDATA[<]]>&gt;</a>'):
    parser = ET.XMLParser()
    parser.feed(text)
    print(ET.tostring(parser.close()) == ET.tostring(ET.fromstring(text)))
