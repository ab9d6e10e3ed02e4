"""The package of urllib.parse. Nothing here reaches the network."""
