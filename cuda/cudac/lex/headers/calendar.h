// time.h beside clocks: dates of the Gregorian calendar, in UTC, which is the zone of this machine.

struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
inline long __daysBefore(long year) { year--; return 365 * year + year / 4 - year / 100 + year / 400 - 719162; } // since 1970
inline int __monthDays(int month, long year) {
	if (month == 1) return 28 + (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
	return month == 3 || month == 5 || month == 8 || month == 10 ? 30 : 31;
}
inline tm *gmtime_r(const time_t *t, tm *to) {
	long days = *t / 86400, rest = *t % 86400;
	if (rest < 0) { rest += 86400; days--; }
	to->tm_hour = rest / 3600; to->tm_min = rest / 60 % 60; to->tm_sec = rest % 60;
	to->tm_wday = (int)((days % 7 + 11) % 7);
	long year = 1970 + days / 366;
	while (__daysBefore(year + 1) <= days) year++;
	while (__daysBefore(year) > days) year--;
	to->tm_year = (int)(year - 1900);
	to->tm_yday = to->tm_mday = (int)(days - __daysBefore(year));
	to->tm_isdst = to->tm_mon = 0;
	while (to->tm_mday >= __monthDays(to->tm_mon, year)) to->tm_mday -= __monthDays(to->tm_mon++, year);
	to->tm_mday++;
	return to;
}
inline tm *gmtime(const time_t *t) { static tm date; return gmtime_r(t, &date); }
inline tm *localtime(const time_t *t) { return gmtime(t); }
inline tm *localtime_r(const time_t *t, tm *to) { return gmtime_r(t, to); }
inline time_t mktime(tm *date) {
	long month = date->tm_mon, year = 1900 + date->tm_year + month / 12;
	if ((month %= 12) < 0) { month += 12; year--; }
	long days = __daysBefore(year) + date->tm_mday - 1;
	for (int m = 0; m < month; m++) days += __monthDays(m, year);
	time_t t = 86400 * days + 3600l * date->tm_hour + 60l * date->tm_min + date->tm_sec;
	gmtime_r(&t, date);
	return t;
}
inline double difftime(time_t end, time_t begin) { return (double)(end - begin); }
inline const char *__weekday(int n) { const char *names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}; return names[n]; }
inline const char *__monthName(int n) { const char *names[] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}; return names[n]; }
inline size_t strftime(char *to, size_t room, const char *format, const tm *t) {
	size_t n = 0;
	for (; *format; format++) {
		char part[128];
		part[0] = *format; part[1] = 0;
		if (*format == '%' && format[1]) {
			const char *inner = nullptr;
			int hour = t->tm_hour % 12 ? t->tm_hour % 12 : 12;
			switch (*++format) {
			case 'a': sprintf(part, "%.3s", __weekday(t->tm_wday)); break;
			case 'A': strcpy(part, __weekday(t->tm_wday)); break;
			case 'b': case 'h': sprintf(part, "%.3s", __monthName(t->tm_mon)); break;
			case 'B': strcpy(part, __monthName(t->tm_mon)); break;
			case 'C': sprintf(part, "%02d", (t->tm_year + 1900) / 100); break;
			case 'd': sprintf(part, "%02d", t->tm_mday); break;
			case 'e': sprintf(part, "%2d", t->tm_mday); break;
			case 'H': sprintf(part, "%02d", t->tm_hour); break;
			case 'I': sprintf(part, "%02d", hour); break;
			case 'j': sprintf(part, "%03d", t->tm_yday + 1); break;
			case 'm': sprintf(part, "%02d", t->tm_mon + 1); break;
			case 'M': sprintf(part, "%02d", t->tm_min); break;
			case 'n': strcpy(part, "\n"); break;
			case 'p': strcpy(part, t->tm_hour < 12 ? "AM" : "PM"); break;
			case 'S': sprintf(part, "%02d", t->tm_sec); break;
			case 't': strcpy(part, "\t"); break;
			case 'w': sprintf(part, "%d", t->tm_wday); break;
			case 'y': sprintf(part, "%02d", t->tm_year % 100); break;
			case 'Y': sprintf(part, "%d", t->tm_year + 1900); break;
			case 'z': strcpy(part, "+0000"); break;
			case 'Z': strcpy(part, "UTC"); break;
			case '%': break;
			case 'c': inner = "%a %b %e %H:%M:%S %Y"; break;
			case 'D': case 'x': inner = "%m/%d/%y"; break;
			case 'F': inner = "%Y-%m-%d"; break;
			case 'r': inner = "%I:%M:%S %p"; break;
			case 'R': inner = "%H:%M"; break;
			case 'T': case 'X': inner = "%H:%M:%S"; break;
			default: part[0] = '%'; part[1] = *format; part[2] = 0;
			}
			if (inner) strftime(part, sizeof part, inner, t);
		}
		size_t more = strlen(part);
		if (n + more >= room) return 0;
		memcpy(to + n, part, more);
		n += more;
	}
	to[n] = 0;
	return n;
}
inline char *asctime_r(const tm *t, char *to) { strftime(to, 26, "%a %b %e %H:%M:%S %Y\n", t); return to; }
inline char *asctime(const tm *t) { static char text[26]; return asctime_r(t, text); }
inline char *ctime(const time_t *t) { return asctime(gmtime(t)); }
inline char *ctime_r(const time_t *t, char *to) { tm date; return asctime_r(gmtime_r(t, &date), to); }
