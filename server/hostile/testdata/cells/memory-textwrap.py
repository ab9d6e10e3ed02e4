# ends
import textwrap
textwrap.fill('x ' * 10**6, 10)
