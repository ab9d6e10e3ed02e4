from absent import base

HTTPServer, BaseHTTPRequestHandler = base("HTTPServer"), base("BaseHTTPRequestHandler")
