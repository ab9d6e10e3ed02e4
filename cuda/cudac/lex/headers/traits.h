// type_traits

namespace std {
template <size_t n, size_t align = 8> struct aligned_storage { struct type { alignas(align) unsigned char data[n]; }; };
template <size_t n, size_t align = 8> using aligned_storage_t = typename aligned_storage<n, align>::type;
template <class T, T V> struct integral_constant {
	static constexpr T value = V;
	using value_type = T;
	__host__ __device__ constexpr operator T() const { return V; }
	__host__ __device__ constexpr T operator()() const { return V; }
};
template <bool B> struct bool_constant : public integral_constant<bool, B> {};
typedef bool_constant<true> true_type;
typedef bool_constant<false> false_type;
template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class A> struct is_same<A, A> { static constexpr bool value = true; };
template <class T> struct is_floating_point { static constexpr bool value = false; };
template <> struct is_floating_point<float> { static constexpr bool value = true; };
template <> struct is_floating_point<double> { static constexpr bool value = true; };
template <class T> struct is_integral { static constexpr bool value = false; };
#define __INTEGRAL(T) template <> struct is_integral<T> { static constexpr bool value = true; };
__INTEGRAL(bool) __INTEGRAL(char) __INTEGRAL(unsigned char) __INTEGRAL(short) __INTEGRAL(unsigned short) __INTEGRAL(int) __INTEGRAL(unsigned int) __INTEGRAL(long) __INTEGRAL(unsigned long)
#undef __INTEGRAL
template <class T> struct is_arithmetic { static constexpr bool value = is_integral<T>::value || is_floating_point<T>::value; };
template <class T> struct is_pointer { static constexpr bool value = false; };
template <class T> struct is_pointer<T *> { static constexpr bool value = true; };
template <class T> struct is_const { static constexpr bool value = false; };
template <class T> struct is_const<const T> { static constexpr bool value = true; };
template <class T> struct is_array { static constexpr bool value = false; };
template <class T> struct is_array<T[]> { static constexpr bool value = true; };
template <class T> struct remove_extent { using type = T; };
template <class T> struct remove_extent<T[]> { using type = T; };
template <class T> struct remove_const { using type = T; };
template <class T> struct remove_const<const T> { using type = T; };
template <class T> struct remove_cv { using type = typename remove_const<T>::type; };
template <class T> struct remove_pointer { using type = T; };
template <class T> struct remove_pointer<T *> { using type = T; };
template <class T> struct remove_reference { using type = T; };
template <class T> struct decay { using type = T; };
template <bool B, class T, class F> struct conditional { using type = T; };
template <class T, class F> struct conditional<false, T, F> { using type = F; };
template <bool B, class T = void> struct enable_if { using type = T; };
template <class T> struct enable_if<false, T> {};
template <class T, class U = T> struct common_type { using type = decltype(true ? T() : U()); };
template <size_t N, size_t A = 8> struct aligned_storage { struct alignas(A) __room { unsigned char data[N]; }; using type = __room; };
template <class T> struct make_unsigned { using type = T; };
template <class T> struct make_signed { using type = T; };
template <class T> struct is_signed { static constexpr bool value = is_floating_point<T>::value; };
#define __SIGNS(S, U) template <> struct make_unsigned<S> { using type = U; }; template <> struct make_signed<U> { using type = S; }; template <> struct is_signed<S> { static constexpr bool value = true; };
__SIGNS(char, unsigned char) __SIGNS(short, unsigned short) __SIGNS(int, unsigned int) __SIGNS(long, unsigned long)
#undef __SIGNS
template <class T> struct is_unsigned { static constexpr bool value = is_integral<T>::value && !is_signed<T>::value; };
template <class T> struct is_void { static constexpr bool value = is_same<T, void>::value; };
template <class T, class U> using common_type_t = typename common_type<T, U>::type;
template <class T> using make_unsigned_t = typename make_unsigned<T>::type;
template <class T> using make_signed_t = typename make_signed<T>::type;
template <class T> using remove_cv_t = typename remove_const<T>::type;
template <class T> using remove_extent_t = typename remove_extent<T>::type;
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <class T> using remove_reference_t = T;
template <class T> using decay_t = T;
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
}
