// nvToolsExt.h: marks and ranges for a profiler, which nobody reads here

typedef unsigned long long nvtxRangeId_t;
typedef struct nvtxDomainRegistration *nvtxDomainHandle_t;
enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum nvtxMessageType_t { NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2 };
enum nvtxPayloadType_t { NVTX_PAYLOAD_UNKNOWN = 0, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1, NVTX_PAYLOAD_TYPE_INT64 = 2, NVTX_PAYLOAD_TYPE_DOUBLE = 3 };
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((unsigned short)sizeof(nvtxEventAttributes_t))
union nvtxMessageValue_t { const char *ascii; const void *unicode; };
union nvtxPayload_t { unsigned long long ullValue; long long llValue; double dValue; };
struct nvtxEventAttributes_t { unsigned short version, size; unsigned category; int colorType; unsigned color; int payloadType, reserved0; nvtxPayload_t payload; int messageType; nvtxMessageValue_t message; };
typedef nvtxEventAttributes_t nvtxEventAttributes_v2;
inline int nvtxRangePushA(const char *name) { return 0; }
inline int nvtxRangePush(const char *name) { return 0; }
inline int nvtxRangePushEx(const nvtxEventAttributes_t *a) { return 0; }
inline int nvtxRangePop() { return 0; }
inline nvtxRangeId_t nvtxRangeStartA(const char *name) { return 1; }
inline nvtxRangeId_t nvtxRangeStart(const char *name) { return 1; }
inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *a) { return 1; }
inline void nvtxRangeEnd(nvtxRangeId_t id) {}
inline void nvtxMarkA(const char *name) {}
inline void nvtxMark(const char *name) {}
inline void nvtxMarkEx(const nvtxEventAttributes_t *a) {}
inline void nvtxNameOsThreadA(unsigned id, const char *name) {}
inline void nvtxNameCudaStreamA(cudaStream_t s, const char *name) {}
inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name) { return nullptr; }
inline void nvtxDomainDestroy(nvtxDomainHandle_t d) {}
inline int nvtxDomainRangePushEx(nvtxDomainHandle_t d, const nvtxEventAttributes_t *a) { return 0; }
inline int nvtxDomainRangePop(nvtxDomainHandle_t d) { return 0; }
