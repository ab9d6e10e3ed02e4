// All of C++'s headers at once, as short programs have them.
#include <bits/stdc++.h>
using namespace std;

int main() {
	vector<int> v = {3, 1, 2};
	sort(v.begin(), v.end());
	map<string, int> count;
	stringstream words("a b a");
	for (string word; words >> word;) count[word]++;
	set<int> s(v.begin(), v.end());
	unordered_set<int> u(v.begin(), v.end());
	list<int> l(v.begin(), v.end());
	deque<int> d(l.begin(), l.end());
	map<string, int> copied(count.begin(), count.end());
	set<int> braces = {5, 4, 5};
	istringstream text("% note\n7 8");
	int lines = 0, read;
	for (string line; text.peek() == '%'; lines++) getline(text, line);
	text >> read;
	cout << u.size() << l.size() << d.back() << copied["b"] << braces.size() << lines << read << endl;
	queue<int> q;
	q.push(accumulate(v.begin(), v.end(), 0));
	unordered_map<int, string> names;
	names[1] = "one";
	mt19937 numbers(5);
	function<int(int)> twice = [](int x) { return 2 * x; };
	unique_ptr<int> p(new int(7));
	tuple<int, double> t(1, 2.5);
	complex<double> z(3, 4);
	cout << v[0] << count["a"] << s.size() << q.front() << names[1] << numbers() % 10 << twice(*p) << get<1>(t) << abs(z) << fixed << setprecision(2) << 1.5 << endl;
	try {
		throw runtime_error("thrown");
	} catch (const exception &e) {
		printf("%s %d\n", e.what(), numeric_limits<int>::max());
	}
	return 0;
}
