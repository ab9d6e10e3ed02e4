// Files and streams of C and C++, and scanf's formats.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
using namespace std;
int main() {
	{
		ofstream o("cudac_test.txt");
		o << "hello 12 3.5\nline two\nlast";
	}
	ifstream in("cudac_test.txt");
	string w;
	int n;
	float x;
	in >> w >> n >> x;
	cout << w << n << " " << x << endl;
	getline(in, w);
	getline(in, w);
	cout << "[" << w << "]" << endl;
	while (in >> w) cout << w << ";";
	cout << in.eof() << endl;
	in.close();
	istringstream s("1 2 3");
	int sum = 0;
	while (s >> n) sum += n;
	cout << sum << "\n";
	ostringstream out;
	out << 1 << "," << 2.5;
	cout << out.str() << endl;
	FILE *g = fopen("cudac_test.bin", "wb");
	float d[3] = {1, 2, 3};
	fwrite(d, sizeof(float), 3, g);
	fclose(g);
	g = fopen("cudac_test.bin", "rb");
	float e[4];
	int got = (int)fread(e, sizeof(float), 4, g);
	printf("%d %g %g %d\n", got, e[0], e[2], feof(g) != 0);
	fseek(g, 4, SEEK_SET);
	got = (int)fread(e, 4, 1, g);
	printf("%d %g %ld\n", got, e[0], ftell(g));
	fclose(g);
	int a = 0, b = 0;
	unsigned h = 0;
	char name[20];
	double v = 0;
	int k = sscanf("12 abc 7 ff 2.5", "%d %s %d %x %lf", &a, name, &b, &h, &v);
	printf("%d: %d %s %d %u %g\n", k, a, name, b, h, v);
	k = sscanf("x=3,y", "x=%d,y=%d", &a, &b);
	printf("%d %d\n", k, a);
	k = sscanf("abc123", "%[a-z]%2d", name, &a);
	printf("%d %s %d\n", k, name, a);
	g = fopen("cudac_test.txt", "r");
	char line[64];
	while (fgets(line, sizeof line, g)) printf("%d ", (int)strlen(line));
	printf("\n");
	fclose(g);
	printf("%d\n", fopen("cudac_no_such_file", "r") == NULL);
	remove("cudac_test.txt");
	remove("cudac_test.bin");
	return 0;
}
