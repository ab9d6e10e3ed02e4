from absent import base

SMTPServer, SMTPChannel = base("SMTPServer"), base("SMTPChannel")
