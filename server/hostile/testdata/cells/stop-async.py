# stops
import asyncio
async def f():
    while True:
        await asyncio.sleep(0)
asyncio.run(f())
