=== undeclared
__global__ void k(float *x) { x[0] = y; }
//~ 1:38: error: use of undeclared identifier 'y' | declare it before this line, or look at its spelling
=== misspelled_vector
__global__ void k(float *x) { int i = threadidx.x; x[i] = 1; }
//~ 1:39: error: use of undeclared identifier 'threadidx' | did you mean 'threadIdx'?
=== misspelled_component
__global__ void k(float *x) { x[threadIdx.w] = 1; }
//~ 1:43: error: no member named 'w' in 'threadIdx' | it has x, y and z
=== misspelled_intrinsic
__global__ void k(float *x) { x[0] = 1; __synchthreads(); }
//~ 1:41: error: use of undeclared identifier '__synchthreads' | did you mean '__syncthreads'?
=== misspelled_variable
__global__ void k(float *input) { inptu[0] = 1; }
//~ 1:35: error: use of undeclared identifier 'inptu' | did you mean 'input'?
=== misspelled_member
struct P { float mass; };
__global__ void k(P *p) { p->mas = 1; }
//~ 2:30: error: no member named 'mas' in 'P' | did you mean 'mass'?
=== dot_for_arrow
struct P { float mass; };
__global__ void k(P *p) { p.mass = 1; }
//~ 2:29: error: 'P *' has no members | it is a pointer: write -> instead of .
=== arrow_for_dot
struct P { float mass; };
__global__ void k(float *x) { P p; p.mass = 1; x[0] = p->mass; }
//~ 2:58: error: member reference '->' to 'P', which is not a pointer to a struct | it is an object: write . instead of ->
=== broken_declaration_is_told_once
__global__ void k(float *x) { int i = nothing; x[i] = i + 1; }
//~ 1:39: error: use of undeclared identifier 'nothing' | declare it before this line, or look at its spelling
=== number_for_pointer
__global__ void k(float *x) { x = 3; }
//~ 1:35: error: cannot convert 'int' to 'float *' | pass an address: &x, or the name of an array
=== pointer_for_number
__global__ void k(float *x) { int i = x; }
//~ 1:39: error: cannot convert 'float *' to 'int' | write *p or p[i] for what it points to
=== const_pointer
__global__ void k(const float *x) { x[0] = 1; }
//~ 1:38: error: cannot assign to 'x[…]', whose type is 'const float' | remove const from the declaration if it is to change
=== const_dropped
__global__ void k(const float *x) { float *y = x; y[0] = 1; }
//~ 1:48: error: invalid conversion from 'const float *' to 'float *' | declare the pointer const, or do not write through it
=== const_variable
__global__ void k() { const int n = 3; n = 4; }
//~ 1:40: error: cannot assign to variable 'n' with const-qualified type 'const int' | remove const from its declaration if it is to change
=== other_pointer
__global__ void k(float *x) { int *p = x; p[0] = 1; }
//~ 1:40: error: cannot convert 'float *' to 'int *' | cast it if that is what you mean
=== float_index
__global__ void k(float *x) { x[1.5f] = 1; }
//~ 1:32: error: array subscript of type 'float' is not an integer | cast it: (int)…
=== float_modulo
__global__ void k(float *x) { x[0] = x[1] % 2; }
//~ 1:43: error: invalid operands to binary % ('float' and 'int') | use fmodf(a, b)
=== index_of_a_number
__global__ void k(int n) { n[0] = 1; }
//~ 1:29: error: subscripted value of type 'int' is not an array or a pointer | declare it with a *, or as an array, to use [ ]
=== star_of_a_number
__global__ void k(int n) { *n = 1; }
//~ 1:28: error: cannot take what 'int' points to: it is not a pointer | leave the * away, or declare it with one
=== call_of_a_number
__global__ void k(int n) { n(1); }
//~ 1:28: error: called object of type 'int' is not a function | write * to multiply, or [i] for an element
=== void_pointer
__global__ void k(void *p) { p[0] = 1; }
//~ 1:31: error: subscript of a 'void *' | cast it to a pointer to what lies there
=== void_value
__device__ void f() { }
__global__ void k(int *x) { x[0] = f(); }
//~ 2:36: error: void value not ignored as it ought to be | the function returns nothing: call it on a line of its own
=== void_variable
__global__ void k() { void v; }
//~ 1:28: error: variable 'v' has type void | void holds nothing: write int, float, …; a pointer is void *
=== redefinition
__global__ void k() { int i = 0; float i = 1; }
//~ 1:40: error: redefinition of 'i' | give one of them another name, or assign without the type
=== redefined_function
__device__ int f(int a) { return a; }
__device__ int f(int b) { return b; }
__global__ void k(int *x) { x[0] = f(1); }
//~ 2:16: error: redefinition of 'f' | give one of them another name
=== redefined_struct
struct S { int a; };
struct S { int b; };
//~ 2:8: error: redefinition of 'S' | give one of them another name
=== struct_in_itself
struct S { S inner; };
//~ 1:14: error: field 'inner' has incomplete type 'S' | a struct cannot hold itself; hold a pointer
=== too_few_arguments
__device__ int f(int a, int b) { return a + b; }
__global__ void k(int *x) { x[0] = f(1); }
//~ 2:36: error: no matching call to 'f': it takes 2 arguments, 1 is given | it is f(int, int)
=== too_many_arguments
__global__ void k(float *x) { x[0] = sqrtf(1, 2); }
//~ 1:38: error: 'sqrtf' takes 1 argument, 2 are given | count what stands between the parentheses
=== wrong_argument
__device__ float f(float *p) { return *p; }
__global__ void k(float *x) { x[0] = f(x[1]); }
//~ 2:41: error: cannot convert 'float' to 'float *' | pass an address: &x, or the name of an array
=== no_overload
__device__ float f(float *p) { return *p; }
__device__ int f(int *p) { return *p; }
__global__ void k(float *x) { x[0] = f(2.0f); }
//~ 3:38: error: no matching call to 'f(float)' | there is f(float *), f(int *)
=== reference_to_a_temporary
__device__ void f(float &p) { p = 1; }
__global__ void k(float *x) { f(x[0] + 1); }
//~ 2:38: error: parameter 'p' of 'f' is a reference, which needs a variable | pass a variable, or take a const reference
=== template_parameter_unknown
template <typename T> __device__ T zero() { return 0; }
__global__ void k(float *x) { x[0] = zero(); }
//~ 2:38: error: cannot infer template parameter 'T' of 'zero' | name it: zero<…>(…)
=== template_argument_no_constant
template <int N> __device__ int f() { return N; }
__global__ void k(int *x, int n) { x[0] = f<n>(); }
//~ 2:45: error: template argument for 'N' is not a constant | make it a constexpr int or a #define; what is known at run time is a function's argument
=== static_assertion
template <int N> __device__ int f() { static_assert(N > 2, "N is too small"); return N; }
__global__ void k(int *x) { x[0] = f<1>(); }
//~ 1:39: error: static assertion failed: N is too small
=== array_length
__global__ void k(int n) { float a[n]; a[0] = 1; }
//~ 1:34: error: the length of array 'a' is not a constant | make the length a constexpr int, a #define or a template parameter
=== negative_length
__global__ void k() { float a[-1]; }
//~ 1:29: error: array 'a' has a length of -1 | a length must be at least 1
=== too_many_initializers
__global__ void k() { int a[2] = {1, 2, 3}; }
//~ 1:41: error: too many initializers: the array has 2 elements | make the array longer, or leave its length out
=== shared_initializer
__global__ void k() { __shared__ int n = 0; }
//~ 1:38: error: a __shared__ variable cannot have an initializer | assign it in one thread, then __syncthreads()
=== shared_without_length
__global__ void k() { __shared__ float s[]; s[0] = 1; }
//~ 1:40: error: __shared__ array 's' has no length | give it a length, or make it extern __shared__ and pass the bytes at launch
=== constant_written
__constant__ float c[4];
__global__ void k() { c[0] = 1; }
//~ 2:24: error: __constant__ variable 'c' cannot be written in a kernel | set it with cudaMemcpyToSymbol on the host
=== host_function
float f() { return 1; }
__global__ void k(float *x) { x[0] = f(); }
//~ 2:38: error: calling a __host__ function 'f' from device code | write __device__ before its declaration
=== host_variable
int n = 3;
__global__ void k(int *x) { x[0] = n; }
//~ 2:36: error: host variable 'n' cannot be used in device code | declare it __device__ or __constant__, or pass it as an argument
=== kernel_called
__global__ void a(int *x) { }
__global__ void k(int *x) { a(x); }
//~ 2:29: error: a kernel cannot call the kernel 'a' | make it a __device__ function
=== halves_and_floats
#include <cuda_fp16.h>
__global__ void k(half *x) { x[0] = x[1] * 2.0f; }
//~ 2:42: error: more than one operator '*' matches '__half' and 'float' | convert one side: __half2float(…) or __float2half(…)
=== legacy_shuffle
__global__ void k(int *x) { x[0] = __shfl_down(x[1], 1); }
//~ 1:36: error: '__shfl_down' was removed with Volta: it does not say which threads take part | use __shfl_down_sync(0xffffffff, …)
=== private_method_unknown
struct S { int a; __device__ int get() const { return a; } };
__global__ void k(int *x) { S s = {1}; x[0] = s.gte(); }
//~ 2:49: error: no member named 'gte' in 'S' | did you mean 'get'?
=== method_not_const
struct S { int a; __device__ int next() { return ++a; } };
__global__ void k(int *x, const S *s) { x[0] = s->next(); }
//~ 2:51: error: method 'next' is not const, and the object is | declare the method const
=== address_of_a_value
__global__ void k(int *x) { int *p = &(x[0] + 1); }
//~ 1:38: error: cannot take the address of this expression | store it in a variable first
=== assign_to_a_value
__global__ void k(int *x) { x[0] + 1 = 2; }
//~ 1:34: error: expression is not assignable | on the left of = stands a variable, an element or *p; == compares
=== atomic_of_a_value
__global__ void k(int *x) { atomicAdd(x[0], 1); }
//~ 1:29: error: 'atomicAdd' needs a pointer to a number, not 'int' | pass an address: &x or p + i
=== missing_return_value
__device__ int f(int a) { return; }
__global__ void k(int *x) { x[0] = f(1); }
//~ 1:27: error: 'f' must return a value of type 'int' | write return and the value, or make the function void
=== kernel_returns_a_value
__global__ void k(int *x) { return x[0]; }
//~ 1:29: error: a kernel returns nothing | write results through a pointer
=== endless_templates
template <int N> struct T { T<N + 1> *p; int n = T<N + 1>::size; };
__global__ void k(int *x) { T<0> t; x[0] = t.n; }
//~ 1:29: error: template instances are nested too deeply
=== local_struct_of_a_template
template <class T> struct Box { T a; };
template <class T> __device__ T f(T x) { struct Pair { Box<T> a; int b; }; Pair p; p.a.a = x; return p.a.a; }
__global__ void k(int *x) { x[0] = f(1); }
//~ 2:49: error: 'Pair' is local, and the type of its member 'a' depends on parameters of the template | define it outside of the function, as a class template
