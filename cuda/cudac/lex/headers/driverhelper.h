// helper_cuda_drvapi.h and nvrtc_helper.h of CUDA's samples.

#include <helper_cuda.h>
#include <string>
#include <iostream>
#include <fstream>
#include <sstream>

inline int gpuDeviceInitDRV(int argc, const char **argv) { return 0; }
inline int gpuGetMaxGflopsDeviceIdDRV() { return 0; }
inline int _ConvertSMVer2CoresDRV(int major, int minor) { return _ConvertSMVer2Cores(major, minor); }
inline CUdevice findCudaDeviceDRV(int argc, const char **argv) {
	char name[100];
	cuDeviceGetName(name, 100, 0);
	printf("> Using CUDA Device [0]: %s\n", name);
	return 0;
}
inline CUdevice findIntegratedGPUDrv() { return -1; }
inline bool checkCudaCapabilitiesDRV(int major, int minor, int device) { return checkCudaCapabilities(major, minor); }
template <class T> void getCudaAttribute(T *value, CUdevice_attribute what, int device) { int v = 0; cuDeviceGetAttribute(&v, what, device); *value = (T)v; }
inline bool findFatbinPath(const char *file, std::string &path, char **argv, std::ostringstream &text) {
	char *found = sdkFindFilePath(file, argv[0]);
	if (!found) {
		printf("> findModulePath file not found: <%s> \n", file);
		return false;
	}
	path = found;
	printf("> findModulePath found file at <%s>\n", found);
	std::ifstream in(found);
	std::string line;
	while (std::getline(in, line)) text << line << "\n";
	return true;
}
