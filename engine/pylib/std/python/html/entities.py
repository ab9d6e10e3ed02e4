"""The characters that HTML 4 has names for."""

from html import unescape

__all__ = ['name2codepoint', 'codepoint2name', 'entitydefs']

_names = """
AElig Aacute Acirc Agrave Alpha Aring Atilde Auml Beta Ccedil Chi Dagger Delta ETH Eacute Ecirc Egrave Epsilon
Eta Euml Gamma Iacute Icirc Igrave Iota Iuml Kappa Lambda Mu Ntilde Nu OElig Oacute Ocirc Ograve Omega Omicron
Oslash Otilde Ouml Phi Pi Prime Psi Rho Scaron Sigma THORN Tau Theta Uacute Ucirc Ugrave Upsilon Uuml Xi
Yacute Yuml Zeta aacute acirc acute aelig agrave alefsym alpha amp and ang aring asymp atilde auml bdquo beta
brvbar bull cap ccedil cedil cent chi circ clubs cong copy crarr cup curren dArr dagger darr deg delta diams
divide eacute ecirc egrave empty emsp ensp epsilon equiv eta eth euml euro exist fnof forall frac12 frac14
frac34 frasl gamma ge gt hArr harr hearts hellip iacute icirc iexcl igrave image infin int iota iquest isin
iuml kappa lArr lambda lang laquo larr lceil ldquo le lfloor lowast loz lrm lsaquo lsquo lt macr mdash micro
middot minus mu nabla nbsp ndash ne ni not notin nsub ntilde nu oacute ocirc oelig ograve oline omega omicron
oplus or ordf ordm oslash otilde otimes ouml para part permil perp phi pi piv plusmn pound prime prod prop psi
quot rArr radic rang raquo rarr rceil rdquo real reg rfloor rho rlm rsaquo rsquo sbquo scaron sdot sect shy
sigma sigmaf sim spades sub sube sum sup sup1 sup2 sup3 supe szlig tau there4 theta thetasym thinsp thorn
tilde times trade uArr uacute uarr ucirc ugrave uml upsih upsilon uuml weierp xi yacute yen yuml zeta zwj zwnj
""".split()

name2codepoint = {_name: ord(unescape('&%s;' % _name)) for _name in _names}
codepoint2name = {_code: _name for _name, _code in name2codepoint.items()}
entitydefs = {_name: chr(_code) for _name, _code in name2codepoint.items()}
