engine = "none"
supported_engines = []
