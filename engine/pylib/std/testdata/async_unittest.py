"""Tests and mocks of coroutines."""
import asyncio, sys, io, unittest
from unittest import IsolatedAsyncioTestCase
from unittest.mock import AsyncMock, patch
log = []
class T(IsolatedAsyncioTestCase):
    def setUp(self): log.append("setUp")
    async def asyncSetUp(self):
        log.append("asyncSetUp"); self.x = await asyncio.sleep(0, 3)
    async def test_one(self):
        log.append("one"); self.assertEqual(self.x, 3)
        self.addAsyncCleanup(self.clean, 1)
    async def clean(self, n): log.append(f"clean{n}")
    async def test_two(self):
        await asyncio.sleep(0)
        self.assertEqual(1, 2)
    def test_three(self): log.append("three")
    async def asyncTearDown(self): log.append("asyncTearDown")
    def tearDown(self): log.append("tearDown")
out = io.StringIO()
r = unittest.TextTestRunner(stream=out).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
print(r, log)
async def main():
    m = AsyncMock(return_value=4)
    print(await m(1, a=2), m.await_count, m.await_args, m.call_args)
    m.assert_awaited_once_with(1, a=2)
    try: m.assert_awaited_with(2)
    except AssertionError as e: print(e)
    m = AsyncMock(side_effect=[1, ValueError("x")])
    print(await m())
    try: await m()
    except ValueError as e: print(repr(e))
    try: await m()
    except StopAsyncIteration as e: print(repr(e))
    m = AsyncMock()
    try: m.assert_awaited()
    except AssertionError as e: print(e)
    print(asyncio.iscoroutinefunction(m))
    with patch("asyncio.sleep") as s:
        await asyncio.sleep(100)
        print(type(s).__name__, s.await_count)
asyncio.run(main())
