// helper_math.h: arithmetic on CUDA's vector types.

#define __BOTH inline __host__ __device__
#define __EACH2(f) f(x) f(y)
#define __OPERATORS2(V, T, make) \
	__BOTH V operator+(V a, V b) { return make(a.x + b.x, a.y + b.y); } \
	__BOTH V operator-(V a, V b) { return make(a.x - b.x, a.y - b.y); } \
	__BOTH V operator*(V a, V b) { return make(a.x * b.x, a.y * b.y); } \
	__BOTH V operator+(V a, T b) { return make(a.x + b, a.y + b); } \
	__BOTH V operator-(V a, T b) { return make(a.x - b, a.y - b); } \
	__BOTH V operator*(V a, T b) { return make(a.x * b, a.y * b); } \
	__BOTH V operator+(T b, V a) { return make(b + a.x, b + a.y); } \
	__BOTH V operator*(T b, V a) { return make(b * a.x, b * a.y); } \
	__BOTH void operator+=(V &a, V b) { a = a + b; } \
	__BOTH void operator-=(V &a, V b) { a = a - b; } \
	__BOTH void operator*=(V &a, V b) { a = a * b; } \
	__BOTH void operator+=(V &a, T b) { a = a + b; } \
	__BOTH void operator-=(V &a, T b) { a = a - b; } \
	__BOTH void operator*=(V &a, T b) { a = a * b; } \
	__BOTH T dot(V a, V b) { return a.x * b.x + a.y * b.y; } \
	__BOTH V min(V a, V b) { return make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y); } \
	__BOTH V max(V a, V b) { return make(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y); }
#define __OPERATORS3(V, T, make) \
	__BOTH V operator+(V a, V b) { return make(a.x + b.x, a.y + b.y, a.z + b.z); } \
	__BOTH V operator-(V a, V b) { return make(a.x - b.x, a.y - b.y, a.z - b.z); } \
	__BOTH V operator*(V a, V b) { return make(a.x * b.x, a.y * b.y, a.z * b.z); } \
	__BOTH V operator+(V a, T b) { return make(a.x + b, a.y + b, a.z + b); } \
	__BOTH V operator-(V a, T b) { return make(a.x - b, a.y - b, a.z - b); } \
	__BOTH V operator*(V a, T b) { return make(a.x * b, a.y * b, a.z * b); } \
	__BOTH V operator+(T b, V a) { return make(b + a.x, b + a.y, b + a.z); } \
	__BOTH V operator*(T b, V a) { return make(b * a.x, b * a.y, b * a.z); } \
	__BOTH void operator+=(V &a, V b) { a = a + b; } \
	__BOTH void operator-=(V &a, V b) { a = a - b; } \
	__BOTH void operator*=(V &a, V b) { a = a * b; } \
	__BOTH void operator+=(V &a, T b) { a = a + b; } \
	__BOTH void operator-=(V &a, T b) { a = a - b; } \
	__BOTH void operator*=(V &a, T b) { a = a * b; } \
	__BOTH T dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; } \
	__BOTH V min(V a, V b) { return make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z); } \
	__BOTH V max(V a, V b) { return make(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z); }
#define __OPERATORS4(V, T, make) \
	__BOTH V operator+(V a, V b) { return make(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); } \
	__BOTH V operator-(V a, V b) { return make(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); } \
	__BOTH V operator*(V a, V b) { return make(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); } \
	__BOTH V operator+(V a, T b) { return make(a.x + b, a.y + b, a.z + b, a.w + b); } \
	__BOTH V operator-(V a, T b) { return make(a.x - b, a.y - b, a.z - b, a.w - b); } \
	__BOTH V operator*(V a, T b) { return make(a.x * b, a.y * b, a.z * b, a.w * b); } \
	__BOTH V operator+(T b, V a) { return make(b + a.x, b + a.y, b + a.z, b + a.w); } \
	__BOTH V operator*(T b, V a) { return make(b * a.x, b * a.y, b * a.z, b * a.w); } \
	__BOTH void operator+=(V &a, V b) { a = a + b; } \
	__BOTH void operator-=(V &a, V b) { a = a - b; } \
	__BOTH void operator*=(V &a, V b) { a = a * b; } \
	__BOTH void operator+=(V &a, T b) { a = a + b; } \
	__BOTH void operator-=(V &a, T b) { a = a - b; } \
	__BOTH void operator*=(V &a, T b) { a = a * b; } \
	__BOTH T dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; } \
	__BOTH V min(V a, V b) { return make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z, a.w < b.w ? a.w : b.w); } \
	__BOTH V max(V a, V b) { return make(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z, a.w < b.w ? b.w : a.w); }
__OPERATORS2(float2, float, make_float2) __OPERATORS2(int2, int, make_int2) __OPERATORS2(uint2, unsigned, make_uint2)
__OPERATORS3(float3, float, make_float3) __OPERATORS3(int3, int, make_int3) __OPERATORS3(uint3, unsigned, make_uint3)
__OPERATORS4(float4, float, make_float4) __OPERATORS4(int4, int, make_int4) __OPERATORS4(uint4, unsigned, make_uint4)
__BOTH float2 operator-(float2 a) { return make_float2(-a.x, -a.y); }
__BOTH float3 operator-(float3 a) { return make_float3(-a.x, -a.y, -a.z); }
__BOTH float4 operator-(float4 a) { return make_float4(-a.x, -a.y, -a.z, -a.w); }
__BOTH int2 operator-(int2 a) { return make_int2(-a.x, -a.y); }
__BOTH int3 operator-(int3 a) { return make_int3(-a.x, -a.y, -a.z); }
#define __FLOATS(V) \
	__BOTH V operator/(V a, V b); \
	__BOTH V operator/(V a, float b) { return a * (1.0f / b); } \
	__BOTH void operator/=(V &a, float b) { a = a / b; } \
	__BOTH float length(V v) { return sqrtf(dot(v, v)); } \
	__BOTH V normalize(V v) { return v * rsqrtf(dot(v, v)); } \
	__BOTH V lerp(V a, V b, float t) { return a + t * (b - a); } \
	__BOTH V reflect(V i, V n) { return i - 2.0f * n * dot(n, i); }
__FLOATS(float2) __FLOATS(float3) __FLOATS(float4)
__BOTH float2 operator/(float2 a, float2 b) { return make_float2(a.x / b.x, a.y / b.y); }
__BOTH float3 operator/(float3 a, float3 b) { return make_float3(a.x / b.x, a.y / b.y, a.z / b.z); }
__BOTH float4 operator/(float4 a, float4 b) { return make_float4(a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w); }
__BOTH float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
__BOTH float lerp(float a, float b, float t) { return a + t * (b - a); }
__BOTH float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
__BOTH int clamp(int f, int a, int b) { return f < a ? a : f > b ? b : f; }
__BOTH unsigned clamp(unsigned f, unsigned a, unsigned b) { return f < a ? a : f > b ? b : f; }
__BOTH float2 clamp(float2 v, float a, float b) { return make_float2(clamp(v.x, a, b), clamp(v.y, a, b)); }
__BOTH float3 clamp(float3 v, float a, float b) { return make_float3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }
__BOTH float4 clamp(float4 v, float a, float b) { return make_float4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b)); }
__BOTH float3 clamp(float3 v, float3 a, float3 b) { return make_float3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)); }
__BOTH float fracf(float v) { return v - floorf(v); }
__BOTH float2 floorf(float2 v) { return make_float2(floorf(v.x), floorf(v.y)); }
__BOTH float3 floorf(float3 v) { return make_float3(floorf(v.x), floorf(v.y), floorf(v.z)); }
__BOTH float4 floorf(float4 v) { return make_float4(floorf(v.x), floorf(v.y), floorf(v.z), floorf(v.w)); }
__BOTH float2 fabs(float2 v) { return make_float2(fabsf(v.x), fabsf(v.y)); }
__BOTH float3 fabs(float3 v) { return make_float3(fabsf(v.x), fabsf(v.y), fabsf(v.z)); }
__BOTH float4 fabs(float4 v) { return make_float4(fabsf(v.x), fabsf(v.y), fabsf(v.z), fabsf(v.w)); }
__BOTH float2 fminf(float2 a, float2 b) { return min(a, b); }
__BOTH float3 fminf(float3 a, float3 b) { return min(a, b); }
__BOTH float4 fminf(float4 a, float4 b) { return min(a, b); }
__BOTH float2 fmaxf(float2 a, float2 b) { return max(a, b); }
__BOTH float3 fmaxf(float3 a, float3 b) { return max(a, b); }
__BOTH float4 fmaxf(float4 a, float4 b) { return max(a, b); }
__BOTH float smoothstep(float a, float b, float x) { float y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (3.0f - 2.0f * y); }
__BOTH float2 make_float2(float s) { return make_float2(s, s); }
__BOTH float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
__BOTH float3 make_float3(float s) { return make_float3(s, s, s); }
__BOTH float3 make_float3(float2 a, float z) { return make_float3(a.x, a.y, z); }
__BOTH float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
__BOTH float4 make_float4(float s) { return make_float4(s, s, s, s); }
__BOTH float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
__BOTH float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0.0f); }
#undef __BOTH
#undef __OPERATORS2
#undef __OPERATORS3
#undef __OPERATORS4
#undef __FLOATS
