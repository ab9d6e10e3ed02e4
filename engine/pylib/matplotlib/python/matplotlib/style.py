"""Style sheets: their names are known, figures keep their one look."""
import contextlib

available = ["Solarize_Light2", "bmh", "classic", "dark_background", "fast", "fivethirtyeight", "ggplot", "grayscale", "seaborn", "seaborn-v0_8", "seaborn-v0_8-whitegrid",
             "seaborn-v0_8-darkgrid", "seaborn-v0_8-colorblind", "seaborn-v0_8-deep", "seaborn-v0_8-muted", "seaborn-v0_8-paper", "seaborn-v0_8-talk", "seaborn-v0_8-ticks",
             "seaborn-v0_8-white", "seaborn-darkgrid", "seaborn-whitegrid", "seaborn-white", "tableau-colorblind10"]


def use(style):
    from matplotlib import rcParams
    for name in style if isinstance(style, (list, tuple)) else [style]:
        if isinstance(name, dict):
            rcParams.update(name)
        elif name != "default" and name not in available:
            raise OSError(f"{name!r} not found in the style library and input is not a valid URL or path; see `style.available` for list of available styles")
        elif "grid" in name or name in ("ggplot", "bmh", "fivethirtyeight"):
            rcParams["axes.grid"] = True


@contextlib.contextmanager
def context(style, after_reset=False):
    from matplotlib import rc_context
    with rc_context():
        use(style)
        yield
