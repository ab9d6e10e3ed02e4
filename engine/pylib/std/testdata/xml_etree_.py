import copy
import io
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape, quoteattr, unescape

TEXT = """<?xml version="1.0"?>
<!DOCTYPE data [<!ENTITY who "World &amp; all">]>
<!-- a comment -->
<data xmlns:d="urn:d" note='a "q" &lt; b'>
  <country name="Liechtenstein"><rank updated="yes">2</rank><year>2008</year>
    <neighbor name="Austria" direction="E"/><neighbor name="Switzerland" direction="W"/></country>
  <country name="Singapore"><rank>5</rank><year>2011</year><neighbor name="Malaysia" direction="N"/></country>
  <d:extra d:key="v">hello &who; &#233;&#x41;<![CDATA[<raw> & ]]>tail</d:extra>
  <?php echo 1?>
  <empty></empty>
</data>
"""
root = ET.fromstring(TEXT)
print(root.tag, root.attrib, len(root), [c.tag for c in root], repr(root.text))
print([repr(e.tail) for e in root], root[2].text, root[2].attrib, root[0][0].text, root.find('country').get('name'))
for path in ('country', 'country/rank', './/neighbor', '*', '.', './/rank/..', "country[@name='Singapore']/year", 'country[rank]', "country[rank='5']", 'country[1]', 'country[last()]',
             'country[last()-1]', './/neighbor[@direction]', ".//neighbor[@direction!='E']", "country[year='2008']/rank", './/*[@name]', '{urn:d}extra', '{*}extra', '{urn:d}*', 'nothing', ".//rank[.='2']",
             'country/', 'country/neighbor/../rank', './/country//rank'):
    print(path, [(e.tag, e.get('name'), e.text and e.text.strip()) for e in root.findall(path)])
print(root.find('d:extra', {'d': 'urn:d'}).tag, root.findtext('country/year'), root.findtext('no', 'default'), root.findtext('empty'), root.find('no'))
for path in ('/country', 'country[0]', 'x:y', 'country[@]', 'a[foo()]', 'country[last()-0]'):
    try:
        print(path, root.findall(path))
    except (SyntaxError, KeyError) as e:
        print(path, type(e).__name__, e)
print(ET.tostring(root), ET.tostring(root, 'unicode', short_empty_elements=False), sep='\n')
print(ET.tostring(root[2], 'utf-8'), ET.tostring(root[2], 'latin-1'), ET.tostring(root[0], 'unicode', xml_declaration=True))
print(''.join(root.itertext()).split(), [e.tag for e in root.iter()], [e.text for e in root.iter('rank')])

page = ET.Element('page', {'b': '2'}, a='1')
ET.SubElement(page, 'p', lang='é').text = 'x < y & z > "w"'
page[0].tail = ' tail\n'
page.append(ET.Comment(' note '))
page.append(ET.ProcessingInstruction('target', 'words'))
child = ET.SubElement(page, 'q')
child.set('quote', '<"&\n\t>')
child.extend([ET.Element('i'), ET.Element('br')])
page.insert(0, ET.Element('first'))
print(ET.tostring(page), ET.tostring(page, 'unicode', 'html'), ET.tostring(page, 'unicode', 'text'), sep='\n')
ET.dump(page)
ET.indent(page)
print(ET.tostring(page, 'unicode'))
ET.indent(page, '\t', 1)
print(ET.tostring(page, 'unicode'))
other = copy.deepcopy(page)
other[0].tag = 'changed'
print(page[0].tag, len(copy.copy(page)), page.keys(), page.items(), list(page)[0] is page[0], page[-1].tag, [e.tag for e in page[1:3] if isinstance(e.tag, str)])
page.remove(page[0])
del page[0]
page[0] = ET.Element('new')
print([e.tag for e in page if isinstance(e.tag, str)], ET.iselement(page), ET.iselement('x'))
page.clear()
print(ET.tostring(page))

ns = ET.Element('{urn:a}root', {'{urn:b}k': 'v'})
ET.SubElement(ns, '{urn:a}in')
ET.SubElement(ns, '{http://www.w3.org/1999/xhtml}p')
print(ET.tostring(ns, 'unicode'))
ET.register_namespace('aa', 'urn:a')
print(ET.tostring(ns, 'unicode'), ET.tostring(ET.Element(ET.QName('urn:a', 'q'), x=ET.QName('urn:a', 'z')), 'unicode'))
print(ET.tostring(ET.fromstring('<a xmlns="u"><b xmlns=""/><c x="1"/></a>'), 'unicode', default_namespace=None))
print(ET.tostring(ET.fromstring('<a xmlns="u"><c/></a>'), 'unicode', default_namespace='u'), repr(ET.QName('u', 'n')), ET.QName('a') == 'a')

tree = ET.ElementTree(ET.fromstring('<r><a>1</a><b/></r>'))
tree.write('t.xml', encoding='utf-8', xml_declaration=True)
print(open('t.xml', 'rb').read(), ET.parse('t.xml').getroot().tag, [e.tag for e in tree.iter()], tree.find('a').text)
for event, e in ET.iterparse('t.xml', events=('start', 'end')):
    print(event, e.tag, end='; ')
print([(event, e.tag) for event, e in ET.iterparse(io.StringIO('<x><y/></x>'))])
pull = ET.XMLPullParser(['start', 'end', 'start-ns', 'comment'])
pull.feed('<a xmlns:k="u"><b>te')
print([(event, getattr(e, 'tag', e)) for event, e in pull.read_events()])
pull.feed('xt</b><!--c--></a>')
print([(event, getattr(e, 'text', e)) for event, e in pull.read_events()])


class Target:
    def start(self, tag, attrs):
        print('start', tag, attrs)

    def end(self, tag):
        print('end', tag)

    def data(self, data):
        print('data', repr(data))

    def close(self):
        return 'closed'


parser = ET.XMLParser(target=Target())
parser.feed('<a b="c">x<d/>')
parser.feed('y</a>')
print(parser.close(), ET.XMLID('<a><b id="1"/></a>')[1].keys(), ET.fromstringlist(['<a>', 'b</a>']).text, ET.fromstring(b'<?xml version="1.0" encoding="latin-1"?><a>\xe9</a>').text)

for text in ('', '<a>', '<a></b>', '<a', '<a b></a>', '<a b=c/>', '<a>&x;</a>', '<a/><b/>', 'text', '<a>&</a>', '<a b="1" b="2"/>', '<a>\n<b></a>', '<1/>', '<a b="<"/>', '<x:a/>', '<a>\x01</a>', '<a/>junk',
             ' <?xml version="1.0"?><a/>', '<a><!-- x -- y --></a>', '<a>]]></a>', '<a><![CDATA[x</a>', '<a>&#0;</a>', '</a>', '<a b="1"c="2"/>', '<a / >'):
    try:
        print(repr(text), ET.tostring(ET.fromstring(text)))
    except ET.ParseError as e:
        print(repr(text), e, e.code, e.position)
for call in (lambda: root.append('x'), lambda: root[99], lambda: root.remove(ET.Element('z')), lambda: ET.tostring(ET.Element('a', b=1)), lambda: ET.SubElement('a', 'b'), lambda: ET.Element('a', [1]),
             lambda: ET.tostring(ET.Element(5)), lambda: ET.XMLPullParser(['x']), lambda: ET.register_namespace('ns1', 'u'), lambda: ET.indent(root, level=-1)):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
print(escape('<a & b>'), quoteattr('a "b" \'c\' & \n'), unescape('&lt;&amp;lt;'), escape('x', {'x': 'y'}))
