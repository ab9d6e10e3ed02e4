// What heads of statements declare, on both sides, and pointers to what follows from a value.
#include <cstdio>
#include <map>
#include <string>

__global__ void counted(int *out, const int *in) {
  auto *to = out + threadIdx.x;
  const auto *from = in;
  if (int odd = from[threadIdx.x] & 1; odd)
    *to = odd + from[2];
  else
    *to = -1;
  int n = 3;
  while (auto left = n--) {
    if (left == 2) continue;
    *to += left;
  }
}

int next(int &n) { return n--; }

int main() {
  int n = 4;
  while (int x = next(n)) {
    if (x == 2) continue;
    printf("%d ", x);
  }
  printf("| %d\n", n);

  std::map<std::string, int> known;
  known["a"] = 3;
  if (auto it = known.find("a"); it != known.end()) printf("found %d\n", it->second);
  else printf("no\n");
  if (int many = known.count("b")) printf("many %d\n", many);
  else printf("none %d\n", many);
  switch (int z = n + 3; z) {
  case 2: printf("two\n"); break;
  default: printf("z %d\n", z);
  }
  if (n = 7; n > 3) printf("%d\n", n);

  int (*grid)[3] = new int[2][3];
  for (int i = 0; i < 6; i++) grid[i / 3][i % 3] = i;
  printf("%d %d\n", grid[1][2], grid[0][1]);
  delete[] grid;

  int h[32], *in, *out;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  counted<<<1, 32>>>(out, in);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 6; i++) printf("%d ", h[i]);
  printf("\n");
}
