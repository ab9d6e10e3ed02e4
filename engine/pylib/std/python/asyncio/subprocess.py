"""There are no other programs here."""

__all__ = ('create_subprocess_exec', 'create_subprocess_shell')

PIPE, STDOUT, DEVNULL = -1, -2, -3
_WHY = 'there are no other programs here; a cell that begins with ! calls the shell'


async def create_subprocess_shell(cmd, *args, **kwds):
    raise NotImplementedError('create_subprocess_shell: ' + _WHY)


async def create_subprocess_exec(program, *args, **kwds):
    raise NotImplementedError('create_subprocess_exec: ' + _WHY)
