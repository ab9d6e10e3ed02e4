"""What asyncio is made of."""

from asyncio.futures import Future
from asyncio.tasks import Task
