# ends | stops
import matplotlib.pyplot as plt, numpy as np
plt.imshow(np.zeros((3000, 3000)))
plt.show()
