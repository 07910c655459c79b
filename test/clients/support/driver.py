"""Runs calls of the client: commands and their outcomes are lines of JSON."""

import importlib.util
import json
import sys
import threading
import traceback

from partner_raffle import FeedPage, PartnerRaffle, RaffleError, draws, proofs, webhooks

lists = {}
feeds = {}
printing = threading.Lock()


def camel(options):
    names = {"idempotencyKey": "idempotency_key"}
    return {names.get(name, name): value for name, value in (options or {}).items()}


def client_of(command):
    options = command["client"]
    client = PartnerRaffle(
        api_key=options["apiKey"], base_url=options["baseUrl"], timeout_sec=options.get("timeoutSec", 30)
    )
    return client, repr(client) + repr(vars(client)) + repr(vars(client._sender))


def result(command):
    """Returns a value, and texts that must not show the key."""
    do = command["do"]
    if do == "verify":
        options = {"now_sec": command.get("nowSec"), "tolerance_sec": command.get("toleranceSec", 300)}
        return webhooks.verify(command["body"], command["headers"], command["secrets"], **options), ""
    if do == "verify_draw":
        draw = draws.verify(command["url"], commitment=command.get("commitment"))
        names = ("kind", "ticketNumber", "winnerIndices", "compare")
        return dict(zip(names, (draw.kind, draw.ticket_number, draw.winner_indices, draw.compare))), ""
    if do == "sign":
        return proofs.sign(command["privateKey"], **command["request"]), ""
    if do == "generate_key":
        key = proofs.generate_key()
        return {"privateKey": key.private_key, "publicKey": key.public_key}, repr(key)
    if do == "next":
        element = next(lists[command["list"]], None)
        return {"done": element is None, "value": element}, ""
    if do == "next_of_feed":
        feed, elements, breaks = feeds[command["feed"]]
        element = next(elements)
        value = element._asdict() if isinstance(element, FeedPage) else element
        return {"value": value, "cursor": feed.cursor, "breaks": breaks}, "".join(map(repr, breaks))
    client, texts = client_of(command)
    if do == "list":
        lists[command["number"]] = client.list(command["path"], **camel(command["input"]))
        return command["number"], texts
    if do == "follow":
        breaks = []
        feed = client.events.follow(**command["options"], on_break=lambda error: breaks.append(error.code))
        feeds[command["number"]] = feed, feed.pages() if command["pages"] else iter(feed), breaks
        return command["number"], texts
    if do == "wait_until_final":
        options = {"every_sec": command.get("everySec", 1), "timeout_sec": command.get("timeoutSec", 1_800)}
        return client.sessions.wait_until_final(command["id"], **options), texts
    return getattr(client, do)(command["path"], **camel(command.get("input"))), texts


def printable(error):
    """Returns all that a report of an error may hold: its texts, its members, and the variables of the client."""
    frames = [
        repr(frame.f_locals)
        for frame, _ in traceback.walk_tb(error.__traceback__)
        if "/partner_raffle/" in frame.f_code.co_filename
    ]
    causes = [repr(cause) for cause in (error.__cause__, error.__context__) if cause is not None]
    return "".join([*traceback.format_exception(type(error), error, None), repr(vars(error)), *frames, *causes])


def outcome(command):
    try:
        value, texts = result(command)
        return {"value": value, "printable": texts}
    except RaffleError as error:
        members = {
            "code": error.code,
            "status": error.status,
            "issues": list(error.issues),
            "requestId": error.request_id,
            "docUrl": error.doc_url,
            "retryAfter": error.retry_after,
            "body": error.body,
        }
        return {"error": type(error).__name__, "message": str(error), "members": members, "printable": printable(error)}
    except draws.DrawError as error:
        members = {"code": error.code, "member": error.member}
        return {"error": "DrawError", "message": str(error), "members": members, "printable": printable(error)}
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error), "printable": printable(error)}


def answer(command):
    try:
        answered = outcome(command)
    except Exception:
        answered = {"error": "driver", "message": traceback.format_exc(), "printable": ""}
    line = json.dumps({"number": command["number"], **answered})
    with printing:
        print(line, flush=True)


print(json.dumps({"proofs": importlib.util.find_spec("cryptography") is not None}), flush=True)
for line in sys.stdin:
    threading.Thread(target=answer, args=[json.loads(line)], daemon=True).start()
