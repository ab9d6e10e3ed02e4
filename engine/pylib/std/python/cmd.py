"""Interpreters of command lines: a method do_x for each command x."""

import sys

__all__ = ['Cmd']

PROMPT = '(Cmd) '
IDENTCHARS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'


class Cmd:
    """Reads lines and calls what they name, until a method returns a true value."""

    prompt = PROMPT
    identchars = IDENTCHARS
    ruler = '='
    lastcmd = ''
    intro = None
    doc_leader = ''
    doc_header = 'Documented commands (type help <topic>):'
    misc_header = 'Miscellaneous help topics:'
    undoc_header = 'Undocumented commands:'
    nohelp = '*** No help on %s'
    use_rawinput = 1

    def __init__(self, completekey='tab', stdin=None, stdout=None):
        self.stdin, self.stdout = stdin or sys.stdin, stdout or sys.stdout
        self.cmdqueue, self.completekey = [], completekey

    def cmdloop(self, intro=None):
        """Reads and runs lines until one ends it."""
        self.preloop()
        if intro is not None:
            self.intro = intro
        if self.intro:
            self.stdout.write(str(self.intro) + '\n')
        stop = None
        while not stop:
            line = self.precmd(self.cmdqueue.pop(0) if self.cmdqueue else self._read())
            stop = self.postcmd(self.onecmd(line), line)
        self.postloop()

    def _read(self):
        if self.use_rawinput:
            try:
                return input(self.prompt)
            except EOFError:
                return 'EOF'
        self.stdout.write(self.prompt)
        self.stdout.flush()
        line = self.stdin.readline()
        return line.rstrip('\r\n') if line else 'EOF'

    def precmd(self, line):
        return line

    def postcmd(self, stop, line):
        return stop

    def preloop(self):
        pass

    def postloop(self):
        pass

    def parseline(self, line):
        """The command, its arguments and the line; ? is help, ! is shell."""
        line = line.strip()
        if line[:1] == '?':
            line = 'help ' + line[1:]
        elif line[:1] == '!':
            if not hasattr(self, 'do_shell'):
                return None, None, line
            line = 'shell ' + line[1:]
        if not line:
            return None, None, line
        arg = line.lstrip(self.identchars)
        return line[:len(line) - len(arg)], arg.strip(), line

    def onecmd(self, line):
        """Runs one line; a true result ends the loop."""
        cmd, arg, line = self.parseline(line)
        if not line:
            return self.emptyline()
        if cmd is None:
            return self.default(line)
        self.lastcmd = '' if line == 'EOF' else line
        method = getattr(self, 'do_' + cmd, None) if cmd else None
        return method(arg) if method else self.default(line)

    def emptyline(self):
        """An empty line repeats the last command."""
        if self.lastcmd:
            return self.onecmd(self.lastcmd)

    def default(self, line):
        self.stdout.write('*** Unknown syntax: %s\n' % line)

    def completedefault(self, *ignored):
        return []

    def completenames(self, text, *ignored):
        return [name[3:] for name in self.get_names() if name.startswith('do_' + text)]

    def get_names(self):
        return dir(self.__class__)

    def complete_help(self, *args):
        topics = {name[5:] for name in self.get_names() if name.startswith('help_' + args[0])}
        return list(set(self.completenames(*args)) | topics)

    def do_help(self, arg):
        'List available commands with "help" or detailed help with "help cmd".'
        if arg:
            self._help_on(arg)
            return
        names = sorted(set(self.get_names()))
        topics = [name[5:] for name in names if name.startswith('help_')]
        commands = [name[3:] for name in names if name.startswith('do_')]
        documented = [c for c in commands if c in topics or getattr(self, 'do_' + c).__doc__]
        self.stdout.write(self.doc_leader + '\n')
        self.print_topics(self.doc_header, documented, 15, 80)
        self.print_topics(self.misc_header, [t for t in topics if t not in commands], 15, 80)
        self.print_topics(self.undoc_header, [c for c in commands if c not in documented], 15, 80)

    def _help_on(self, arg):
        if helper := getattr(self, 'help_' + arg, None):
            helper()
            return
        doc = getattr(getattr(self, 'do_' + arg, None), '__doc__', None)
        self.stdout.write('%s\n' % (doc or self.nohelp % (arg,)))

    def print_topics(self, header, cmds, cmdlen, maxcol):
        if not cmds:
            return
        self.stdout.write('%s\n' % header)
        if self.ruler:
            self.stdout.write('%s\n' % (self.ruler * len(header)))
        self.columnize(cmds, maxcol - 1)
        self.stdout.write('\n')

    def columnize(self, list, displaywidth=80):
        """Writes texts in as few lines as fit, down the columns."""
        if not list:
            self.stdout.write('<empty>\n')
            return
        for i, text in enumerate(list):
            if not isinstance(text, str):
                raise TypeError('list[i] not a string for i in %s' % ', '.join(
                    str(k) for k, t in enumerate(list) if not isinstance(t, str)))
        if len(list) == 1:
            self.stdout.write('%s\n' % list[0])
            return
        for rows in range(1, len(list) + 1):
            columns = [list[at:at + rows] for at in range(0, len(list), rows)]
            widths = [max(map(len, column)) for column in columns]
            if sum(widths) + 2 * (len(widths) - 1) <= displaywidth:
                break
        for row in range(rows):
            texts = [column[row] if row < len(column) else '' for column in columns]
            while texts and not texts[-1]:
                texts.pop()
            self.stdout.write('  '.join(t.ljust(w) for t, w in zip(texts, widths)) + '\n')
