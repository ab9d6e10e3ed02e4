from absent import base

ThreadingUDPServer, DatagramRequestHandler, ThreadingTCPServer, StreamRequestHandler = map(
    base, ('ThreadingUDPServer', 'DatagramRequestHandler', 'ThreadingTCPServer', 'StreamRequestHandler'))
