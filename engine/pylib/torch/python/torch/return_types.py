"""The classes of the named tuples that operations return are made when they are first returned."""
