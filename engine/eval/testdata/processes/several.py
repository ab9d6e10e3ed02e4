import multiprocessing as mp


def square(x):
    return x * x


def worker(rank, queue, lock):
    with lock:
        queue.put((rank, square(rank), mp.current_process().name))


def fails():
    raise ValueError('no')


def echo(connection):
    while (x := connection.recv()) is not None:
        connection.send([x, x])


def add(value, lock):
    for _ in range(10):
        with lock:
            value.value += 1


def wait_for(event, queue):
    queue.put('waits')
    event.wait()
    queue.put('goes on')


def meet(barrier, queue):
    barrier.wait()
    queue.put('met')


if __name__ == '__main__':
    mp.set_start_method('spawn')
    try:
        mp.set_start_method('fork')
    except RuntimeError as e:
        print(e)
    queue, lock = mp.Queue(), mp.Lock()
    workers = [mp.Process(target=worker, args=(i, queue, lock)) for i in range(3)]
    for p in workers:
        p.start()
    print(sorted(queue.get() for _ in workers))
    for p in workers:
        p.join()
    print([p.exitcode for p in workers], mp.active_children(), workers[0].is_alive())
    p = mp.Process(target=fails, name='failing')
    print(p.exitcode, p.is_alive(), p.name, p.daemon)
    p.start()
    p.join()
    print(p.exitcode)
    try:
        p.start()
    except AssertionError as e:
        print(e)
    with mp.Pool(2) as pool:
        print(pool.map(square, range(10)), pool.apply(square, (7,)), pool.starmap(pow, [(2, 3), (3, 2)]), list(pool.imap(square, [1, 2])))
        result = pool.map_async(square, [3, 4])
        print(result.get(timeout=60), result.ready(), result.successful())
        try:
            pool.apply(divmod, (1, 0))
        except ZeroDivisionError as e:
            print(e)
    ours, theirs = mp.Pipe()
    p = mp.Process(target=echo, args=(theirs,))
    p.start()
    ours.send({'a': 1})
    print(ours.recv(), ours.poll())
    ours.send(None)
    p.join()
    value, lock = mp.Value('i', 3), mp.Lock()
    adders = [mp.Process(target=add, args=(value, lock)) for _ in range(2)]
    for p in adders:
        p.start()
    for p in adders:
        p.join()
    print(value.value)
    numbers = mp.Array('d', 3)
    numbers[1] = 2
    print(numbers[:], len(numbers))
    event = mp.Event()
    p = mp.Process(target=wait_for, args=(event, queue))
    p.start()
    print(queue.get(), event.is_set())
    event.set()
    print(queue.get())
    p.join()
    barrier = mp.Barrier(3)
    met = [mp.Process(target=meet, args=(barrier, queue)) for _ in range(3)]
    for p in met:
        p.start()
    print([queue.get() for _ in met])
    for p in met:
        p.join()
    import queue as queues
    try:
        queue.get(timeout=0.01)
    except queues.Empty:
        print('empty')
    event.clear()
    p = mp.Process(target=wait_for, args=(event, queue))
    p.start()
    print(queue.get())
    p.kill()
    p.join()
    print(p.exitcode)
