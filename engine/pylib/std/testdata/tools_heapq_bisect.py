import heapq, bisect
h = [5, 1, 4, 2]
heapq.heapify(h)
print(h)
heapq.heappush(h, 0)
print(h, heapq.heappop(h), heapq.heappushpop(h, 3), heapq.heapreplace(h, 9), h)
print(heapq.nlargest(2, [1, 5, 3]), heapq.nsmallest(2, ['bb', 'a', 'ccc'], key=len))
print(list(heapq.merge([1, 4], [2, 3])), list(heapq.merge('ca', 'db', reverse=True, key=str)))
print(heapq.nlargest(0, [1]), heapq.nsmallest(10, [2, 1]))
for f in ('heapq.heappop([])', 'heapq.heapreplace([],1)', 'heapq.heapify((1,))', "heapq.heappush([1],'a')"):
    try:
        print(eval(f))
    except Exception as e:
        print(type(e).__name__, e)
a = [1, 2, 2, 3]
print(bisect.bisect(a, 2), bisect.bisect_left(a, 2), bisect.bisect_right(a, 2, 0, 2))
print(bisect.bisect_left(['a', 'bb', 'ccc'], 2, key=len), bisect.insort(a, 2.5), a)
bisect.insort_left(a, 2)
print(a)
try:
    bisect.bisect(a, 1, -1)
except ValueError as e:
    print(e)
None
