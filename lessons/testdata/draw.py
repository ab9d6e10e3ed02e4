"""Draws the figures of the kernel lessons and what follows them.

    python3 lessons/testdata/draw.py

writes figures/NAME.en.svg and figures/NAME.zh.svg. Colours and type are those of the
figures drawn by hand: the style is taken from figures/topology.en.svg, so that there is one.
Each figure is a function of a canvas; text is given in both languages, as (English, Chinese).
"""

from html import escape
from pathlib import Path

FIGURES = Path(__file__).resolve().parent.parent / "figures"
HEAD = (FIGURES / "topology.en.svg").read_text(encoding="utf-8")
STYLE = HEAD[HEAD.index("<style>"):HEAD.index("</defs>") + len("</defs>")]
DRAWN = []


def figure(name, width, height, title):
    """Registers a function that draws a figure of this size."""
    def register(draw):
        DRAWN.append((name, width, height, title, draw))
        return draw
    return register


class Canvas:
    def __init__(self, lang):
        self.lang, self.parts = lang, []

    def say(self, words):
        return escape(words if isinstance(words, str) else words[self.lang])

    def rect(self, kind, x, y, w, h, r=6):
        self.parts.append(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r}"/>')

    def text(self, x, y, words, kind=""):
        self.parts.append(f'<text class="{kind}" x="{x:g}" y="{y:g}">{self.say(words)}</text>')

    def box(self, kind, x, y, w, h, words, under=None, style="m c"):
        self.rect(kind, x, y, w, h)
        self.text(x + w / 2, y + h / 2 + (5 if under is None else -2), words, style)
        if under is not None:
            self.text(x + w / 2, y + h / 2 + 15, under, "s c")

    def path(self, kind, d):
        self.parts.append(f'<path class="{kind}" d="{d}"/>')

    def cells(self, kind, x, y, words, size=30, height=28):
        """A row of small boxes, one for each word; kind may be a list."""
        for i, w in enumerate(words):
            k = kind if isinstance(kind, str) else kind[i]
            self.rect(k, x + i * size, y, size - 3, height, 4)
            if w != "":
                self.text(x + i * size + (size - 3) / 2, y + height / 2 + 5, str(w), "m c")


@figure("threads-to-cells", 680, 250, ("Threads and the cells of a matrix", "线程与矩阵的格子"))
def threads_to_cells(c):
    for x, title, column in ((20, ("threadIdx.x is the column", "threadIdx.x 当列号"), True), (356, ("threadIdx.x is the row", "threadIdx.x 当行号"), False)):
        c.text(x, 32, title, "h")
        for r in range(3):
            mine = ["c0 full" if (r == 0 if column else i == 0) else "plain" for i in range(8)]
            c.cells(mine, x, 48 + 34 * r, [(f"t{i}" if column and r == 0 else f"t{r}" if not column and i == 0 else "") for i in range(8)], 36)
        c.text(x, 176, ("in memory", "在内存里"), "s")
        flat = ["c0 full" if (k < 8 if column else k % 8 == 0) else "plain" for k in range(24)]
        c.cells(flat, x, 186, [""] * 24, 12, 22)
        c.text(x, 232, ("neighbours: few sectors", "相邻，扇区少") if column else ("a row apart: a sector each", "隔一行，各占一个扇区"), "s")


@figure("halo", 680, 240, ("A block and its halo", "线程块和它的边缘"))
def halo(c):
    c.text(20, 36, ("a, in the memory of the card", "a，在显存里"), "s")
    c.cells(["plain"] * 4 + ["move"] * 2 + ["c0"] * 8 + ["plain"] * 4, 40, 46, ["", "", "", "", -2, -1] + list(range(8)) + [""] * 4, 34)
    c.path("am", "M320 80L320 112")
    c.text(332, 101, ("each element once", "每个元素一次"), "s")
    c.text(20, 134, ("shared memory", "共享内存"), "s")
    c.cells(["move"] * 2 + ["c0"] * 8, 176, 120, [-2, -1] + list(range(8)), 34)
    for i in (0, 3, 7):
        x = 176 + 34 * (i + 2) + 15
        for k in range(3):
            c.path("a", f"M{x - 34 * k} 150L{x} 186")
    c.text(20, 206, ("out", "out"), "m")
    c.cells("c0 full", 244, 190, list(range(8)), 34)


@figure("banks", 680, 250, ("Rows, columns and banks", "行、列与存储体"))
def banks(c):
    for x, title, pitch in ((20, ("rows of 4 banks of 4: one column, one bank", "每行 4 个：一列全在一个存储体"), 4), (356, ("one more in each row: a bank each", "每行多一个：各在各的存储体"), 5)):
        c.text(x, 32, title, "s")
        for b in range(4):
            c.text(x + 40 + 62 * b + 28, 60, ("bank ", "存储体 ")[c.lang] + str(b), "s c")
        for r in range(5):
            for b in range(4):
                k = 4 * r + b
                row, col = divmod(k, pitch)
                if row > 3:
                    continue
                mine = col == 0
                c.rect("bad" if mine and pitch == 4 else "c0 full" if mine else "plain", x + 40 + 62 * b, 70 + 32 * r, 56, 26, 4)
                c.text(x + 40 + 62 * b + 28, 88 + 32 * r, f"{row},{col}" if col < 4 else "–", "m c")
    c.text(20, 244, ("Drawn with 4 banks; a multiprocessor has 32.", "图中画了 4 个存储体；流多处理器有 32 个。"), "s")


@figure("tiled-product", 680, 300, ("A product in tiles", "分块乘法"))
def tiled_product(c):
    def matrix(x, y, name, mine):
        for r in range(4):
            for k in range(4):
                c.rect(mine(r, k), x + 34 * k, y + 34 * r, 31, 31, 3)
        c.text(x - 18, y + 78, name, "m h")
    matrix(300, 16, "b", lambda r, k: "c3 full" if k == 2 and r == 1 else "c3" if k == 2 else "plain")
    matrix(120, 156, "a", lambda r, k: "c1 full" if r == 1 and k == 1 else "c1" if r == 1 else "plain")
    matrix(300, 156, "c", lambda r, k: "c0 full" if r == 1 and k == 2 else "plain")
    c.text(470, 60, ("shared memory:", "共享内存："), "h")
    c.text(470, 84, ("one tile of a, one of b", "a 的一块，b 的一块"))
    c.text(470, 108, ("per round", "每轮各一块"))
    c.text(470, 200, ("a block makes this tile of c,", "一个线程块算 c 的这一块，"))
    c.text(470, 224, ("in as many rounds as", "轮数等于一行里"))
    c.text(470, 248, ("there are tiles in a row", "小块的个数"))
    c.path("a", "M466 204L400 206")
    c.path("a", "M124 258L250 258")
    c.path("a", "M440 24L440 146")


@figure("fusion", 680, 250, ("Four kernels or one", "四个核函数，还是一个"))
def fusion(c):
    for i, op in enumerate(("× 2", "+ 1", "relu", "+ x")):
        c.box("c0", 60 + 150 * i, 28, 100, 40, op)
        c.path("am", f"M{80 + 150 * i} 108L{80 + 150 * i} 72")
        c.path("am", f"M{140 + 150 * i} 70L{140 + 150 * i} 106")
    c.path("am", "M560 108L560 72")
    c.rect("c3", 20, 110, 640, 34)
    c.text(340, 132, ("memory of the card: nine trips", "显存：九趟"), "c")
    c.box("c0", 210, 174, 260, 40, ("× 2   + 1   relu   + x, in registers", "× 2   + 1   relu   + x，都在寄存器里"), style="c")
    c.path("am", "M240 146L240 170")
    c.path("am", "M440 172L440 148")
    c.text(340, 236, ("one kernel: two trips", "一个核函数：两趟"), "s c")


@figure("attention", 680, 250, ("Attention without the table", "不写出大表的注意力"))
def attention(c):
    c.text(20, 36, ("q: one row", "q：一行"), "s")
    c.rect("c1", 20, 44, 110, 24)
    for j in range(6):
        c.rect("c3", 230, 24 + 30 * j, 90, 24, 4)
        c.rect("c2", 330, 24 + 30 * j, 90, 24, 4)
        c.text(205, 41 + 30 * j, f"j={j}", "s e")
    c.text(275, 222, "k", "m c")
    c.text(375, 222, "v", "m c")
    c.path("a", "M132 56C170 56 160 90 176 130")
    c.path("am", "M430 40L430 196")
    c.rect("c0", 480, 44, 180, 140, 10)
    c.text(570, 70, ("registers of a thread", "一个线程的寄存器"), "s c")
    c.text(570, 100, ("largest so far", "目前的最大值"), "c")
    c.text(570, 126, ("sum so far", "目前的和"), "c")
    c.text(570, 152, ("result so far", "目前的结果"), "c")
    c.path("a", "M440 116L476 116")
    c.text(340, 244, ("the table of all scores: never written", "全部得分的大表：从不写出"), "s c")


@figure("roofline", 680, 330, ("The roofline of a V100", "V100 的屋顶线"))
def roofline(c):
    from math import log10
    left, bottom, width, height = 70, 280, 560, 240

    def at(intensity, flops):
        return left + width * (log10(intensity) + 2) / 5, bottom - height * (log10(flops) - 9.5) / 4

    c.path("l", f"M{left} {bottom - height}L{left} {bottom}L{left + width} {bottom}")
    for k in range(-2, 4):
        x = left + width * (k + 2) / 5
        c.text(x, bottom + 18, ["0.01", "0.1", "1", "10", "100", "1000"][k + 2], "s c")
    for k, name in ((10, "10 G"), (11, "100 G"), (12, "1 T"), (13, "10 T")):
        c.text(left - 6, bottom - height * (k - 9.5) / 4 + 4, name, "s e")
    a, b, d = at(0.01, 9e9), at(17.4, 15.7e12), at(1000, 15.7e12)
    c.path("l", f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}L{d[0]:.1f} {d[1]:.1f}")
    c.text(d[0] - 4, d[1] - 10, "15.7 TFLOPS", "m e")
    x, y = at(0.15, 9e9 * 15)
    c.text(x - 62, y - 26, "900 GB/s", "m c")
    for intensity, flops, name, kind in ((0.083, 65e9, ("a + b", "a + b"), "c1"), (0.375, 300e9, ("smooth", "smooth"), "c3"), (170, 12e12, ("a @ b, 2048", "a @ b，2048"), "c0")):
        x, y = at(intensity, flops)
        c.parts.append(f'<circle class="{kind} full" cx="{x:.1f}" cy="{y:.1f}" r="6"/>')
        c.text(x + 12, y + 16, name, "m")
    c.text(left + width, bottom + 40, ("operations per byte", "每字节运算次数"), "s e")
    c.text(20, 26, ("operations per second", "每秒运算次数"), "s")


@figure("overlap", 680, 250, ("One stream, two streams", "一个流，两个流"))
def overlap(c):
    c.text(20, 34, ("one stream", "一个流"), "h")
    for i in range(4):
        c.box("move", 20 + 150 * i, 44, 72, 32, ("copy ", "复制 ")[c.lang] + str(i), style="s c")
        c.box("c0", 95 + 150 * i, 44, 72, 32, ("product ", "乘法 ")[c.lang] + str(i), style="s c")
    c.text(20, 124, ("two streams", "两个流"), "h")
    for i in range(4):
        c.box("move", 20 + 75 * i, 134, 72, 32, ("copy ", "复制 ")[c.lang] + str(i), style="s c")
        c.box("c0", 95 + 75 * i, 174, 72, 32, ("product ", "乘法 ")[c.lang] + str(i), style="s c")
    c.path("l", "M20 224L660 224")
    c.text(660, 242, ("time", "时间"), "s e")


@figure("wait", 680, 170, ("With and without waiting", "等与不等"))
def wait(c):
    for x, words, start in ((20, ("without wait_stream", "不写 wait_stream"), 40), (356, ("with wait_stream", "写了 wait_stream"), 150)):
        c.text(x, 32, words, "h")
        c.box("move", x + 20, 50, 126, 34, ("copy", "复制"), style="s c")
        c.box("bad" if start < 100 else "c0", x + start, 104, 126, 34, ("product", "乘法"), style="s c")
    c.path("a", "M502 84C508 92 508 96 508 102")


@figure("formats", 680, 230, ("Formats of floating-point numbers", "浮点数的格式"))
def formats(c):
    for i, (name, exponent, fraction) in enumerate((("fp32", 8, 23), ("TF32", 8, 10), ("bf16", 8, 7), ("fp16", 5, 10))):
        y = 30 + 44 * i
        c.text(70, y + 20, name, "m h e")
        c.cells(["bad"] + ["c3"] * exponent + ["c0"] * fraction, 84, y, [""] * (1 + exponent + fraction), 18, 28)
    for x, kind, words in ((84, "bad", ("sign", "符号")), (190, "c3", ("exponent: range", "指数：范围")), (380, "c0", ("fraction: digits", "小数：位数"))):
        c.rect(kind, x, 204, 14, 14, 3)
        c.text(x + 20, 216, words, "s")


@figure("anatomy", 680, 240, ("What a step of training keeps", "训练一步留下的东西"))
def anatomy(c):
    rows = (("c0", ("weights", "权重"), "2 MiB", 100), ("c1", ("gradients", "梯度"), "2 MiB", 100), ("c2", ("Adam", "Adam"), "4 MiB", 200))
    x = 20
    for kind, words, size, width in rows:
        c.box(kind, x, 130, width - 4, 54, words, size)
        x += width
    c.text(20, 208, ("stay all the time; they grow with the net", "一直都在，随网络增长"), "s")
    c.path("l", "M440 184L660 184")
    c.path("l", "M440 184L540 60L660 184")
    c.text(540, 48, ("activations: 1.75 MiB at most", "激活值：最多 1.75 MiB"), "c")
    c.text(476, 208, ("forward", "前向"), "s c")
    c.text(610, 208, ("backward", "反向"), "s c")
    c.text(550, 230, ("grow with the batch", "随批量增长"), "s c")


@figure("sizing", 680, 190, ("From a model to a machine", "从模型到机器"))
def sizing(c):
    steps = (("c1", ("parameters", "参数个数"), ("× bytes each", "× 每个的字节数")), ("c2", ("bytes", "字节数"), ("weights, state", "权重、状态")), ("c0", ("cards", "块数"), ("÷ memory of a card", "÷ 每块的显存")))
    for i, (kind, words, under) in enumerate(steps):
        c.box(kind, 20 + 225 * i, 30, 190, 54, words, under, style="h c")
    c.path("a", "M212 57L241 57")
    c.path("a", "M437 57L466 57")
    c.box("c3", 245, 118, 190, 54, ("time of a token", "一个词元的时间"), ("÷ bandwidth", "÷ 带宽"), style="h c")
    c.path("a", "M340 86L340 114")


@figure("collectives", 680, 330, ("Four collectives", "四种集合通信"))
def collectives(c):
    kinds = ["c0", "c1", "c2", "c3"]

    def before_after(x, y, name, before, after):
        c.text(x, y, name, "m h")
        for r in range(4):
            top = y + 14 + 27 * r
            c.text(x, top + 17, str(r), "s")
            for side, rows in ((x + 18, before), (x + 172, after)):
                words = rows[r]
                for k, w in enumerate(words):
                    kind = "plain" if w == "" else kinds["ABCD".index(w[0])] if len(w) < 3 else "move"
                    width = 124 / len(words) - 3
                    c.rect(kind, side + k * 124 / len(words), top, width, 24, 4)
                    c.text(side + k * 124 / len(words) + width / 2, top + 17, w, "m c" if len(w) < 5 else "s c")
        c.path("a", f"M{x + 146} {y + 66}L{x + 166} {y + 66}")
    four = [["A"], ["B"], ["C"], ["D"]]
    before_after(20, 30, "broadcast", [["A"], [""], [""], [""]], [["A"]] * 4)
    before_after(356, 30, "all_reduce", four, [["A+B+C+D"]] * 4)
    before_after(20, 190, "all_gather", four, [["A", "B", "C", "D"]] * 4)
    before_after(356, 190, "reduce_scatter", [[f"{w}{k}" for k in range(4)] for w in "ABCD"], [["A0+…+D0"], ["A1+…+D1"], ["A2+…+D2"], ["A3+…+D3"]])


@figure("ring", 680, 330, ("A ring and a tree", "环与树"))
def ring(c):
    kinds = ["c0", "c1", "c2", "c3"]

    def square(x, title, words, hops):
        c.text(x, 30, title, "h")
        at = [(x + 20, 46), (x + 190, 46), (x + 190, 156), (x + 20, 156)]
        for r, (bx, by) in enumerate(at):
            c.box(kinds[r], bx, by, 90, 40, f"rank {r}", words[r], style="s c")
        arrows = ("M{0} 66L{1} 66".format(x + 112, x + 187), "M{0} 88L{0} 153".format(x + 235), "M{0} 176L{1} 176".format(x + 187, x + 113), "M{0} 154L{0} 89".format(x + 65))
        for r in hops:
            c.path("am", arrows[r])
    square(20, ("reduce: piece 0 grows on its way", "归约：第 0 段一路加上去"), ["p3+p0", "…+p1", "…+p2", "p3"], (3, 0, 1))
    square(356, ("gather: its sum goes on", "收集：它的和接着走"), ["Σ", "Σ", "Σ", "Σ"], (2, 3, 0))
    c.text(20, 232, ("a tree: fewer steps, each with the whole tensor", "树：步数少，但每步都搬整个张量"), "h")
    for r in range(4):
        c.box(kinds[r], 40 + 160 * r, 246, 90, 30, f"rank {r}", style="s c")
    c.path("am", "M198 261L134 261")
    c.path("am", "M518 261L454 261")
    c.path("am", "M405 278C405 312 85 312 85 280")
    c.text(556, 312, ("and back again", "再原路返回"), "s")


@figure("sampler", 680, 210, ("How examples are shared out", "样本怎样分给各个 rank"))
def sampler(c):
    order = [4, 1, 7, 5, 3, 9, 0, 8, 6, 2]
    kinds = ["c0", "c1", "c2", "c3"]
    c.text(20, 32, ("shuffled, and two from the front once more", "打乱，再从头借两个"), "s")
    c.cells([kinds[i % 4] for i in range(10)] + ["c2 full", "c3 full"], 20, 42, order + order[:2], 52)
    for r in range(4):
        x = 20 + 164 * r
        c.text(x, 112, f"rank {r}", "m h")
        c.cells([kinds[r]] * 2 + [kinds[r] + (" full" if r > 1 else "")], x, 122, (order + order[:2])[r::4], 44)
    c.text(20, 190, ("every rank gets equally many; two examples count twice in this epoch", "各 rank 一样多；这一轮有两个样本算了两次"), "s")


@figure("buckets", 680, 300, ("Buckets of gradients", "梯度的桶"))
def buckets(c):
    def row(y, title, sends, late):
        c.text(20, y, title, "h")
        for i in range(8):
            c.rect("c0", 150 + 44 * i, y + 10, 41, 26, 4)
        for x, w in sends:
            c.rect("move", x, y + 42, w, 26, 4)
        c.text(140, y + 28, ("backward", "反向"), "s e")
        c.text(140, y + 60, ("all_reduce", "all_reduce"), "s e")
        c.path("l", f"M{late} {y + 6}L{late} {y + 74}")
    row(24, ("a bucket for each tensor", "每个张量一桶"), [(194 + 54 * i, 48) for i in range(8)], 622)
    row(120, ("some buckets", "分成几桶"), [(238, 84), (326, 84), (414, 84), (502, 64)], 568)
    row(216, ("one bucket", "全部一桶"), [(502, 156)], 660)


@figure("selftotal", 680, 230, ("Self and total, program and card", "self 与 total，程序与卡"))
def selftotal(c):
    c.text(20, 52, ("program", "程序"), "h")
    c.box("c3", 110, 30, 330, 34, "load", style="m c")
    c.box("c0", 110, 68, 150, 34, "aten::to", style="m c")
    c.box("c0", 290, 68, 150, 34, "aten::stack", style="m c")
    c.box("move", 112, 106, 146, 34, "cudaMemcpyAsync", style="s c")
    c.text(460, 52, ("total: the whole width", "total：整个宽度"), "s")
    c.text(460, 90, ("self of load: the gap between", "load 的 self：中间的空隙"), "s")
    c.path("l", "M20 156L660 156")
    c.text(20, 190, ("card", "卡"), "h")
    c.box("move", 160, 170, 100, 34, "Memcpy HtoD", style="s c")
    c.box("c1", 330, 170, 130, 34, "cat_kernel", style="s c")
    c.path("a", "M190 142L200 167")
    c.path("a", "M365 104L385 167")
    c.text(480, 192, ("Self CUDA", "Self CUDA"), "s")


@figure("marks", 680, 190, ("Numbers and marks", "数与刻度"))
def marks(c):
    left, width = 40, 600

    def at(x):
        return left + width * (x + 1) / 4

    c.path("l", f"M{left} 70L{left + width} 70")
    for x in (-1, 0, 1, 2, 3):
        c.path("l", f"M{at(x):g} 62L{at(x):g} 78")
        c.text(at(x), 52, str(x).replace("-", "−"), "m c")
    c.text(20, 28, ("numbers", "数"), "h")
    for i in range(0, 65):
        x = left + width * i / 64
        c.path("l", f"M{x:.1f} 110L{x:.1f} {124 if i % 16 else 130}")
    for q in (-128, -64, 0, 64, 127):
        c.text(left + width * (q + 128) / 255, 148, str(q).replace("-", "−"), "m c")
    c.text(20, 178, ("marks (every fourth is drawn); two of them lie one scale apart", "刻度（每四个画一个）；相邻刻度的距离是 scale"), "s")
    c.path("a", f"M{at(0):g} 80L{at(0):g} 106")
    c.path("am", f"M{at(1.3):g} 72L{at(1.3125):g} 106")
    c.text(at(1.3) + 8, 96, "1.3", "m")


@figure("zero", 680, 260, ("What each card holds, by stage", "各阶段每块卡上存什么"))
def zero(c):
    rows = ((("data parallel", "数据并行"), (2, 2, 12)), (("stage 1", "阶段 1"), (2, 2, 3)), (("stage 2", "阶段 2"), (2, 0.5, 3)), (("stage 3", "阶段 3"), (0.5, 0.5, 3)))
    for i, (name, sizes) in enumerate(rows):
        y, x = 30 + 44 * i, 130
        c.text(120, y + 22, name, "h e")
        for kind, size in zip(("c0", "c1", "c2"), sizes):
            c.rect(kind, x, y, 30 * size - 2, 32, 4)
            if size >= 2:
                c.text(x + 15 * size, y + 21, f"{size:g}", "m c")
            x += 30 * size
        c.text(x + 8, y + 21, ("{:g} bytes", "{:g} 字节")[c.lang].format(sum(sizes)), "s")
    for x, kind, words in ((130, "c0", ("weights", "权重")), (250, "c1", ("gradients", "梯度")), (380, "c2", ("optimizer", "优化器"))):
        c.rect(kind, x, 220, 14, 14, 3)
        c.text(x + 20, 232, words, "s")
    c.text(660, 232, ("4 cards", "4 块卡"), "s e")


@figure("tensor", 680, 230, ("A block cut in two", "切成两半的一段"))
def tensor(c):
    for i, kind in enumerate(("c0", "c1")):
        y = 30 + 96 * i
        c.text(20, y + 34, f"cuda:{i}", "m h")
        c.box("plain", 100, y, 70, 60, "x", style="m c")
        c.box(kind, 200, y, 110, 60, ("columns of a", "a 的几列"), style="s c")
        c.box(kind, 340, y, 80, 60, "relu", style="m c")
        c.box(kind, 450, y, 100, 60, ("rows of b", "b 的几行"), style="s c")
        for x in (172, 312, 422):
            c.path("a", f"M{x} {y + 30}L{x + 26} {y + 30}")
        c.path("am", f"M552 {y + 30}L584 {y + 30}")
    c.box("move", 588, 30, 72, 156, "all_reduce", style="s c")
    c.text(255, 214, ("complete hidden units", "完整的隐藏单元"), "s c")
    c.text(500, 214, ("a summand each", "各一个加数"), "s c")


def main():
    for name, width, height, title, draw in DRAWN:
        for lang, code in enumerate(("en", "zh")):
            c = Canvas(lang)
            draw(c)
            locale = ("en", "zh-CN")[lang]
            svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" lang="{locale}">'
                   f"<title>{escape(title[lang])}</title>\n{STYLE}\n" + f'<rect class="card" width="{width}" height="{height}" rx="10"/>\n' + "\n".join(c.parts) + "\n</svg>\n")
            (FIGURES / f"{name}.{code}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
