from html import unescape
from html.parser import HTMLParser


class Events(HTMLParser):
    def handle_starttag(self, tag, attrs):
        print('start', tag, attrs, self.getpos(), self.get_starttag_text())

    def handle_endtag(self, tag):
        print('end', tag, self.getpos())

    def handle_startendtag(self, tag, attrs):
        print('empty', tag, attrs)

    def handle_data(self, data):
        print('data', repr(data))

    def handle_comment(self, data):
        print('comment', repr(data))

    def handle_entityref(self, name):
        print('entity', name)

    def handle_charref(self, name):
        print('char', name)

    def handle_decl(self, data):
        print('decl', data)

    def handle_pi(self, data):
        print('pi', data)

    def unknown_decl(self, data):
        print('unknown', data)


PAGE = """<!DOCTYPE html>
<html><head><title>A &amp; B &lt;</title>
<script type="text/javascript">if (a < b && c > d) { x = "<p>"; }</script>
<style>p > a { color: red }</style></head>
<body class=main id='x' data-a="1 &amp; 2" disabled>
<p>One<br/>two<br>three &copy; &#169; &#xA9; &nosuch; &
<!-- a comment -- with > in it --> <?php echo 1 ?> <![CDATA[ x < y ]]>
<a href=http://x.org/?a=1&b=2>link</a > <B>bold</B><img src="a.png" alt='x>y' />
1 < 2 </p></body></html>
"""

for convert in True, False:
    print('convert', convert)
    parser = Events(convert_charrefs=convert)
    parser.feed(PAGE)
    parser.close()
    print(parser.getpos())

print('in pieces')
parser = Events()
for i in range(0, len(PAGE), 7):
    parser.feed(PAGE[i:i + 7])
parser.close()

for text in ('<', '<a', '<a href="x', 'a&amp', 'a&am', '</', '</a', '<a b=c/>', '<a/b>', '</a b="c">', '<!x y>', '<1>', '< a>',
             '<a b = "c" d>', "<a b='c'd='e'>", '<a,b="c">', '<p><p/><p />', '<A B="C">', '<a\nb\n=\nc>', '</>', '<>', 'x &lt y'):
    print('soup', text)
    for convert in True, False:
        parser = Events(convert_charrefs=convert)
        parser.feed(text)
        parser.close()

for text in ('&lt;&gt;&amp;&quot;&apos;&#39;&nbsp;x', '&notit;&notin;&not', '&#0;&#x80;&#128;&#xD800;&#x110000;&#1;&#xFFFE;', '&;&#;&#x;&zz;',
             '&CounterClockwiseContourIntegral;&fjlig;&semi;', '&ampere &AMP', '&#65&#x42;c'):
    print(ascii(unescape(text)))
