// Random numbers of no particular kind: of curand's the programs here ask only that they differ and where they lie.
#pragma once
#include "cuda_on_threads.h"
struct curandState { uint64_t at; };
struct curandStatePhilox4_32_10_t : curandState {};
inline void curand_init(uint64_t seed, uint64_t sequence, uint64_t offset, curandState *s) { s->at = seed * 0x9e3779b97f4a7c15 + sequence * 0xd1342543de82ef95 + offset; }
inline unsigned curand(curandState *s) { uint64_t z = s->at += 0x9e3779b97f4a7c15; z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9; return (z ^ z >> 27) >> 16; }
inline float curand_uniform(curandState *s) { return ((curand(s) >> 8) + 1) / 16777216.0f; }
