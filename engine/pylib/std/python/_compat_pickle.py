"""What modules and names were called in Python 2, whose protocols 0 to 2 are."""


def _modules(text):
    return dict(pair.split('=') for pair in text.split())


def _names(text):
    """The pairs of (module, name) in lines of module:name=module:name."""
    return {tuple(then.split(':')): tuple(now.split(':')) for then, now in (pair.split('=') for pair in text.split())}


PYTHON2_EXCEPTIONS = tuple("""
    ArithmeticError AssertionError AttributeError BaseException BufferError BytesWarning DeprecationWarning EOFError
    EnvironmentError Exception FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning
    IndentationError IndexError KeyError KeyboardInterrupt LookupError MemoryError NameError NotImplementedError OSError
    OverflowError PendingDeprecationWarning ReferenceError RuntimeError RuntimeWarning StopIteration SyntaxError
    SyntaxWarning SystemError SystemExit TabError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
    UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError""".split())
MULTIPROCESSING_EXCEPTIONS = ('AuthenticationError', 'BufferTooShort', 'ProcessError', 'TimeoutError')
PYTHON3_OSERROR_EXCEPTIONS = tuple("""
    BrokenPipeError ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
    FileExistsError FileNotFoundError InterruptedError IsADirectoryError NotADirectoryError PermissionError
    ProcessLookupError TimeoutError""".split())
PYTHON3_IMPORTERROR_EXCEPTIONS = ('ModuleNotFoundError',)

# Those that are renamed both ways, Python 2's name first.
IMPORT_MAPPING = _modules("""
    __builtin__=builtins copy_reg=copyreg Queue=queue SocketServer=socketserver ConfigParser=configparser repr=reprlib
    tkFileDialog=tkinter.filedialog tkSimpleDialog=tkinter.simpledialog tkColorChooser=tkinter.colorchooser
    tkCommonDialog=tkinter.commondialog Dialog=tkinter.dialog Tkdnd=tkinter.dnd tkFont=tkinter.font
    tkMessageBox=tkinter.messagebox ScrolledText=tkinter.scrolledtext Tkconstants=tkinter.constants Tix=tkinter.tix
    ttk=tkinter.ttk Tkinter=tkinter markupbase=_markupbase _winreg=winreg thread=_thread dummy_thread=_dummy_thread
    dbhash=dbm.bsd dumbdbm=dbm.dumb dbm=dbm.ndbm gdbm=dbm.gnu xmlrpclib=xmlrpc.client SimpleXMLRPCServer=xmlrpc.server
    httplib=http.client htmlentitydefs=html.entities HTMLParser=html.parser Cookie=http.cookies cookielib=http.cookiejar
    BaseHTTPServer=http.server test.test_support=test.support commands=subprocess urlparse=urllib.parse
    robotparser=urllib.robotparser urllib2=urllib.request anydbm=dbm _abcoll=collections.abc""")
NAME_MAPPING = _names("""
    __builtin__:xrange=builtins:range __builtin__:reduce=functools:reduce __builtin__:intern=sys:intern
    __builtin__:unichr=builtins:chr __builtin__:unicode=builtins:str __builtin__:long=builtins:int
    itertools:izip=builtins:zip itertools:imap=builtins:map itertools:ifilter=builtins:filter
    itertools:ifilterfalse=itertools:filterfalse itertools:izip_longest=itertools:zip_longest
    UserDict:IterableUserDict=collections:UserDict UserList:UserList=collections:UserList
    UserString:UserString=collections:UserString whichdb:whichdb=dbm:whichdb _socket:fromfd=socket:fromfd
    _multiprocessing:Connection=multiprocessing.connection:Connection
    multiprocessing.process:Process=multiprocessing.context:Process
    multiprocessing.forking:Popen=multiprocessing.popen_fork:Popen
    urllib:ContentTooShortError=urllib.error:ContentTooShortError urllib:getproxies=urllib.request:getproxies
    urllib:pathname2url=urllib.request:pathname2url urllib:quote_plus=urllib.parse:quote_plus
    urllib:quote=urllib.parse:quote urllib:unquote_plus=urllib.parse:unquote_plus urllib:unquote=urllib.parse:unquote
    urllib:url2pathname=urllib.request:url2pathname urllib:urlcleanup=urllib.request:urlcleanup
    urllib:urlencode=urllib.parse:urlencode urllib:urlopen=urllib.request:urlopen
    urllib:urlretrieve=urllib.request:urlretrieve urllib2:HTTPError=urllib.error:HTTPError
    urllib2:URLError=urllib.error:URLError""")
NAME_MAPPING.update((('exceptions', name), ('builtins', name)) for name in PYTHON2_EXCEPTIONS)
NAME_MAPPING.update((('multiprocessing', name), ('multiprocessing.context', name)) for name in MULTIPROCESSING_EXCEPTIONS)
REVERSE_IMPORT_MAPPING = {now: then for then, now in IMPORT_MAPPING.items()}
REVERSE_NAME_MAPPING = {now: then for then, now in NAME_MAPPING.items()}

# Those that are renamed on loading only, and on writing only.
IMPORT_MAPPING.update(_modules("""
    cPickle=pickle _elementtree=xml.etree.ElementTree FileDialog=tkinter.filedialog SimpleDialog=tkinter.simpledialog
    DocXMLRPCServer=xmlrpc.server SimpleHTTPServer=http.server CGIHTTPServer=http.server UserDict=collections
    UserList=collections UserString=collections whichdb=dbm StringIO=io cStringIO=io"""))
NAME_MAPPING.update(_names("""
    __builtin__:basestring=builtins:str exceptions:StandardError=builtins:Exception
    UserDict:UserDict=collections:UserDict socket:_socketobject=socket:SocketType"""))
REVERSE_IMPORT_MAPPING.update(_modules("""
    _bz2=bz2 _dbm=dbm _functools=functools _gdbm=gdbm _pickle=pickle"""))
REVERSE_NAME_MAPPING.update(_names("""
    _functools:reduce=__builtin__:reduce tkinter.filedialog:FileDialog=FileDialog:FileDialog
    tkinter.filedialog:LoadFileDialog=FileDialog:LoadFileDialog
    tkinter.filedialog:SaveFileDialog=FileDialog:SaveFileDialog
    tkinter.simpledialog:SimpleDialog=SimpleDialog:SimpleDialog
    xmlrpc.server:ServerHTMLDoc=DocXMLRPCServer:ServerHTMLDoc
    xmlrpc.server:XMLRPCDocGenerator=DocXMLRPCServer:XMLRPCDocGenerator
    xmlrpc.server:DocXMLRPCRequestHandler=DocXMLRPCServer:DocXMLRPCRequestHandler
    xmlrpc.server:DocXMLRPCServer=DocXMLRPCServer:DocXMLRPCServer
    xmlrpc.server:DocCGIXMLRPCRequestHandler=DocXMLRPCServer:DocCGIXMLRPCRequestHandler
    http.server:SimpleHTTPRequestHandler=SimpleHTTPServer:SimpleHTTPRequestHandler
    http.server:CGIHTTPRequestHandler=CGIHTTPServer:CGIHTTPRequestHandler _socket:socket=socket:_socketobject"""))
REVERSE_NAME_MAPPING.update((('builtins', name), ('exceptions', 'OSError')) for name in PYTHON3_OSERROR_EXCEPTIONS)
REVERSE_NAME_MAPPING.update((('builtins', name), ('exceptions', 'ImportError')) for name in PYTHON3_IMPORTERROR_EXCEPTIONS)


def former(module, name):
    """The module and name by which Python 2 knows something."""
    return REVERSE_NAME_MAPPING.get((module, name)) or (REVERSE_IMPORT_MAPPING.get(module, module), name)


def renamed(module, name):
    """The other way round."""
    return NAME_MAPPING.get((module, name)) or (IMPORT_MAPPING.get(module, module), name)
