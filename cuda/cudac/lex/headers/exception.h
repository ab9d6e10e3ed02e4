// exception and stdexcept

#include <string>

namespace std {
struct exception {
	const char *text;
	exception() : text("std::exception") {}
	const char *what() const { return text; }
};
inline void terminate() { abort(); }
struct runtime_error : public exception {
	runtime_error(const char *s) { char *p = (char *)__newQuiet(strlen(s) + 1); strcpy(p, s); text = p; }
	runtime_error(const string &s) { char *p = (char *)__newQuiet(s.size() + 1); strcpy(p, s.c_str()); text = p; }
};
struct logic_error : public exception {
	logic_error(const char *s) { char *p = (char *)__newQuiet(strlen(s) + 1); strcpy(p, s); text = p; }
	logic_error(const string &s) { char *p = (char *)__newQuiet(s.size() + 1); strcpy(p, s.c_str()); text = p; }
};
#define __EXCEPTION(name, base) struct name : public base { name(const char *s) : base(s) {} name(const string &s) : base(s) {} };
__EXCEPTION(invalid_argument, logic_error)
__EXCEPTION(out_of_range, logic_error)
__EXCEPTION(domain_error, logic_error)
__EXCEPTION(length_error, logic_error)
__EXCEPTION(range_error, runtime_error)
__EXCEPTION(overflow_error, runtime_error)
#undef __EXCEPTION
struct bad_alloc : public exception { bad_alloc() { text = "std::bad_alloc"; } };
}
