=== missing_semicolon
__global__ void k(float *x) {
  x[0] = 1
  x[1] = 2;
}
//~ 2:11: error: expected ';' after expression | a statement ends with ;
=== missing_semicolon_of_declaration
__global__ void k() {
  int i = threadIdx.x
}
//~ 2:22: error: expected ';' after declaration | a statement ends with ;
=== missing_parenthesis
__global__ void k(int *x, int n) {
  for (int i = 0; i < n; i++ {
    x[i] = 0;
  }
}
//~ 2:29: error: expected ')' to match '(' | close the parenthesis
=== missing_brace
__global__ void k(int *x) {
  if (x[0]) {
    x[1] = 1;
}
//~ 1:27: error: this '{' has no matching '}' | write } where its block ends
=== two_errors_in_one_block
__global__ void k(int *x) {
  x[0] = ;
  x[1] = 2;
  x[2] = (3;
}
//~ 2:10: error: expected expression before ';' | a value is missing here, or something too many stands before it
//~ 4:12: error: expected ')' to match '(' | close the parenthesis
=== errors_in_two_functions
__device__ int f(int a { return a; }
__global__ void k(int *x) { x[0] = * ; }
//~ 1:24: error: expected ',' in parameter list | look at this line and the end of the one before
//~ 2:38: error: expected expression before ';' | a value is missing here, or something too many stands before it
=== unknown_type
__global__ void k(flaot *x) { }
//~ 1:19: error: unknown type name 'flaot' | did you mean 'float'?
=== unknown_local_type
__global__ void k() { dobule d = 1; }
//~ 1:23: error: unknown type name 'dobule' | did you mean 'double'?
=== type_of_a_header
__global__ void k(half *x) { }
//~ 1:19: error: unknown type name 'half' | #include <cuda_fp16.h>
=== stray_character
__global__ void k(int *x) { x[0] = 1 @ 2; }
//~ 1:38: error: stray '@' in program | remove it
=== unterminated_string
__global__ void k() { printf("hello); }
//~ 1:30: error: missing terminating " character | close the string with " on the same line
=== unterminated_comment
__global__ void k() { /* what
}
//~ 1:23: error: unterminated comment | close it with */
=== unterminated_if
#if 1
__global__ void k() { }
//~ 1:2: error: unterminated conditional directive | an #if has no #endif
=== unknown_directive
#inclde <stdio.h>
__global__ void k() { }
//~ 1:2: error: invalid preprocessing directive #inclde
=== unknown_header
#include <cuda_fp61.h>
__global__ void k() { }
//~ 1:10: error: 'cuda_fp61.h' file not found | did you mean 'cuda_fp16.h'?
=== error_directive
#error no good
//~ 1:2: error: #error no good
=== keyword_as_name
__global__ void k() { int for = 1; }
//~ 1:27: error: expected a name, found keyword 'for' | a declaration is a type and a name
=== lambda
__global__ void k(int *x) { auto f = [](int a) { return a; }; x[0] = f(1); }
=== function_pointer
__global__ void k(int *x) { int (*f)(int); }
//~ 1:35: warning: unused variable 'f'
=== goto
__global__ void k(int *x) { goto end; end: return; }
=== exception
__global__ void k(int *x) { throw 1; }
//~ 1:29: error: exceptions are not supported in device code | write an error code to memory, or assert
=== kernel_returns
__global__ int k() { return 1; }
//~ 1:16: error: a __global__ function must return void, not 'int' | write results through a pointer
=== case_outside_of_switch
__global__ void k(int *x) { case 1: x[0] = 1; }
//~ 1:29: error: 'case' outside of a switch | put it into switch (…) { … }
=== break_outside_of_loop
__global__ void k(int *x) { break; }
//~ 1:29: error: 'break' statement not in a loop | return leaves a function; if needs no break
=== main_in_a_kernel_cell
__global__ void k(int *x) { x[0] = 1; }
int main() { return 0; }
//~ 2:5: warning: main is not run: the kernels of this cell are launched from Python | begin the cell with %%cuda --run to run it
