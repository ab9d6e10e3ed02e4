// The driver API, and kernels that are compiled while the program runs.
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <nvrtc.h>

const char *source = "#include \"scale.h\"\n"
                     "__constant__ float table[4];\n"
                     "__device__ int calls;\n"
                     "struct Pair { int n; float by; };\n"
                     "extern \"C\" __global__ void scale(float *x, Pair p) {\n"
                     "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                     "  if (i < p.n) x[i] = SCALED(x[i]) * p.by + table[i % 4] + OFFSET;\n"
                     "  if (i == 0) calls++;\n"
                     "}\n";
const char *header = "#define SCALED(v) ((v) * 2.0f)\n";
const char *wrong = "__global__ void f(int *p) {\n  p[0] = nothing;\n}\n";
struct Pair { int n; float by; };

nvrtcResult compile(const char *text, char **image, int count, const char *const *options) {
  nvrtcProgram p;
  const char *names[1] = {"scale.h"}, *texts[1] = {header};
  nvrtcCreateProgram(&p, text, "source.cu", 1, texts, names);
  nvrtcResult r = nvrtcCompileProgram(p, count, options);
  size_t n = 0;
  if (r != NVRTC_SUCCESS) {
    nvrtcGetProgramLogSize(p, &n);
    char *log = new char[n];
    nvrtcGetProgramLog(p, log);
    printf("%s: %s", nvrtcGetErrorString(r), log);
    delete[] log;
    printf("no image: %d\n", nvrtcGetPTXSize(p, &n) == NVRTC_ERROR_INVALID_PROGRAM);
  } else {
    nvrtcGetPTXSize(p, &n);
    *image = new char[n];
    nvrtcGetPTX(p, *image);
  }
  nvrtcDestroyProgram(&p);
  return r;
}

int main() {
  cuInit(0);
  CUdevice device;
  CUcontext context, current;
  printf("devices: %d %d\n", (int)cuDeviceGet(&device, 0), (int)cuDeviceGet(&device, 99));
  cuDeviceGet(&device, 0);
  cuCtxCreate(&context, 0, device);
  cuCtxGetCurrent(&current);
  printf("context: %d\n", context == current);

  char *image = nullptr;
  const char *options[3] = {"--gpu-architecture=sm_80", "-D", "OFFSET=100"};
  compile(wrong, &image, 0, nullptr);
  compile(source, &image, 3, options);
  CUmodule module;
  CUfunction f, none;
  printf("PTX: %d\n", (int)cuModuleLoadData(&module, ".version 8.0\n"));
  printf("load: %d\n", (int)cuModuleLoadData(&module, image));
  printf("functions: %d %d\n", (int)cuModuleGetFunction(&f, module, "scale"), (int)cuModuleGetFunction(&none, module, "other"));
  CUdeviceptr table, calls;
  size_t bytes;
  float values[4] = {1, 2, 3, 4};
  printf("variable: %d", (int)cuModuleGetGlobal(&table, &bytes, module, "table"));
  printf(" %d", (int)bytes);
  printf(" %d\n", (int)cuModuleGetGlobal(&calls, nullptr, module, "missing"));
  cuMemcpyHtoD(table, values, bytes);

  const int n = 100;
  float x[n];
  for (int i = 0; i < n; i++) x[i] = i;
  CUdeviceptr d, begin;
  cuMemAlloc(&d, sizeof x);
  cuMemGetAddressRange(&begin, &bytes, d + 40);
  printf("range: %d %d\n", begin == d, (int)bytes);
  cuMemcpyHtoD(d, x, sizeof x);
  Pair p = {n, 0.5f};
  void *args[] = {&d, &p};
  printf("launch: %d", (int)cuLaunchKernel(f, 2, 1, 1, 64, 1, 1, 0, 0, args, 0));
  char packed[16];
  p.by = 10;
  memcpy(packed, &d, 8);
  memcpy(packed + 8, &p, 8);
  size_t size = sizeof packed;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  printf(" %d\n", (int)cuLaunchKernel(f, 2, 1, 1, 64, 1, 1, 0, 0, 0, extra));
  printf("too large: %d\n", (int)cuLaunchKernel(f, 1, 1, 1, 2048, 1, 1, 0, 0, args, 0));
  cuCtxSynchronize();
  cuMemcpyDtoH(x, d, sizeof x);
  printf("%g %g %g\n", x[0], x[1], x[99]);
  int count = 0;
  cuModuleGetGlobal(&calls, nullptr, module, "calls");
  cuMemcpyDtoH(&count, calls, sizeof count);
  printf("calls: %d\n", count);
  int threads, most;
  cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f);
  cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device);
  printf("threads: %d %d\n", threads, most);
  const char *text;
  cuGetErrorString(CUDA_ERROR_INVALID_HANDLE, &text);
  printf("%s\n", text);
  cuMemFree(d);
  cuModuleUnload(module);
  cuCtxDestroy(context);
  delete[] image;
}
