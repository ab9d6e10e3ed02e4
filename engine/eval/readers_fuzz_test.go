package eval_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/wire"
)

// readers are the statements that decode a learner's bytes, each with one that
// writes bytes it can read.
var readers = []struct{ make, read string }{
	{"import torch\ntorch.save({'a': torch.arange(6.).view(2, 3).t(), 'n': [1, 'x', None]}, 'data')", "import torch\ntorch.load('data', map_location='cpu')"},
	{"import torch\ntorch.save(torch.nn.Linear(2, 1), 'data')", "import torch\ntorch.load('data', weights_only=False)"},
	{"import numpy as np\nnp.save(open('data', 'wb'), np.arange(6).reshape(2, 3))", "import numpy as np\nnp.load('data', allow_pickle=True)"},
	{"import numpy as np\nnp.savez(open('data', 'wb'), a=np.eye(2), b=np.arange(3) > 1)", "import numpy as np\n[(k, v) for k, v in np.load('data').items()]"},
	{"open('data', 'w').write('1, 2\\n3, nan\\n')", "import numpy as np\nnp.genfromtxt('data', delimiter=',')\nnp.loadtxt('data', delimiter=',')"},
	{"import pickle, datetime\npickle.dump([{1, 2}, (3.5, b'x'), datetime.date(2020, 1, 2), 10**30], open('data', 'wb'))", "import pickle\npickle.load(open('data', 'rb'))"},
	{"open('data', 'w').write('{\"a\": [1, 2.5e3, null, true, \"\\\\ud83d\\\\ude00\"]}')", "import json\njson.dumps(json.load(open('data')), indent=2)"},
	{"open('data', 'w').write('a,\"b \"\"c\"\"\",d\\r\\n1,2,3\\n')", "import csv\nlist(csv.DictReader(open('data', newline='')))\ncsv.Sniffer().sniff(open('data').read())"},
	{"open('data', 'w').write('[a]\\nx = 1\\ny: %(x)s\\n')", "import configparser\nc = configparser.ConfigParser()\nc.read('data')\n{s: dict(c[s]) for s in c}"},
	{"import zlib\nopen('data', 'wb').write(zlib.compress(b'abc' * 50))", "import zlib\nlen(zlib.decompress(open('data', 'rb').read()))"},
	{"import gzip\ngzip.open('data', 'wb').write(b'abc' * 50)", "import gzip\nlen(gzip.open('data').read())"},
	{"import zipfile\nwith zipfile.ZipFile('data', 'w') as z: z.writestr('a', 'b')", "import zipfile\nz = zipfile.ZipFile('data')\n[z.read(n) for n in z.namelist()]"},
	{"import matplotlib.pyplot as plt\nplt.imsave('data', [[0, 1], [1, 0]], format='png')", "import matplotlib.pyplot as plt\nplt.imread('data')"},
	{"open('data', 'w').write('def f(x):\\n    return x\\n')", "exec(open('data').read().replace('while', ''))"},
}

// FuzzReaders gives any bytes to each reader: it ends with a value, a Python
// exception or a limit, and the session goes on.
func unhex(t testing.TB, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func FuzzReaders(f *testing.F) {
	for i, r := range readers {
		ev := open(f, "cpu", eval.Config{})
		if _, o := cells(ev, r.make, r.read); o.State != wire.RunDone {
			f.Fatalf("%s does not read what %s wrote: %s", r.read, r.make, o.State)
		}
		data, _ := cells(ev, "open('data', 'rb').read().hex()")
		f.Add(uint8(i), unhex(f, strings.Trim(find[wire.DisplayBody](data).Data["text/plain"], "'")))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		ev := open(t, "cpu", eval.Config{Limits: wire.Limits{CellMS: 5000, MemoryBytes: 64 << 20, DeviceBytes: 64 << 20}})
		if err := ev.WriteFile("data", data); err != nil {
			t.Fatal(err)
		}
		r, _ := cells(ev, readers[int(which)%len(readers)].read)
		if b := find[wire.ErrorBody](r); b != nil && b.Name == "InternalError" {
			t.Fatalf("%s\n%s", b.Value, b.Text)
		}
		if r, o := cells(ev, "print('on')"); o.State != wire.RunDone || r.text["stdout"] != "on\n" {
			t.Fatalf("the session is spoilt: %s", o.State)
		}
	})
}
