"""The library that works on quantised tensors. Any may be chosen here; the numbers are FBGEMM's."""

supported_engines = ["qnnpack", "none", "onednn", "x86", "fbgemm"]
engine = "x86"
