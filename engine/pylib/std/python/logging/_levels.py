"""The levels and their names."""

import time

__name__ = 'logging'  # where the classes say they are from


CRITICAL = FATAL = 50
ERROR, WARNING, INFO, DEBUG, NOTSET = 40, 30, 20, 10, 0
WARN = WARNING
_names = {CRITICAL: 'CRITICAL', ERROR: 'ERROR', WARNING: 'WARNING', INFO: 'INFO', DEBUG: 'DEBUG', NOTSET: 'NOTSET'}
_levels = {'CRITICAL': CRITICAL, 'FATAL': FATAL, 'ERROR': ERROR, 'WARN': WARNING, 'WARNING': WARNING, 'INFO': INFO,
           'DEBUG': DEBUG, 'NOTSET': NOTSET}
BASIC_FORMAT = '%(levelname)s:%(name)s:%(message)s'
raiseExceptions = True
_start = time.time()


def getLevelName(level):
    """The name of a level, or the level of a name."""
    found = _names.get(level)
    if found is None:
        found = _levels.get(level)
    return 'Level %s' % level if found is None else found


def getLevelNamesMapping():
    return dict(_levels)


def addLevelName(level, levelName):
    _names[level] = levelName
    _levels[levelName] = level


def _check_level(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError('Level not an integer or a valid string: %r' % (level,))
    if level not in _levels:
        raise ValueError('Unknown level: %r' % (level,))
    return _levels[level]
