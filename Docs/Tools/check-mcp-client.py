"""Uses `agg mcp` as an assistant would, with the installed reference client. Usage: check-mcp-client.py AGG FOLDER

FOLDER contains config.yml. Works with both generations of the client, which differ in names and in how they connect.
"""
import asyncio
import contextlib
import importlib.metadata
import json
import subprocess
import sys
import time

import jsonschema
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

AGG, FOLDER = sys.argv[1:3]
VERSION = importlib.metadata.version("mcp")
IS_NEW = not VERSION.startswith("1.")
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n"
CALLS = [
    ("sources", {}, lambda rows: {row["id"] for row in rows} >= {"cities", "nyc-schools"}),
    ("sources", {"id": "cities"}, lambda rows: rows[0]["columns"][0]["name"] == "country"),
    ("search", {"query": "london"}, lambda rows: rows[0]["title"] == "London"),
    ("search", {"query": "a; b > c | d --limit 3"}, lambda rows: rows == []),
    ("search", {"query": "san", "source": "cities", "limit": 3}, lambda rows: len(rows) == 3),
    ("show", {"address": "cities:2643743"}, lambda rows: rows[0]["fields"]["country"] == "GB"),
    ("list", {"source": "cities"}, lambda rows: len(rows) == 20),
    ("list", {"source": "cities", "query": "country:FR", "limit": 2}, lambda rows: len(rows) == 2),
    ("facet", {"column": "borough"}, lambda rows: rows[0]["count"] >= rows[1]["count"] > 0),
    ("near", {"place": "New York", "radius": "5km"}, lambda rows: rows[0]["distance_km"] == 0),
    ("near", {"place": "51.5,-0.1", "query": "source:cities"}, lambda rows: rows[0]["title"] == "London"),
    ("sql", {"statement": "SELECT count(*) AS n FROM \"nyc-schools\""}, lambda rows: rows[0]["n"] > 10),
]
FAILURES = [
    ("search", {}, "missing parameter “query”"), ("search", {"query": 1}, "expected a string"),
    ("list", {"source": "x"}, "unknown source"),
    ("sql", {"statement": "DELETE FROM records"}, ""), ("show", {"address": "1"}, "1"),
    ("search", {"query": "x", "limit": 5000}, "from 1 to 1000"), ("facet", {"column": "nothing"}, "nothing"),
]


def field(value, name):
    """Returns a member by its name in either client: isError is is_error in the newer one."""
    return getattr(value, name if hasattr(value, name) else "".join("_" + c.lower() if c.isupper() else c for c in name))


def expect(condition, what):
    if not condition:
        sys.exit(f"check-mcp: mcp {VERSION}: {what}")


def parameters(*options):
    return StdioServerParameters(
        command=AGG, args=["--config", f"{FOLDER}/config.yml", "--store", f"{FOLDER}/store", "--no-init", "mcp", *options])


@contextlib.asynccontextmanager
async def connected(mode, *options):
    """Yields a client and the protocol version that it negotiated with the server."""
    if IS_NEW:
        from mcp import Client
        async with Client(parameters(*options), mode=mode) as client:
            yield client, client.protocol_version
    else:
        async with stdio_client(parameters(*options)) as streams, ClientSession(*streams) as client:
            started = await client.initialize()
            yield client, started.protocolVersion


async def check_tools(client, names):
    tools = (await client.list_tools()).tools
    expect([tool.name for tool in tools] == names, f"the tools are {[tool.name for tool in tools]}")
    for tool in tools:
        is_reading = field(tool.annotations, "readOnlyHint")
        expect(is_reading == (tool.name != "refresh"), f"{tool.name} is marked read-only: {is_reading}")
        jsonschema.Draft202012Validator.check_schema(field(tool, "inputSchema"))
        jsonschema.Draft202012Validator.check_schema(field(tool, "outputSchema"))
    # Keeps the definitions well below 1,500 tokens, at about four characters per token.
    size = sum(len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in tools)
    expect(size < 5_200, f"the definitions have {size} characters")
    return {tool.name: field(tool, "outputSchema") for tool in tools}


async def check_calls(client, schemas):
    for name, arguments, is_right in CALLS:
        result = await client.call_tool(name, arguments)
        content = field(result, "structuredContent")
        expect(not field(result, "isError"), f"{name} {arguments}: {result.content}")
        jsonschema.validate(content, schemas[name])
        expect(json.loads(result.content[0].text) == content, f"{name}: the text differs from the content")
        expect(is_right(content["rows"]), f"{name} {arguments}: {content}")
        for source in content["sources"]:
            expect({"id", "age_s", "stale", "reason"} <= source.keys(), f"{name}: {source}")
    for name, arguments, part in FAILURES:
        result = await client.call_tool(name, arguments)
        expect(field(result, "isError") and part in result.content[0].text, f"{name} {arguments}: {result.content}")


async def check_cancellation(client):
    """A cancelled call is interrupted, and the next one gets a response immediately."""
    call = asyncio.create_task(client.call_tool("sql", {"statement": ENDLESS}))
    await asyncio.sleep(0.3)
    call.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await call
    if not IS_NEW:
        # This client doesn't notify the server that it stopped waiting.
        from mcp.types import CancelledNotification, CancelledNotificationParams, ClientNotification
        last = client._request_id - 1
        await client.send_notification(ClientNotification(CancelledNotification(
            method="notifications/cancelled", params=CancelledNotificationParams(requestId=last))))
    start = time.monotonic()
    result = await client.call_tool("sql", {"statement": "SELECT 1 AS n"})
    expect(field(result, "structuredContent")["rows"] == [{"n": 1}], f"after a cancellation: {result}")
    expect(time.monotonic() - start < 2, "a cancelled statement kept running")


async def check_refresh():
    steps = []

    async def progress(progress, total, message):
        steps.append((progress, message))

    async with connected("auto", "--allow-refresh") as (client, _):
        names = ["sources", "search", "show", "list", "facet", "near", "sql", "refresh"]
        schemas = await check_tools(client, names)
        result = await client.call_tool("refresh", {"ids": ["cities"]}, progress_callback=progress)
        content = field(result, "structuredContent")
        jsonschema.validate(content, schemas["refresh"])
        expect(content["rows"][0]["outcome"] in ("updated", "unchanged"), f"refresh: {content}")
        expect(content["stale"] is False and content["age_s"] is not None, f"refresh: {content}")
        expect(len(steps) > 1 and [s[0] for s in steps] == sorted({s[0] for s in steps}), f"refresh: {steps}")


async def check(mode, version):
    async with connected(mode) as (client, agreed):
        expect(agreed == version, f"{mode}: version {agreed}")
        schemas = await check_tools(client, ["sources", "search", "show", "list", "facet", "near", "sql"])
        await check_calls(client, schemas)
        try:
            refused = field(await client.call_tool("refresh", {}), "isError")
        except Exception:
            refused = True
        expect(refused, "refresh was offered without --allow-refresh")
        await check_cancellation(client)


def check_end():
    """Standard output contains only JSON-RPC, and the program ends at the end of input."""
    lines = b'nonsense\n[]\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n{"jsonrpc":"2.0","id":8,"method":"x"}\n\xff\n'
    command = parameters()
    run = subprocess.run([command.command, *command.args], input=lines, capture_output=True, timeout=20)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    codes = [answer.get("error", {}).get("code") for answer in answers]
    expect(run.returncode == 0 and codes == [-32700, -32600, None, -32601, -32700], f"status {run.returncode}: {answers}")


modes = [("auto", "2026-07-28"), ("legacy", "2025-11-25")] if IS_NEW else [("initialize", "2025-11-25")]
for mode, version in modes:
    asyncio.run(check(mode, version))
asyncio.run(check_refresh())
check_end()
print(f"check-mcp: mcp {VERSION}: versions {', '.join(version for _, version in modes)}")
