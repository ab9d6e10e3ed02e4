// CUDA's intrinsics by the definitions of the "CUDA Math API Reference Manual", with the processor's own roundings.
#pragma once
#include <cfenv>

inline float rsqrtf(float x) { return 1 / std::sqrt(x); }
inline double rsqrt(double x) { return 1 / std::sqrt(x); }
inline float rcbrtf(float x) { return 1 / std::cbrt(x); }
inline double rcbrt(double x) { return 1 / std::cbrt(x); }
