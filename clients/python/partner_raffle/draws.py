"""Computes published draws again: of a competition, or over a list (`fair-draw-v1`)."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Dict, Iterator, List, Mapping, NoReturn, Optional, Sequence, Tuple, Union

from ._calls import next_search
from ._client import address_of
from ._tries import Sender, Sending

PAGE_SIZE = 10_000
MOST_CANDIDATES = 10_000
DEEPEST_CANDIDATE = 100
#: Integers that every reader of JSON keeps.
SAFE = 2**53 - 1

NUMBER, HASH, TIME = r"[1-9]\d{0,15}", '"[0-9a-f]{64}"', r'"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"'
BLOCK_HASH, OBJECT = '"0x[0-9a-f]{64}"', r"\{.+\}"
ENTRY = {"first": NUMBER, "last": NUMBER, "orderHash": HASH}
DOCUMENT = {
    "competitionId": NUMBER,
    "status": '"(waiting|committed|drawn)"',
    "chainId": NUMBER,
    "commitment": f"null|{OBJECT}",
    "voidedCommitments": r"\[.*\]",
    "winner": f"null|{OBJECT}",
}
COMMITMENT = {
    "ticketsRoot": HASH,
    "totalTickets": NUMBER,
    "ranges": NUMBER,
    "blockNumber": NUMBER,
    "committedAt": TIME,
}
WINNER = {
    "ticketNumber": NUMBER,
    "winnerIndex": f"0|{NUMBER}",
    "blockHash": BLOCK_HASH,
    "entry": OBJECT,
    "drawnAt": TIME,
}


class DrawError(Exception):
    """A draw that is not verified."""

    #: `mismatch`: a member is not what the rest gives; `unreadable`: not a published draw; `on_chain`: a draw on a
    #: chain, whose proof this client cannot verify; `nothing_committed`: there is nothing to verify yet.
    code: str
    #: The member that the fault is about: `commitment.ticketsRoot`. None: the whole.
    member: Optional[str]

    def __init__(self, code: str, message: str, member: Optional[str] = None) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code
        self.member = member


@dataclass(frozen=True)
class VerifiedDraw:
    """A draw whose winners follow from what is published."""

    #: `competition`, or `list`: a fair draw over a list.
    kind: str
    #: The winning ticket of a competition; None: it is not decided yet, or the draw is one over a list.
    ticket_number: Optional[int]
    #: Positions of the winners in the list, from 0, in the order drawn; empty for a competition.
    winner_indices: Sequence[int]
    #: What is not verified here, by name: compare it with what others saw, such as the block's hash with a node.
    compare: Mapping[str, Union[int, str]]


def verify(
    url: str, *, commitment: Optional[Mapping[str, Any]] = None, timeout_sec: float = 30
) -> VerifiedDraw:
    """
    Reads a published draw and computes it again. No key is sent.

    :param url: of a competition's draw, `…/competition/{id}/draw.json`, or of the proof of a fair draw: the answer to
        its reveal, with the list as member `candidates`
    :param commitment: the answer to the commit of a fair draw, kept from before
    :raises DrawError: the draw is not verified
    :raises RaffleError: no answer came, or a refusal
    """
    address = address_of(url)
    if address is None:
        raise ValueError("url: not an http address without a user")
    sender = Sender(None, timeout_sec)
    answer = _read(sender.send(Sending("GET", url, {}, None)).text)
    if not isinstance(answer, dict):
        raise DrawError("unreadable", "the address has no draw")
    if "data" in answer:
        return _competition(answer["data"], _Entries(sender, address))
    return _list(answer, commitment)


class _Entries:
    """The entries of a draw, page after page."""

    def __init__(self, sender: Sender, address: str) -> None:
        self._sender = sender
        self._address = re.sub(r"\.json$", "/entries.json", address)

    def __iter__(self) -> Iterator[Tuple[int, int, str]]:
        search: Optional[str] = f"limit={PAGE_SIZE}"
        end = 0
        while search is not None:
            answer = self._sender.send(Sending("GET", f"{self._address}?{search}", {}, None))
            page = _read(answer.text)
            for entry in _list_of(page.get("data") if isinstance(page, dict) else None, "entries"):
                _members("entries", entry, ENTRY)
                if not end < entry["first"] <= entry["last"]:
                    raise DrawError("mismatch", f"the range from {entry['first']} on is not the next", "entries")
                end = entry["last"]
                yield entry["first"], end, entry["orderHash"]
            following = next_search(answer.headers.get("link"))
            search = None if following == search else following


def _competition(document: Any, entries: _Entries) -> VerifiedDraw:
    if isinstance(document, dict) and document.get("method") == "vrf":
        raise DrawError("on_chain", "this client does not verify draws on a chain: npm run verify does")
    _members("document", document, DOCUMENT)
    commitment, winner = document["commitment"], document["winner"]
    for voided in document["voidedCommitments"]:
        _members("voidedCommitments", voided, {**COMMITMENT, "voidedAt": TIME})
    if commitment is None:
        raise DrawError("nothing_committed", "nothing is committed yet", "commitment")
    _same("status", document["status"], "drawn" if winner else "committed")
    _members("commitment", commitment, COMMITMENT)
    index = -1
    if winner:
        _members("winner", winner, WINNER)
        _members("winner.entry", winner["entry"], ENTRY)
        seed = bytes.fromhex(winner["blockHash"][2:]) + document["competitionId"].to_bytes(32, "big")
        index = int.from_bytes(_keccak256(seed), "big") % commitment["totalTickets"]
        _same("winner.winnerIndex", winner["winnerIndex"], index)
    tree, ranges, total, won = _Tree(), 0, 0, None
    for first, last, order in entries:
        tree.add(first.to_bytes(8, "big") + last.to_bytes(8, "big") + bytes.fromhex(order))
        if total <= index <= total + last - first:
            won = first + index - total, {"first": first, "last": last, "orderHash": order}
        ranges += 1
        total += last - first + 1
    _same("commitment.ranges", commitment["ranges"], ranges)
    _same("commitment.totalTickets", commitment["totalTickets"], total)
    _same("commitment.ticketsRoot", commitment["ticketsRoot"], tree.root().hex())
    compare: Dict[str, Union[int, str]] = {
        "chainId": document["chainId"],
        "commitment.blockNumber": commitment["blockNumber"],
    }
    if not winner or won is None:
        return VerifiedDraw("competition", None, [], compare)
    _same("winner.ticketNumber", winner["ticketNumber"], won[0])
    _same("winner.entry", winner["entry"], won[1])
    return VerifiedDraw("competition", won[0], [], {**compare, "winner.blockHash": winner["blockHash"]})


class _Tree:
    """Incremental Merkle tree hash (RFC 9162)."""

    def __init__(self) -> None:
        #: Full subtrees with their leaves, the largest first.
        self._trees: List[Tuple[bytes, int]] = []

    def add(self, leaf: bytes) -> None:
        tree, leaves = hashlib.sha256(b"\0" + leaf).digest(), 1
        while self._trees and self._trees[-1][1] == leaves:
            tree, leaves = _node(self._trees.pop()[0], tree), 2 * leaves
        self._trees.append((tree, leaves))

    def root(self) -> bytes:
        if not self._trees:
            return hashlib.sha256(b"").digest()
        root = self._trees[-1][0]
        for left, _ in reversed(self._trees[:-1]):
            root = _node(left, root)
        return root


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def _list(answer: Mapping[str, Any], commitment: Optional[Mapping[str, Any]]) -> VerifiedDraw:
    result, proof = answer.get("result"), answer.get("proof")
    if not isinstance(result, dict) or not isinstance(proof, dict):
        raise DrawError("unreadable", "the address has no draw")
    candidates = _list_of(answer.get("candidates"), "candidates")
    for candidate in candidates:
        _shallow(candidate, DEEPEST_CANDIDATE)
    _same("proof.alg", proof.get("alg"), "fair-draw-v1")
    if commitment is not None:
        _same("commitment.algorithm", commitment.get("algorithm"), "fair-draw-v1")
        _same("commitment.serverSeedHash", commitment.get("serverSeedHash"), proof.get("serverSeedHash"))
    seed = _text(proof, "serverSeed", 64)
    if not re.fullmatch("[0-9a-f]{64}", seed):
        raise DrawError("unreadable", "proof.serverSeed: not 64 hexadecimal digits", "proof.serverSeed")
    _same("proof.serverSeedHash", proof.get("serverSeedHash"), _sha256(seed))
    _same("proof.candidateCount", proof.get("candidateCount"), len(candidates))
    _same("proof.candidatesHash", proof.get("candidatesHash"), _sha256(_canonical(candidates)))
    client_seed, nonce, pick = _text(proof, "clientSeed", 200), _text(proof, "nonce", 80), proof.get("pick")
    if type(pick) is not int or not 1 <= pick <= len(candidates) <= MOST_CANDIDATES:
        raise DrawError("unreadable", "proof.pick: more than the list has", "proof.pick")
    drawn = _drawn(seed, client_seed, nonce, candidates, pick)
    _same("proof.winnerIndices", proof.get("winnerIndices"), drawn)
    _same("result.winnerIndices", result.get("winnerIndices"), drawn)
    _same("result.winners", result.get("winners"), [candidates[index] for index in drawn])
    compare = {} if commitment is not None else {"proof.serverSeedHash": proof["serverSeedHash"]}
    return VerifiedDraw("list", None, drawn, compare)


def _drawn(seed: str, client_seed: str, nonce: str, candidates: List[Any], pick: int) -> List[int]:
    count = len(candidates)
    words = _words(seed, client_seed, nonce, _sha256(_canonical(candidates)), count, pick)
    positions = list(range(count))
    for place in range(pick):
        rest = count - place
        other = place + next(word for word in words if word < 2**32 - 2**32 % rest) % rest
        positions[place], positions[other] = positions[other], positions[place]
    return positions[:pick]


def _words(seed: str, *inputs: Union[str, int]) -> Iterator[int]:
    counter = 0
    while True:
        message = _canonical(["fair-draw-v1", *inputs, counter])
        block = hmac.new(seed.encode(), message.encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def _canonical(value: Any) -> str:
    """Returns the form of RFC 8785."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{_canonical(name)}:{_canonical(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_canonical, value)) + "]"
    if isinstance(value, float):
        return _float(value)
    return json.dumps(value, ensure_ascii=False)


def _float(value: float) -> str:
    """Writes a number as JavaScript does."""
    sign, figures, exponent = Decimal(repr(value)).as_tuple()
    digits = "".join(map(str, figures)).strip("0")
    if not digits:
        return "0"
    point = Decimal(repr(value)).adjusted() + 1
    if 0 < point <= 21:
        text = digits[:point].ljust(point, "0") + ("." + digits[point:] if len(digits) > point else "")
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"e{point - 1:+d}"
    return "-" * sign + text


def _read(text: str) -> Any:
    """Reads JSON that every reader takes alike (RFC 7493)."""
    try:
        value = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_int=_integer,
            parse_float=_double,
            parse_constant=_no_number,
        )
        # Half of a surrogate pair has no bytes.
        _canonical(value).encode()
        return value
    except (ValueError, RecursionError) as error:
        raise DrawError("unreadable", f"not JSON that every reader takes alike: {type(error).__name__}") from None


def _unique(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has a name twice")
    return members


def _integer(text: str) -> int:
    value = int(text) if len(text) <= 17 else SAFE + 1
    return value if abs(value) <= SAFE else _no_number(text)


def _double(text: str) -> Union[int, float]:
    value = float(text)
    if SAFE < abs(value) < 1e21 or value in (float("inf"), float("-inf")):
        _no_number(text)
    return int(value) if value.is_integer() and abs(value) <= SAFE else value


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:40]} is not a number that every reader keeps")


def _members(name: str, value: Any, forms: Mapping[str, str]) -> None:
    """Checks that an object has exactly these members, each of its form."""
    if not isinstance(value, dict) or sorted(value) != sorted(forms):
        raise DrawError("unreadable", f"{name}: other members than a draw has", name)
    for member, form in forms.items():
        if not re.fullmatch(form, json.dumps(value[member])):
            raise DrawError("unreadable", f"{name}.{member} is not what it should be", f"{name}.{member}")


def _list_of(value: Any, member: str) -> List[Any]:
    if not isinstance(value, list):
        raise DrawError("unreadable", f"{member}: not a list", member)
    return value


def _text(proof: Mapping[str, Any], member: str, longest: int) -> str:
    value = proof.get(member)
    if not isinstance(value, str) or len(value) > longest:
        raise DrawError("unreadable", f"proof.{member}: not a text of at most {longest}", f"proof.{member}")
    return value


def _shallow(value: Any, levels: int) -> None:
    inner: Any = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    if inner is not None and levels == 0:
        raise DrawError("unreadable", "a candidate is nested too deeply", "candidates")
    for one in inner or ():
        _shallow(one, levels - 1)


def _same(member: str, published: Any, found: Any) -> None:
    if type(published) is not type(found) or _canonical(published) != _canonical(found):
        raise DrawError("mismatch", f"{member} is {published!r:.200}, computed was {found!r:.200}", member)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _keccak256(content: bytes) -> bytes:
    """Takes at most 135 bytes: one block."""
    block = bytearray(content) + b"\1" + bytes(135 - len(content))
    block[135] |= 0x80
    lanes = [[0] * 5 for _ in range(5)]
    for i in range(17):
        lanes[i % 5][i // 5] = int.from_bytes(block[8 * i : 8 * i + 8], "little")
    shift = 1
    for _ in range(24):
        parity = [a ^ b ^ c ^ d ^ e for a, b, c, d, e in lanes]
        for x in range(5):
            mask = parity[x - 1] ^ _rotated(parity[(x + 1) % 5], 1)
            lanes[x] = [lane ^ mask for lane in lanes[x]]
        x, y, moving = 1, 0, lanes[1][0]
        for t in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            moving, lanes[x][y] = lanes[x][y], _rotated(moving, (t + 1) * (t + 2) // 2)
        lanes = [
            [lanes[x][y] ^ (~lanes[(x + 1) % 5][y] & lanes[(x + 2) % 5][y]) for y in range(5)] for x in range(5)
        ]
        for j in range(7):
            shift = (shift << 1 ^ (shift >> 7) * 0x171) & 0xFF
            if shift & 2:
                lanes[0][0] ^= 1 << (1 << j) - 1
    return b"".join(lanes[x][0].to_bytes(8, "little") for x in range(4))


def _rotated(lane: int, by: int) -> int:
    return (lane << by % 64 | lane >> 64 - by % 64) & (1 << 64) - 1
