"""FastMCP's own client. Every agent of this folder calls the tool `who` for each line, and answers with a line of JSON."""

import asyncio
import json
import sys

from fastmcp import Client


async def main():
    client = Client(sys.argv[1], auth="oauth")
    while await asyncio.to_thread(sys.stdin.readline):
        try:
            if not client.is_connected():
                await client.__aenter__()
            answer = {"said": (await client.call_tool("who")).data}
        except Exception as error:
            answer = {"failed": str(error)}
        print(json.dumps(answer), flush=True)


asyncio.run(main())
