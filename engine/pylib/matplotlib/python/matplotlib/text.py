"""Text inside SVG, formulas between dollar signs included."""
import re

SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
    "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ", "infty": "∞", "partial": "∂",
    "nabla": "∇", "times": "×", "cdot": "·", "pm": "±", "mp": "∓", "div": "÷", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠",
    "ne": "≠", "approx": "≈", "sim": "∼", "propto": "∝", "equiv": "≡", "rightarrow": "→", "to": "→", "leftarrow": "←", "Rightarrow": "⇒",
    "in": "∈", "notin": "∉", "subset": "⊂", "cup": "∪", "cap": "∩", "forall": "∀", "exists": "∃", "sum": "∑", "prod": "∏", "int": "∫",
    "ldots": "…", "cdots": "⋯", "dots": "…", "degree": "°", "circ": "∘", "ast": "∗", "star": "⋆", "mid": "∣", "vert": "|", "Vert": "‖",
    "langle": "⟨", "rangle": "⟩", "quad": "\u2003", "hbar": "ℏ", "odot": "⊙", "otimes": "⊗", "oplus": "⊕", "prime": "′", "top": "⊤", "perp": "⊥"}
NAMES = "sin cos tan log ln exp max min arg lim sup inf det dim ker tanh sinh cosh arcsin arccos arctan Pr".split()
ACCENTS = {"hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304", "tilde": "\u0303", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308"}
UPRIGHT = ("mathrm", "text", "operatorname", "rm", "mathbf", "boldsymbol", "bf", "mathtt", "mathsf")
TOKEN = re.compile(r"\\([a-zA-Z]+)\s?|\\(.)|(.)", re.S)


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def markup(text, size=11):
    """text for a text element of SVG: escaped, and with formulas as tspans."""
    parts = re.split(r"(?<!\\)\$", text)
    if len(parts) < 3 or len(parts) % 2 == 0:
        return escape(text.replace("\\$", "$"))
    return "".join(Formula(p, size).svg() if i % 2 else escape(p.replace("\\$", "$")) for i, p in enumerate(parts))


def width(text, size=11):
    """About how wide text will be."""
    parts = re.split(r"(?<!\\)\$", text)
    if len(parts) < 3 or len(parts) % 2 == 0:
        return _letters(text) * size
    return sum(sum(_letters(letters) * 0.7 ** level for letters, _, _, level, _ in Formula(p, size).out) if i % 2 else _letters(p) for i, p in enumerate(parts)) * size


def _letters(text):
    return sum(1.0 if ord(c) > 0x2e80 else 0.35 if c in " il.,:;|'!()[]" else 0.6 for c in text)


class Formula:
    """One formula, as a list of letters with their style, size and height.

    It follows matplotlib's mathtext (matplotlib.org, "Writing mathematical expressions")
    on one line: a fraction is written with a slash, a root with its sign.
    """

    def __init__(self, source, size):
        self.tokens = [m for m in TOKEN.finditer(source)]
        self.at, self.size = 0, size
        self.out = []  # (letters, italic, bold, level, shift)
        self.group(0, 0.0, True, False)

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def emit(self, letters, level, shift, italic, bold):
        self.out.append((letters, italic and letters.isalpha(), bold, level, shift))

    def group(self, level, shift, italic, bold, end=None):
        """Writes what stands up to end."""
        while self.peek() is not None and self.peek()[0] != end:
            self.piece(level, shift, italic, bold)
        self.at += 1

    def argument(self, level, shift, italic, bold):
        """Writes a group in braces, or one letter."""
        t = self.peek()
        if t is not None and t[0] == "{":
            self.at += 1
            self.group(level, shift, italic, bold, "}")
        elif t is not None:
            self.piece(level, shift, italic, bold)

    def piece(self, level, shift, italic, bold):
        name, escaped, plain = self.peek().groups()
        self.at += 1
        if name:
            self.command(name, level, shift, italic, bold)
        elif escaped:
            self.emit({",": "\u2009", ";": "\u2005", ":": "\u2005", " ": " ", "!": ""}.get(escaped, escaped), level, shift, False, bold)
        elif plain in "^_":
            step = self.size * 0.7 ** level * (0.4 if plain == "^" else -0.2)
            self.argument(level + 1, shift + step, italic, bold)
        elif plain == "{":
            self.group(level, shift, italic, bold, "}")
        elif plain == "'":
            self.emit("′", level, shift, False, bold)
        elif plain in "=+-<>":
            sign = "\u2212" if plain == "-" else plain
            self.emit(sign if level else f" {sign} " if self.out else sign, level, shift, False, bold)
        elif not plain.isspace():
            self.emit(plain, level, shift, italic, bold)

    def command(self, name, level, shift, italic, bold):
        if name in UPRIGHT:
            self.argument(level, shift, False, bold or "b" in name)
        elif name in ("mathit", "mathcal", "mathbb", "mathscr"):
            self.argument(level, shift, name != "mathbb", bold)
        elif name in ("frac", "dfrac", "tfrac"):
            for i in range(2):
                start = len(self.out)
                self.argument(level, shift, italic, bold)
                if len(self.out) - start > 1:
                    self.out.insert(start, ("(", False, bold, level, shift))
                    self.emit(")", level, shift, False, bold)
                if i == 0:
                    self.emit("/", level, shift, False, bold)
        elif name == "sqrt":
            self.emit("√", level, shift, False, bold)
            start = len(self.out)
            self.argument(level, shift, italic, bold)
            if len(self.out) - start > 1:
                self.out.insert(start, ("(", False, bold, level, shift))
                self.emit(")", level, shift, False, bold)
        elif name in ACCENTS:
            self.argument(level, shift, italic, bold)
            if self.out:
                letters, *rest = self.out[-1]
                self.out[-1] = (letters + ACCENTS[name], *rest)
        elif name in NAMES:
            self.emit(name + "\u2009", level, shift, False, bold)
        elif name not in ("left", "right", "displaystyle", "limits", "big", "Big"):
            self.emit(SYMBOLS.get(name, "\\" + name), level, shift, italic, bold)

    def svg(self):
        out, height = [], 0.0
        for letters, italic, bold, level, shift in self.out:
            dy = f' dy="{height - shift:.1f}"' if abs(height - shift) > 0.01 else ""
            size = f' font-size="{self.size * 0.7 ** level:.1f}"' if level else ""
            style = ' font-style="italic"' if italic else ' font-style="normal"'
            weight = ' font-weight="bold"' if bold else ""
            out.append(f"<tspan{dy}{size}{style}{weight}>{escape(letters)}</tspan>")
            height = shift
        if height:
            out.append(f'<tspan dy="{height:.1f}">\u200b</tspan>')
        return "".join(out)
