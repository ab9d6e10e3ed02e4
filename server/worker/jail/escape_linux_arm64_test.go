package jail

var archEscapes []escape
