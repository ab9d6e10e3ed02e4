# Tight float loops.
def mandelbrot(width, height, limit):
    inside = 0
    for py in range(height):
        y0 = 2.0 * py / height - 1.0
        for px in range(width):
            x0 = 3.0 * px / width - 2.0
            x = y = 0.0
            n = 0
            while n < limit and x * x + y * y <= 4.0:
                x, y = x * x - y * y + x0, 2.0 * x * y + y0
                n += 1
            if n == limit:
                inside += 1
    return inside


print(mandelbrot(160, 120, 100))
