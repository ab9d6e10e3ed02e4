# raises MemoryError
class Node:
    pass
head = None
while True:
    n = Node()
    n.next, n.data = head, [1, 2, 3]
    head = n
