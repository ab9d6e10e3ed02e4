import textwrap
s = 'The quick brown fox jumped over the lazy dog, and well-known long-hyphenated words appear; supercalifragilistic!'
for kw in ({}, {'width': 20}, {'width': 10}, {'width': 10, 'break_long_words': False}, {'width': 30, 'initial_indent': '* ', 'subsequent_indent': '  '}, {'width': 25, 'max_lines': 2}, {'width': 25, 'max_lines': 1, 'placeholder': '~'}, {'width': 20, 'break_on_hyphens': False}, {'width': 40, 'fix_sentence_endings': True}):
    print(textwrap.wrap(s, **kw))
print(textwrap.fill(s, 30))
print(textwrap.shorten('Hello  world  foo bar', width=12))
print(textwrap.shorten('Hello world', 5, placeholder='..'), textwrap.indent('a\n\nb\n', '> '))
print(textwrap.indent('a\n\nb', '> ', lambda l: True))
print(repr(textwrap.dedent('\n    a\n      b\n\n    c\n')), repr(textwrap.dedent('\ta\n    b')))
print(textwrap.wrap(''))
print(textwrap.wrap('a\tb\nc  d', expand_tabs=True, replace_whitespace=True, drop_whitespace=False))
for f in ("textwrap.wrap('a',0)", "textwrap.shorten('hello world',1)"):
    try:
        print(eval(f))
    except Exception as e:
        print(type(e).__name__, e)
