"""The Python SDK, with an address of its own for the answer of the browser."""

import asyncio
import json
import sys
import webbrowser
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client.auth import OAuthClientProvider
from mcp.client.session import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata


class Memory:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def main():
    url = sys.argv[1]
    answers = asyncio.Queue()

    async def answered(reader, writer):
        request = (await reader.readline()).decode()
        query = parse_qs(urlsplit(request.split(" ")[1]).query)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nDone.")
        await writer.drain()
        writer.close()
        if "code" in query or "error" in query:
            await answers.put({name: values[0] for name, values in query.items()})

    listener = await asyncio.start_server(answered, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]

    async def open_browser(address):
        await asyncio.to_thread(webbrowser.open, address)

    async def wait_for_answer():
        answer = await answers.get()
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return AuthorizationCodeResult(**answer)

    provider = OAuthClientProvider(
        server_url=url,
        client_metadata=OAuthClientMetadata(
            client_name="Python SDK",
            redirect_uris=[f"http://127.0.0.1:{port}/callback"],
            grant_types=["authorization_code", "refresh_token"],
            response_types=["code"],
        ),
        storage=Memory(),
        redirect_handler=open_browser,
        callback_handler=wait_for_answer,
    )

    async def who():
        async with httpx2.AsyncClient(auth=provider, timeout=60) as http:
            async with streamable_http_client(url, http_client=http) as (read, write, *_):
                async with ClientSession(read, write) as session:
                    await session.initialize()
                    return (await session.call_tool("who", {})).content[0].text

    def message(error):
        return "; ".join(map(message, error.exceptions)) if isinstance(error, BaseExceptionGroup) else str(error)

    while await asyncio.to_thread(sys.stdin.readline):
        try:
            answer = {"said": await who()}
        except Exception as error:
            answer = {"failed": message(error)}
        print(json.dumps(answer), flush=True)


asyncio.run(main())
