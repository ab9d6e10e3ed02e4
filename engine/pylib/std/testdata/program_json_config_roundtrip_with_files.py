import json, os, pathlib, tempfile, shutil, csv, configparser
with tempfile.TemporaryDirectory() as d:
    p = pathlib.Path(d) / 'conf' / 'x.json'
    p.parent.mkdir()
    p.write_text(json.dumps({'a': [1, 2, {'b': None}], 'é': True}, indent=1, ensure_ascii=False), encoding='utf-8')
    print(json.loads(p.read_text())['a'][2], p.stat().st_size, [x.name for x in p.parent.iterdir()])
    with open(p.with_suffix('.csv'), 'w', newline='') as f:
        w = csv.DictWriter(f, fieldnames=['n', 'v'])
        w.writeheader()
        w.writerows(({'n': i, 'v': i ** 2} for i in range(3)))
    with open(p.with_suffix('.csv'), newline='') as f:
        print(sum((int(r['v']) for r in csv.DictReader(f))))
    print(sorted((x.relative_to(d).as_posix() for x in pathlib.Path(d).rglob('*'))))
    shutil.copytree(p.parent, pathlib.Path(d) / 'copy')
    print(sorted(os.listdir(d)))
    shutil.move(str(p), os.path.join(d, 'moved.json'))
    print(os.path.exists(p), shutil.disk_usage.__name__)
    shutil.rmtree(os.path.join(d, 'copy'))
    print(sorted(os.listdir(d)))
print(os.path.exists(d))
