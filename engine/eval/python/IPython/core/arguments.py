"""What stands behind the name of a magic."""


def options(text, short="", long=(), many=""):
    """Split the options before a magic's argument off: letters, followed by a colon where
    they take a value, and long names, with = likewise. Returns them and the rest; those of
    the letters in many come with the list of their values."""
    found = {}
    while True:
        text = text.lstrip()
        word, _, rest = text.partition(" ")
        if word == "--":
            return found, rest.strip()
        name, equals, value = word[2:].partition("=")
        if word.startswith("--") and (name in long or name + "=" in long):
            if name + "=" in long and not equals:
                value, _, rest = rest.lstrip().partition(" ")
            found[name] = value
            text = rest
            continue
        at = short.find(word[1:2]) if len(word) > 1 and word[0] == "-" else -1
        if at < 0:
            return found, text.strip()
        if short[at + 1:at + 2] == ":":
            value, text = word[2:], rest
            if not value:
                value, _, text = rest.lstrip().partition(" ")
            found[word[1]] = [*found.get(word[1], ()), value] if word[1] in many else value
        else:
            found[word[1]] = ""
            text = "-" + word[2:] + " " + rest if len(word) > 2 else rest


def flags_first(text):
    """The words of a line with those that are options in front."""
    return " ".join(sorted(text.split(), key=lambda word: not word.startswith("-")))
