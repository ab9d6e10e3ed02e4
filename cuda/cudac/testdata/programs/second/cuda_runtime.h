#include "cuda_on_threads.h"
