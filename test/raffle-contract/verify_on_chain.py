"""Verifies a draw on chain from a node alone, by the rule in docs/verifying-a-draw.md and Python's standard library.

python3 verify_on_chain.py <node> <contract> <lot>
"""

import json
import sys
import urllib.request

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
MASK = 2**64 - 1


def rotate(lane, by):
    return (lane << by | lane >> (64 - by)) & MASK if by else lane


def permute(lanes):
    register = 1
    for _ in range(24):
        columns = [lanes[x][0] ^ lanes[x][1] ^ lanes[x][2] ^ lanes[x][3] ^ lanes[x][4] for x in range(5)]
        mixed = [columns[(x + 4) % 5] ^ rotate(columns[(x + 1) % 5], 1) for x in range(5)]
        lanes = [[lanes[x][y] ^ mixed[x] for y in range(5)] for x in range(5)]
        x, y, current = 1, 0, lanes[1][0]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, lanes[x][y] = lanes[x][y], rotate(current, (step + 1) * (step + 2) // 2 % 64)
        for y in range(5):
            row = [lanes[x][y] for x in range(5)]
            for x in range(5):
                lanes[x][y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5] & MASK)
        for bit in range(7):
            register = (register << 1 ^ (register >> 7) * 0x71) % 256
            if register & 2:
                lanes[0][0] ^= 1 << ((1 << bit) - 1)
    return lanes


def keccak(data):
    """Ethereum's, with the padding 01: not SHA3-256."""
    rate = 136
    padded = bytearray(data + b"\x01" + b"\x00" * (-(len(data) + 1) % rate))
    padded[-1] |= 0x80
    lanes = [[0] * 5 for _ in range(5)]
    for at in range(0, len(padded), rate):
        for word in range(rate // 8):
            start = at + 8 * word
            lanes[word % 5][word // 5] ^= int.from_bytes(padded[start : start + 8], "little")
        lanes = permute(lanes)
    return b"".join(lanes[word % 5][word // 5].to_bytes(8, "little") for word in range(4))


def hashed(*numbers):
    return int.from_bytes(keccak(b"".join(number.to_bytes(32, "big") for number in numbers)), "big")


def on_curve(point):
    x, y = point
    return 0 <= x < P and 0 <= y < P and (y * y - x * x * x - 7) % P == 0


def plus(a, b):
    """None is the point at infinity."""
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(scalar, point):
    total = None
    for bit in bin(scalar % N)[2:]:
        total = plus(total, total)
        if bit == "1":
            total = plus(total, point)
    return total


def hash_to_curve(key, number):
    x = hashed(1, *key, number)
    while True:
        while x >= P:
            x = hashed(x)
        y = pow(x * x * x + 7, (P + 1) // 4, P)
        if on_curve((x, y)):
            return x, y if y % 2 == 0 else P - y
        x = hashed(x)


def proven_output(key, gamma, c, s, number):
    """None: the proof proves nothing."""
    if not on_curve(key) or not on_curve(gamma):
        return None
    h = hash_to_curve(key, number)
    u = plus(times(c, key), times(s, G))
    v = plus(times(c, gamma), times(s, h))
    if u is None or v is None:
        return None
    address = hashed(*u).to_bytes(32, "big")[12:]
    numbers = b"".join(part.to_bytes(32, "big") for part in (2, *h, *key, *gamma, *v))
    if int.from_bytes(keccak(numbers + address), "big") != c:
        return None
    return hashed(3, *gamma)


class Failed(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Failed(what)


def ask(node, method, *params):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    request = urllib.request.Request(node, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["result"]


def topic(signature):
    return "0x" + keccak(signature.encode()).hex()


def words(data):
    return [int(data[at : at + 64], 16) for at in range(2, len(data) - 63, 64)]


def logs_of(node, address, signature, first_topic=None):
    topics = [topic(signature)] + ([first_topic] if first_topic else [])
    return ask(node, "eth_getLogs", {"address": address, "fromBlock": "0x0", "toBlock": "latest", "topics": topics})


def one(logs, what):
    check(len(logs) == 1, what)
    return logs[0]


def purchases_of(node, contract, lot):
    terms = one(logs_of(node, contract, "LotCreated(uint256,(address,uint64,uint32,address,uint40,uint40))", lot), "terms")
    _, price, most, *_ = words(terms["data"])
    bought = []
    sold = 0
    for log in logs_of(node, contract, "Bought(uint256,address,uint32,uint32,uint32,uint256)", lot):
        index, first, last, cost = words(log["data"])
        check(index == len(bought) and first == sold + 1 and last >= first, "purchases")
        check(cost == price * (last - first + 1), "terms")
        sold = last
        place = (int(log["blockNumber"], 16), int(log["logIndex"], 16))
        bought.append((first, last, int(log["topics"][2], 16), place))
    check(0 < sold <= most, "tickets")
    return bought, sold


def requested_of(node, contract, coordinator, lot, bought, sold):
    request = one(logs_of(node, contract, "DrawRequested(uint256,uint256,uint32)", lot), "request")
    place = (int(request["blockNumber"], 16), int(request["logIndex"], 16))
    check(all(each[3] < place for each in bought), "purchases")
    check(words(request["data"]) == [sold], "tickets")
    asked = one(
        [
            log
            for log in logs_of(
                node, coordinator, "RandomWordsRequested(bytes32,uint256,uint256,uint256,uint16,uint32,uint32,bytes,address)"
            )
            if log["transactionHash"] == request["transactionHash"]
        ],
        "request",
    )
    key_hash, sender = int(asked["topics"][1], 16), int(asked["topics"][3], 16)
    request_id, pre_seed = words(asked["data"])[:2]
    check(sender == int(contract, 16), "request")
    check(request_id == int(request["topics"][2], 16) == hashed(key_hash, pre_seed), "request")
    block = ask(node, "eth_getBlockByNumber", request["blockNumber"], False)
    check(block["hash"] == request["blockHash"], "request")
    return request["topics"][2], key_hash, pre_seed, int(block["hash"], 16)


def verify(node, contract, lot_id):
    lot = "0x" + int(lot_id).to_bytes(32, "big").hex()
    selector = topic("coordinator()")[:10]
    told = ask(node, "eth_call", {"to": contract, "data": selector}, "latest")
    coordinator = "0x" + told[-40:]
    bought, sold = purchases_of(node, contract, lot)
    request_id, key_hash, pre_seed, block_hash = requested_of(node, contract, coordinator, lot, bought, sold)

    drawn = one(logs_of(node, contract, "Drawn(uint256,uint256,uint256,uint32,address)", lot), "answer")
    check(drawn["topics"][2] == request_id, "answer")
    seed, ticket = words(drawn["data"])
    fulfilled = one(
        logs_of(
            node, coordinator, "RandomWordsFulfilled(uint256,uint256,uint256,uint96,bool,bool,bool)", request_id
        ),
        "proof",
    )
    check(fulfilled["transactionHash"] == drawn["transactionHash"], "proof")
    output, _, _, success, _ = words(fulfilled["data"])
    # The six numbers before the pre-seed, wherever the transaction has them.
    data = ask(node, "eth_getTransactionByHash", drawn["transactionHash"])["input"]
    at = data.find(pre_seed.to_bytes(32, "big").hex())
    check(at >= 2 + 6 * 64, "proof")
    numbers = words("0x" + data[at - 6 * 64 : at])
    key, gamma, c, s = tuple(numbers[:2]), tuple(numbers[2:4]), numbers[4], numbers[5]
    check(hashed(*key) == key_hash, "proof")
    check(proven_output(key, gamma, c, s, hashed(pre_seed, block_hash)) == output and success == 1, "proof")
    check(hashed(output, 0) == seed, "seed")
    check(seed % sold + 1 == ticket, "ticket")
    winner = next(buyer for first, last, buyer, _ in bought if first <= ticket <= last)
    check(winner == int(drawn["topics"][3], 16), "winner")
    return f"verified: ticket {ticket} of 0x{winner:040x} won; coordinator {coordinator}"


if __name__ == "__main__":
    try:
        print(verify(*sys.argv[1:]))
    except Failed as failure:
        print(f"FAILED: {failure}")
        sys.exit(1)
