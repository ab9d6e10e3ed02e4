import cmd
import io


class Shell(cmd.Cmd):
    intro = 'Hello.'
    prompt = '> '

    def do_add(self, arg):
        """add A B: their sum"""
        self.stdout.write('%d\n' % sum(map(int, arg.split())))

    def do_quit(self, arg):
        return True

    def help_topic(self):
        self.stdout.write('about topics\n')

    def postcmd(self, stop, line):
        self.stdout.write('[%s]' % line)
        return stop


LINES = 'add 1 2\n\n? add\nhelp\nhelp topic\nhelp nothing\n!ls\nwhat is this\nadd\t5 6\nquit\nnever\n'
out = io.StringIO()
shell = Shell(stdin=io.StringIO(LINES), stdout=out)
shell.use_rawinput = False
shell.cmdloop()
print(out.getvalue())
for line in '', 'a b c', '?x', '!y', '  help  me ', 'abc-def', '5 x':
    print(shell.parseline(line), shell.lastcmd)
shell.stdout = out = io.StringIO()
shell.columnize(['item%d' % i * (i % 4 + 1) for i in range(30)], 60)
shell.columnize([])
shell.columnize(['one'])
print(out.getvalue(), shell.completenames('a'), shell.complete_help('t'))
