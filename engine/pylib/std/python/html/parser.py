"""Tags, text and references of HTML as events, whatever state the page is in."""

import _markupbase
import re

from html import unescape

__all__ = ['HTMLParser']

_tag_name = re.compile(r'[a-zA-Z][^\t\n\r\f />\x00]*')
_between = re.compile(r'(?:\s|/(?!>))*')
_attribute = re.compile(r"""((?<=['"\s/])[^\s/>][^\s/=>]*)         # a name
                            (\s*=+\s*('[^']*'|"[^"]*"|(?!['"])[^>\s]*))?""", re.VERBOSE)
_start_tag = re.compile(r"""<[a-zA-Z][^\t\n\r\f />\x00]*
                            (?:[\s/]*(?:(?<=['"\s/])[^\s/>][^\s/=>]*
                               (?:\s*=+\s*(?:'[^']*'|"[^"]*"|(?!['"])[^>\s]*)(?:\s*,)*)?
                               (?:\s|/(?!>))*)*)?\s*""", re.VERBOSE)
_end_tag = re.compile(r'</\s*([a-zA-Z][-.a-zA-Z0-9:_]*)\s*>')
_char_ref = re.compile('&#([0-9]+|[xX][0-9a-fA-F]+)[^0-9a-fA-F]')
_entity_ref = re.compile('&([a-zA-Z][-.a-zA-Z0-9]*)[^a-zA-Z0-9]')
_comment_end = re.compile(r'--\s*>')
_section_name = re.compile(r'<!\[\s*([a-zA-Z][-_.a-zA-Z0-9]*)\s*')
_section_ends = {**dict.fromkeys(('temp', 'cdata', 'ignore', 'include', 'rcdata'), re.compile(r']\s*]\s*>')),
                 **dict.fromkeys(('if', 'else', 'endif'), re.compile(r']\s*>'))}


class HTMLParser(_markupbase.ParserBase):
    """Calls a method for each tag, text and so on that it is fed; a subclass says what they do."""

    CDATA_CONTENT_ELEMENTS = 'script', 'style'

    def __init__(self, *, convert_charrefs=True):
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        """Forgets what has been fed."""
        self.rawdata, self.lasttag, self.cdata_elem = '', '???', None
        self._starttag_text = None
        super().reset()

    def feed(self, data):
        """Takes more text; what is incomplete waits for the rest."""
        self.rawdata += data
        self._go(False)

    def close(self):
        """Handles what waits as if nothing followed."""
        self._go(True)

    def get_starttag_text(self):
        return self._starttag_text

    def set_cdata_mode(self, elem):
        """What follows is plain text up to the end of the element."""
        self.cdata_elem = elem.lower()

    def clear_cdata_mode(self):
        self.cdata_elem = None

    def _text(self, i, j):
        text = self.rawdata[i:j]
        self.handle_data(unescape(text) if self.convert_charrefs and not self.cdata_elem else text)

    def _text_end(self, i):
        """Where the text at i ends; None waits for more."""
        data = self.rawdata
        if self.cdata_elem:
            found = re.compile('</%s(?=[\t\n\r\f />])' % re.escape(self.cdata_elem), re.I).search(data, i)
            return found and found.start()
        if not self.convert_charrefs:
            found = re.compile('[&<]').search(data, i)
            return found.start() if found else len(data)
        j = data.find('<', i)
        if j < 0:
            reference = data.rfind('&', max(i, len(data) - 34))
            if reference >= 0 and not re.compile(r'[\s;]').search(data, reference):
                return None
        return j if j >= 0 else len(data)

    def _go(self, end):
        i = 0
        while i < len(self.rawdata):
            j = self._text_end(i)
            if j is None:
                break
            if i < j:
                self._text(i, j)
            i = self.updatepos(i, j)
            if i == len(self.rawdata):
                break
            k = (self._markup if self.rawdata[i] == '<' else self._reference)(i, end)
            if k is None:
                break
            i = self.updatepos(i, k)
        if end and i < len(self.rawdata) and not self.cdata_elem:
            self._text(i, len(self.rawdata))
            i = self.updatepos(i, len(self.rawdata))
        self.rawdata = self.rawdata[i:]

    def _markup(self, i, end):
        """Handles what begins with '<'; returns where it ends, or None to wait."""
        data = self.rawdata
        if _tag_name.match(data, i + 1):
            k = self.parse_starttag(i)
        elif data.startswith('</', i):
            k = self.parse_endtag(i)
        elif data.startswith('<?', i):
            k = self.parse_pi(i)
        elif data.startswith('<!', i):
            k = self.parse_html_declaration(i)
        elif i + 1 < len(data):
            self.handle_data('<')
            k = i + 1
        else:
            return None
        if k >= 0:
            return k
        if not end:
            return None
        k = data.find('>', i + 1) + 1
        if not k:
            k = data.find('<', i + 1)
            if k < 0:
                k = i + 1
        self._text(i, k)
        return k

    def _reference(self, i, end):
        """Handles what begins with '&', where references are not converted."""
        data = self.rawdata
        for pattern, handle in (_char_ref, self.handle_charref), (_entity_ref, self.handle_entityref):
            if found := pattern.match(data, i):
                handle(found[1])
                return found.end() - (not found[0].endswith(';'))
        if data.startswith('&#', i):
            if ';' not in data[i:]:
                return None
            self.handle_data('&#')
            return i + 2
        if data[i + 1:i + 2].isalpha() or i + 1 == len(data):
            return None
        self.handle_data('&')
        return i + 1

    def parse_html_declaration(self, i):
        data = self.rawdata
        if data.startswith('<!--', i):
            return self.parse_comment(i)
        if data.startswith('<![', i):
            return self.parse_marked_section(i)
        if data[i:i + 9].lower() == '<!doctype':
            k = data.find('>', i + 9)
            if k >= 0:
                self.handle_decl(data[i + 2:k])
            return k + 1 or -1
        return self.parse_bogus_comment(i)

    def parse_bogus_comment(self, i, report=1):
        k = self.rawdata.find('>', i + 2)
        if k >= 0 and report:
            self.handle_comment(self.rawdata[i + 2:k])
        return k + 1 or -1

    def parse_comment(self, i, report=1):
        found = _comment_end.search(self.rawdata, i + 4)
        if not found:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 4:found.start()])
        return found.end()

    def parse_marked_section(self, i, report=1):
        name = _section_name.match(self.rawdata, i)
        if not name or name.end() == len(self.rawdata):
            return -1
        if name[1].lower() not in _section_ends:
            raise AssertionError('unknown status keyword %r in marked section' % self.rawdata[i + 3:name.end()])
        found = _section_ends[name[1].lower()].search(self.rawdata, i + 3)
        if not found:
            return -1
        if report:
            self.unknown_decl(self.rawdata[i + 3:found.start()])
        return found.end()

    def parse_pi(self, i):
        k = self.rawdata.find('>', i + 2)
        if k >= 0:
            self.handle_pi(self.rawdata[i + 2:k])
        return k + 1 or -1

    def check_for_whole_start_tag(self, i):
        """Where a start tag ends, or -1."""
        data, j = self.rawdata, _start_tag.match(self.rawdata, i).end()
        if data.startswith('>', j):
            return j + 1
        if data.startswith('/>', j):
            return j + 2
        following = data[j:j + 1]
        if following in ('', '/', '=') or following.isascii() and following.isalpha():
            return -1
        return max(j, i + 1)

    def parse_starttag(self, i):
        self._starttag_text = None
        end = self.check_for_whole_start_tag(i)
        if end < 0:
            return end
        data = self.rawdata
        self._starttag_text = data[i:end]
        name = _tag_name.match(data, i + 1)
        self.lasttag = tag = name[0].lower()
        attrs, k = [], _between.match(data, name.end()).end()
        while k < end and (found := _attribute.match(data, k)):
            name, given, value = found.groups()
            if not given:
                value = None
            elif value[:1] == value[-1:] and value[:1] in ('"', "'"):
                value = value[1:-1]
            attrs.append((name.lower(), unescape(value) if value else value))
            k = _between.match(data, found.end()).end()
        rest = data[k:end].strip()
        if rest == '>':
            self.handle_starttag(tag, attrs)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        elif rest == '/>':
            self.handle_startendtag(tag, attrs)
        else:
            self.handle_data(data[i:end])
        return end

    def parse_endtag(self, i):
        data = self.rawdata
        end = data.find('>', i + 1) + 1
        if not end:
            return -1
        found = _end_tag.match(data, i)
        if self.cdata_elem and (not found or found[1].lower() != self.cdata_elem):
            self.handle_data(data[i:end])
            return end
        if found:
            self.handle_endtag(found[1].lower())
            self.clear_cdata_mode()
            return end
        name = _tag_name.match(data, i + 2)
        if not name:
            return i + 3 if data.startswith('</>', i) else self.parse_bogus_comment(i)
        self.handle_endtag(name[0].lower())
        return data.find('>', name.end()) + 1

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        pass

    def handle_charref(self, name):
        pass

    def handle_entityref(self, name):
        pass

    def handle_data(self, data):
        pass

    def handle_comment(self, data):
        pass

    def handle_decl(self, decl):
        pass

    def handle_pi(self, data):
        pass

    def unknown_decl(self, data):
        pass
