=== missing_semicolon
__global__ void k(int *a) {
  int i = threadIdx.x
  a[i] = 1;
}
//~ 2:22: error: expected ';' after declaration | a statement ends with ;
=== missing_brace
__global__ void k(int *a) {
  if (threadIdx.x < 3) {
    a[0] = 1;
}
//~ 1:27: error: this '{' has no matching '}' | write } where its block ends
=== extra_paren
__global__ void k(int *a) {
  a[0] = (1 + 2));
}
//~ 2:17: error: extraneous ')' before ';' | remove it, or open a parenthesis for it
=== undeclared
__global__ void k(int *a, int n) {
  int idx = threadIdx.x;
  if (idx < n) a[ind] = 1;
}
//~ 3:18: error: use of undeclared identifier 'ind' | declare it before this line, or look at its spelling
=== typo_threadIdx
__global__ void k(int *a) {
  a[threadldx.x] = 1;
}
//~ 2:5: error: use of undeclared identifier 'threadldx' | did you mean 'threadIdx'?
=== threadidx_case
__global__ void k(int *a) {
  a[threadidx.x] = 1;
}
//~ 2:5: error: use of undeclared identifier 'threadidx' | did you mean 'threadIdx'?
=== blockDim_w
__global__ void k(int *a) {
  a[blockDim.w] = 1;
}
//~ 2:14: error: no member named 'w' in 'blockDim' | it has x, y and z
=== return_value
__global__ int k(int *a) {
  return a[0];
}
//~ 1:16: error: a __global__ function must return void, not 'int' | write results through a pointer
=== kernel_returns
__global__ void k(int *a) {
  return 5;
}
//~ 2:3: error: a kernel returns nothing | write results through a pointer
=== call_host
void helper(int *a) { a[0] = 1; }
__global__ void k(int *a) {
  helper(a);
}
//~ 3:3: error: calling a __host__ function 'helper' from device code | write __device__ before its declaration
=== call_kernel
__global__ void g(int *a) { a[0] = 1; }
__global__ void k(int *a) {
  g(a);
}
//~ 3:3: error: a kernel cannot call the kernel 'g' | make it a __device__ function
=== arg_count
__device__ int f(int a, int b) { return a + b; }
__global__ void k(int *a) {
  a[0] = f(1);
}
//~ 3:10: error: no matching call to 'f': it takes 2 arguments, 1 is given | it is f(int, int)
=== arg_type
__device__ int f(int *p) { return *p; }
__global__ void k(int *a) {
  a[0] = f(a[0]);
}
//~ 3:13: error: cannot convert 'int' to 'int *' | pass an address: &x, or the name of an array
=== float_mod
__global__ void k(float *a) {
  a[0] = a[1] % 2;
}
//~ 2:15: error: invalid operands to binary % ('float' and 'int') | use fmodf(a, b)
=== float_index
__global__ void k(int *a, float x) {
  a[x] = 1;
}
//~ 2:4: error: array subscript of type 'float' is not an integer | cast it: (int)…
=== assign_pointer
__global__ void k(int *a, float *b) {
  b = a;
}
//~ 2:7: error: cannot convert 'int *' to 'float *' | cast it if that is what you mean
=== int_from_pointer
__global__ void k(int *a) {
  int x = a;
  a[0] = x;
}
//~ 2:11: error: cannot convert 'int *' to 'int' | write *p or p[i] for what it points to
=== deref_int
__global__ void k(int *a, int n) {
  a[0] = *n;
}
//~ 2:10: error: cannot take what 'int' points to: it is not a pointer | leave the * away, or declare it with one
=== index_int
__global__ void k(int *a, int n) {
  a[0] = n[0];
}
//~ 2:11: error: subscripted value of type 'int' is not an array or a pointer | declare it with a *, or as an array, to use [ ]
=== const_assign
__global__ void k(const int *a) {
  a[0] = 1;
}
//~ 2:4: error: cannot assign to 'a[…]', whose type is 'const int' | remove const from the declaration if it is to change
=== const_var
__global__ void k(int *a) {
  const int n = 3;
  n = 4;
  a[0] = n;
}
//~ 3:3: error: cannot assign to variable 'n' with const-qualified type 'const int' | remove const from its declaration if it is to change
=== constant_write
__constant__ int c[4];
__global__ void k(int *a) {
  c[0] = a[0];
}
//~ 3:4: error: __constant__ variable 'c' cannot be written in a kernel | set it with cudaMemcpyToSymbol on the host
=== shared_init
__global__ void k(int *a) {
  __shared__ int s[2] = {1, 2};
  a[0] = s[0];
}
//~ 2:18: error: a __shared__ variable cannot have an initializer | assign it in one thread, then __syncthreads()
=== shared_vla
__global__ void k(int *a, int n) {
  __shared__ int s[n];
  a[0] = s[0];
}
//~ 2:18: error: the length of array 's' is not a constant | make the length a constexpr int, a #define or a template parameter
=== local_vla
__global__ void k(int *a, int n) {
  int s[n];
  a[0] = s[0];
}
//~ 2:7: error: the length of array 's' is not a constant | make the length a constexpr int, a #define or a template parameter
=== redeclare
__global__ void k(int *a) {
  int i = 0;
  int i = 1;
  a[0] = i;
}
//~ 3:7: error: redefinition of 'i' | give one of them another name, or assign without the type
=== redefine_kernel
__global__ void k(int *a) { a[0] = 1; }
__global__ void k(int *a) { a[0] = 2; }
//~ 2:17: error: redefinition of 'k' | give one of them another name
=== unknown_type
__global__ void k(int *a) {
  flaot x = 1;
  a[0] = x;
}
//~ 2:3: error: unknown type name 'flaot' | did you mean 'float'?
=== string_type
__global__ void k(int *a) {
  string s = "x";
  a[0] = 1;
}
//~ 2:3: error: unknown type name 'string' | #include <string>
=== no_member
__global__ void k(float4 *a) {
  a[0].v = 1;
}
//~ 2:8: error: no member named 'v' in 'float4' | it has x, y, z, w
=== arrow_on_object
struct P { float x; };
__global__ void k(P *a) {
  P p = a[0];
  p->x = 1;
  a[0] = p;
}
//~ 4:6: error: member reference '->' to 'P', which is not a pointer to a struct | it is an object: write . instead of ->
=== dot_on_pointer
struct P { float x; };
__global__ void k(P *a) {
  a.x = 1;
}
//~ 3:5: error: 'P *' has no members | it is a pointer: write -> instead of .
=== struct_semicolon
struct P { float x; }
__global__ void k(P *a) {
  a[0].x = 1;
}
//~ 1:22: error: expected ';' after struct | a definition ends with };
=== else_without_if
__global__ void k(int *a) {
  a[0] = 1;
  else a[0] = 2;
}
//~ 3:3: error: expected expression before 'else' | an else stands right behind the statement of its if; put several into { }
=== break_outside
__global__ void k(int *a) {
  a[0] = 1;
  break;
}
//~ 3:3: error: 'break' statement not in a loop | return leaves a function; if needs no break
=== case_dup
__global__ void k(int *a) {
  switch (a[0]) {
  case 1: a[0] = 2; break;
  case 1: a[0] = 3; break;
  }
}
//~ 4:3: error: duplicate case value '1' | remove one of the two
=== missing_star
__global__ void k(int a) {
  a[threadIdx.x] = 1;
}
//~ 2:4: error: subscripted value of type 'int' is not an array or a pointer | declare it with a *, or as an array, to use [ ]
=== printf_no_quotes
#include <stdio.h>
__global__ void k(int *a) {
  printf(hello);
}
//~ 3:10: error: use of undeclared identifier 'hello' | declare it before this line, or look at its spelling
=== unterminated_string
#include <stdio.h>
__global__ void k(int *a) {
  printf("hello);
}
//~ 3:10: error: missing terminating " character | close the string with " on the same line
=== unterminated_comment
__global__ void k(int *a) {
  a[0] = 1; /* oops
}
//~ 2:13: error: unterminated comment | close it with */
=== missing_quote_char
__global__ void k(char *a) {
  a[0] = 'x;
}
//~ 2:10: error: missing terminating ' character | one character stands in ' ', a string in " "
=== include_typo
#include <cuda_runtme.h>
__global__ void k(int *a) { a[0] = 1; }
//~ 1:10: error: 'cuda_runtme.h' file not found | did you mean 'cuda_runtime.h'?
=== define_semicolon
#define N 10;
__global__ void k(int *a) {
  if (threadIdx.x < N) a[0] = 1;
}
//~ 3:22: error: expected ')' to match '(' | the macro 'N' ends with ;: remove it from the #define
//~ 3:22: error: expected expression before ')' | a value is missing here, or something too many stands before it
=== endif_missing
#ifdef X
__global__ void k(int *a) { a[0] = 1; }
//~ 1:2: error: unterminated conditional directive | an #if has no #endif
=== lvalue
__global__ void k(int *a) {
  a[0] + 1 = 2;
}
//~ 2:8: error: expression is not assignable | on the left of = stands a variable, an element or *p; == compares
=== assign_array
__global__ void k(int *a) {
  int b[3];
  b = a;
}
//~ 3:3: error: array type 'int [3]' is not assignable | assign its elements
=== void_var
__global__ void k(int *a) {
  void x;
  a[0] = 1;
}
//~ 2:8: error: variable 'x' has type void | void holds nothing: write int, float, …; a pointer is void *
=== use_void
__device__ void f() {}
__global__ void k(int *a) {
  a[0] = f();
}
//~ 3:10: error: void value not ignored as it ought to be | the function returns nothing: call it on a line of its own
=== too_many_init
__global__ void k(int *a) {
  int b[2] = {1, 2, 3};
  a[0] = b[0];
}
//~ 2:21: error: too many initializers: the array has 2 elements | make the array longer, or leave its length out
=== template_arg
template <int N> __device__ int f() { return N; }
__global__ void k(int *a, int n) {
  a[0] = f<n>();
}
//~ 3:12: error: template argument for 'N' is not a constant | make it a constexpr int or a #define; what is known at run time is a function's argument
=== template_missing
template <class T> __device__ T f() { return T(1); }
__global__ void k(int *a) {
  a[0] = f();
}
//~ 3:10: error: cannot infer template parameter 'T' of 'f' | name it: f<…>(…)
=== syncthread_typo
__global__ void k(int *a) {
  __syncthread();
  a[0] = 1;
}
//~ 2:3: error: use of undeclared identifier '__syncthread' | did you mean '__syncthreads'?
=== atomic_typo
__global__ void k(int *a) {
  atomicadd(a, 1);
}
//~ 2:3: error: use of undeclared identifier 'atomicadd' | did you mean 'atomicAdd'?
=== atomic_noaddr
__global__ void k(int *a) {
  atomicAdd(a[0], 1);
}
//~ 2:3: error: 'atomicAdd' needs a pointer to a number, not 'int' | pass an address: &x or p + i
=== shfl_old
__global__ void k(int *a) {
  a[0] = __shfl_down(a[1], 1);
}
//~ 2:10: error: '__shfl_down' was removed with Volta: it does not say which threads take part | use __shfl_down_sync(0xffffffff, …)
=== min_three
__global__ void k(int *a) {
  a[0] = min(1, 2, 3);
}
//~ 2:10: error: 'min' takes 2 arguments, 3 are given | put one call into the other: min(a, min(b, c))
=== bad_escape_number
__global__ void k(int *a) {
  a[0] = 09;
}
//~ 2:10: error: invalid number '09' | a number that begins with 0 is octal, with 0x hexadecimal; f ends a float that has a point
=== for_comma
__global__ void k(int *a) {
  for (int i = 0, i < 3, i++) a[i] = 1;
}
//~ 2:20: error: expected ';' after declaration | a statement ends with ;
=== while_missing_paren
__global__ void k(int *a) {
  while a[0] > 3 a[0]--;
}
//~ 2:9: error: expected '(' before the condition | the condition stands in parentheses: while (…)
=== struct_by_init
struct P { float x, y; };
__global__ void k(P *a) {
  P p = {1, 2, 3};
  a[0] = p;
}
//~ 3:9: error: too many values for 'P', which has 2 members | give one value for each member, in order
=== device_missing
float sq(float x) { return x * x; }
__global__ void k(float *a) {
  a[0] = sq(a[1]);
}
//~ 3:10: error: calling a __host__ function 'sq' from device code | write __device__ before its declaration
=== host_global
int total = 0;
__global__ void k(int *a) {
  total += a[0];
}
//~ 3:3: error: host variable 'total' cannot be used in device code | declare it __device__ or __constant__, or pass it as an argument
=== cout_device
#include <iostream>
__global__ void k(int *a) {
  std::cout << a[0];
}
//~ 3:8: error: 'cout' exists on the host only | printf works in kernels
=== malloc_device
__global__ void k(int **a) {
  a[0] = (int *)malloc(4);
}
//~ 2:17: error: use of undeclared identifier 'malloc' | give each thread a part of memory that was allocated before the launch, or declare an array
=== vector_device
#include <vector>
__global__ void k(int *a) {
  std::vector<int> v(3);
  a[0] = v[0];
}
//~ 3:20: error: 'std::vector<int>' keeps its values in host memory and cannot be used in device code | declare an array, or pass a pointer to the kernel
=== not_func
__global__ void k(int *a, int n) {
  a[0] = n(3);
}
//~ 2:10: error: called object of type 'int' is not a function | write * to multiply, or [i] for an element
=== ternary
__global__ void k(int *a) {
  a[0] = a[1] > 0 ? 1;
}
//~ 2:22: error: expected ':' in conditional expression | it is condition ? one : other
=== pointer_plus
__global__ void k(int *a, int *b) {
  a = a + b;
}
//~ 2:9: error: invalid operands to binary + ('int *' and 'int *') | both sides must be numbers; read what a pointer points to with * or [ ]
=== unary_not_float
__global__ void k(float *a) {
  a[0] = ~a[1];
}
//~ 2:10: error: invalid operand of type 'float' for unary ~ | it works on integers; cast it if that is what you mean
