"""Where files of PyTorch's build lie: beside the test."""

import os


def get_file_path_2(root, *parts):
    return os.path.join(os.getcwd(), *parts)


def get_file_path(*parts):
    return os.path.join(*parts)


def get_writable_path(path):
    return path
