// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Raffle} from "../Raffle.sol";
import {RaffleTypes} from "../RaffleTypes.sol";
import {VrfCoordinator} from "../VrfCoordinator.sol";
import {CHEATS, Coins, Faults, OPERATOR, OWNER} from "./Support.sol";

address constant TREASURY = address(0x7e);
uint256 constant BUYERS = 5;

/// Knows the keys with an odd hash, and what it was last asked for.
contract Requests is VrfCoordinator {
    uint256 public last;
    RandomWordsRequest private _latest;

    function requestRandomWords(RandomWordsRequest calldata request) external returns (uint256) {
        _latest = request;
        return ++last;
    }

    function s_provingKeys(bytes32 keyHash) external pure returns (bool, uint64) {
        return (uint256(keyHash) % 2 == 1, 0);
    }

    function latest() external view returns (RandomWordsRequest memory) {
        return _latest;
    }
}

/// Calls the raffle as any account may, with what chance chooses, and keeps its own book.
contract RaffleCallers is Faults {
    Raffle public immutable raffle;
    Coins public immutable coins;
    Requests private immutable _requests;
    uint256 public lots;
    uint256 public strays;
    RaffleTypes.Randomness private _present;
    mapping(uint256 => RaffleTypes.Randomness) private _settingsOf;
    mapping(uint256 => uint256) public paidFor;
    mapping(uint256 => uint256) public ticketsOf;
    mapping(uint256 => uint256) public requestsOf;
    mapping(uint256 => uint256) public returnedOf;
    mapping(uint256 => uint256) public paidOutOf;
    mapping(uint256 => uint256) public seedOf;
    mapping(uint256 => bool) public isDrawn;
    mapping(uint256 => uint256) private _requestedAt;
    mapping(uint256 => uint256) private _announcedAt;
    mapping(uint256 => mapping(uint32 => bool)) private _isRefunded;

    constructor(Raffle raffle_, Coins coins_, Requests requests_, RaffleTypes.Randomness memory randomness) {
        raffle = raffle_;
        coins = coins_;
        _requests = requests_;
        _present = randomness;
    }

    function create(uint64 price, uint32 most, uint32 length) external {
        if (lots >= 5) return;
        uint40 start = uint40(block.timestamp);
        RaffleTypes.Terms memory terms = RaffleTypes.Terms({
            token: address(coins),
            price: price % 1e12 + 1,
            maxTickets: most % 200 + 1,
            treasury: TREASURY,
            startAt: start,
            endAt: start + 1 + length % 10 days
        });
        CHEATS.prank(OPERATOR);
        raffle.createLot(++lots, terms, start);
        _settingsOf[lots] = _present;
    }

    function buy(uint256 seed, uint8 buyerSeed, uint32 quantity) external {
        uint256 lotId = _lot(seed);
        address buyer = buyerOf(buyerSeed);
        quantity = quantity % 30;
        uint256 cost = uint256(raffle.lots(lotId).price) * quantity;
        coins.mint(buyer, cost);
        CHEATS.prank(buyer);
        coins.approve(address(raffle), cost);
        CHEATS.prank(buyer);
        try raffle.buy(lotId, quantity, cost) {
            paidFor[lotId] += cost;
            ticketsOf[lotId] += quantity;
        } catch {}
    }

    function draw(uint256 seed, bool asOperator) external {
        uint256 lotId = _lot(seed);
        uint256 from = raffle.lots(lotId).endAt + (asOperator ? 0 : 1 days);
        if (asOperator) CHEATS.prank(OPERATOR);
        try raffle.requestDraw(lotId) {
            ++requestsOf[lotId];
            _requestedAt[lotId] = block.timestamp;
            VrfCoordinator.RandomWordsRequest memory asked = _requests.latest();
            RaffleTypes.Randomness memory sold = _settingsOf[lotId];
            _require(block.timestamp >= from, "requested too early");
            _require(asked.requestConfirmations == sold.confirmations, "confirmations");
            _require(asked.keyHash == sold.keyHash && asked.subId == sold.subscriptionId, "settings");
            _require(asked.numWords == 1 && asked.callbackGasLimit == 300_000, "request");
        } catch {}
    }

    function answer(uint256 requestId, uint256 random) external {
        requestId = requestId % (_requests.last() + 2);
        uint256 lotId = raffle.lotOfRequest(requestId);
        uint256 announcedAt = _announcedAt[lotId];
        bool counts = raffle.lots(lotId).state == RaffleTypes.State.Drawing &&
            (announcedAt == 0 || block.timestamp < announcedAt + 1 hours);
        uint256[] memory words = new uint256[](1);
        words[0] = random;
        CHEATS.prank(address(_requests));
        try raffle.rawFulfillRandomWords(requestId, words) {
            if (!counts) return;
            isDrawn[lotId] = true;
            seedOf[lotId] = random;
        } catch {
            _require(false, "an answer reverted");
        }
    }

    function cancel(uint256 seed, bool asOperator) external {
        uint256 lotId = _lot(seed);
        RaffleTypes.Lot memory before = raffle.lots(lotId);
        if (asOperator) CHEATS.prank(OPERATOR);
        try raffle.cancel(lotId) {
            if (before.state == RaffleTypes.State.Open) {
                _require(asOperator || block.timestamp >= before.endAt + 3 days, "cancelled while open");
            } else if (_announcedAt[lotId] == 0) {
                _require(block.timestamp >= _requestedAt[lotId] + 3 days, "announced too early");
                _require(raffle.lots(lotId).state == RaffleTypes.State.Drawing, "cancelled at once");
                _announcedAt[lotId] = block.timestamp;
            } else {
                _require(block.timestamp >= _announcedAt[lotId] + 1 hours, "cancelled too early");
            }
            _require(before.state != RaffleTypes.State.Drawn && !isDrawn[lotId], "cancelled a drawn lot");
        } catch {}
    }

    /// Up to four purchases at once, some of them twice.
    function refund(uint256 seed, uint32 first, uint8 count) external {
        uint256 lotId = _lot(seed);
        uint32[] memory indexes = new uint32[](count % 5);
        for (uint32 i = 0; i < indexes.length; ++i) indexes[i] = (first % 40 + i / 2) % 40;
        uint256 before = coins.sentInAll(address(raffle));
        try raffle.refund(lotId, indexes) returns (uint256 refunded) {
            uint256 units;
            for (uint256 i = 0; i < indexes.length; ++i) {
                uint32 index = indexes[i];
                if (_isRefunded[lotId][index] || !raffle.isRefunded(lotId, index)) continue;
                _isRefunded[lotId][index] = true;
                (, uint32 begin, uint32 end) = raffle.purchase(lotId, index);
                units += uint256(raffle.lots(lotId).price) * (end - begin + 1);
                --refunded;
            }
            _require(refunded == 0, "number of refunds");
            _require(coins.sentInAll(address(raffle)) - before == units, "units of refunds");
            returnedOf[lotId] += units;
        } catch {}
    }

    function payOut(uint256 seed) external {
        uint256 lotId = _lot(seed);
        uint256 before = coins.balanceOf(address(raffle));
        try raffle.payOut(lotId) {
            paidOutOf[lotId] += before - coins.balanceOf(address(raffle));
        } catch {}
    }

    function block_(uint8 who, uint8 mood) external {
        coins.setMood(who % 6 == 5 ? TREASURY : buyerOf(who), Coins.Mood(mood % 3));
    }

    function stray(uint64 units) external {
        coins.mint(address(raffle), units);
        strays += units;
    }

    function rescue() external {
        CHEATS.prank(OWNER);
        try raffle.rescue(IERC20(address(coins)), OWNER) {
            strays = 0;
        } catch {}
    }

    function setRandomness(uint256 subscriptionId, bytes32 keyHash, uint16 confirmations) external {
        confirmations = confirmations % 300;
        RaffleTypes.Randomness memory randomness = RaffleTypes.Randomness(subscriptionId, keyHash, confirmations);
        bool isRight = confirmations >= 3 && confirmations <= 200 && uint256(keyHash) % 2 == 1;
        CHEATS.prank(OWNER);
        try raffle.setRandomness(randomness) {
            _require(isRight, "wrong randomness");
            _present = randomness;
        } catch {
            _require(!isRight, "refused randomness");
        }
    }

    /// What accounts without a part try.
    function stranger(address who, uint8 what, uint256 seed) external {
        if (who == OWNER || who == OPERATOR || who == TREASURY || who == address(_requests)) return;
        RaffleTypes.Randomness memory randomness = RaffleTypes.Randomness(1, bytes32(uint256(1)), 3);
        uint256[] memory words = new uint256[](1);
        RaffleTypes.Terms memory terms;
        bytes[9] memory calls = [
            abi.encodeCall(raffle.setOperator, (who)),
            abi.encodeCall(raffle.setRandomness, (randomness)),
            abi.encodeCall(raffle.rescue, (IERC20(address(coins)), who)),
            abi.encodeCall(raffle.transferOwnership, (who)),
            abi.encodeCall(raffle.acceptOwnership, ()),
            abi.encodeCall(raffle.renounceOwnership, ()),
            abi.encodeCall(raffle.moveTreasury, (_lot(seed), who)),
            abi.encodeCall(raffle.rawFulfillRandomWords, (seed, words)),
            abi.encodeCall(raffle.createLot, (seed, terms, type(uint40).max))
        ];
        CHEATS.prank(who);
        (bool succeeded, ) = address(raffle).call(calls[what % calls.length]);
        _require(!succeeded, "a stranger's call");
        CHEATS.prank(OWNER);
        (succeeded, ) = address(raffle).call(abi.encodeCall(raffle.renounceOwnership, ()));
        _require(!succeeded, "ownership was given up");
    }

    function wait(uint32 time) external {
        CHEATS.warp(block.timestamp + time % 2 days);
    }

    function waitABit(uint16 time) external {
        CHEATS.warp(block.timestamp + time % 2 hours);
    }

    function buyerOf(uint256 seed) public pure returns (address) {
        return address(uint160(0x1000 + seed % BUYERS));
    }

    function _lot(uint256 seed) private view returns (uint256) {
        return seed % (lots + 1);
    }
}

contract RaffleInvariants {
    RaffleCallers private _callers;
    Raffle private _raffle;
    Coins private _coins;

    function setUp() external {
        _coins = new Coins();
        Requests requests = new Requests();
        address[] memory tokens = new address[](1);
        tokens[0] = address(_coins);
        RaffleTypes.Randomness memory randomness = RaffleTypes.Randomness(1, bytes32(uint256(1)), 3);
        _raffle = new Raffle(OWNER, OPERATOR, requests, randomness, tokens);
        _callers = new RaffleCallers(_raffle, _coins, requests, randomness);
    }

    /// What forge calls at random.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_callers);
    }

    function invariant_nothing_happens_that_must_not() external view {
        require(bytes(_callers.fault()).length == 0, _callers.fault());
        require(_raffle.operator() == OPERATOR && _raffle.owner() == OWNER, "powers");
    }

    function invariant_every_unit_that_is_owed_is_there() external view {
        uint256 owed;
        for (uint256 lotId = 1; lotId <= _callers.lots(); ++lotId) {
            owed += _callers.paidFor(lotId) - _callers.returnedOf(lotId) - _callers.paidOutOf(lotId);
        }
        require(_raffle.owed(address(_coins)) == owed, "owed");
        require(_coins.balanceOf(address(_raffle)) == owed + _callers.strays(), "balance");
    }

    function invariant_only_treasury_and_buyers_ever_receive() external view {
        uint256 paidOut;
        uint256 back;
        for (uint256 lotId = 1; lotId <= _callers.lots(); ++lotId) {
            paidOut += _callers.paidOutOf(lotId);
            back += _callers.returnedOf(lotId);
        }
        require(_coins.sent(address(_raffle), TREASURY) == paidOut, "treasury");
        uint256 received;
        for (uint256 seed = 0; seed < BUYERS; ++seed) {
            received += _coins.sent(address(_raffle), _callers.buyerOf(seed));
        }
        require(received == back, "buyers");
        uint256 rescued = _coins.sent(address(_raffle), OWNER);
        require(_coins.sentInAll(address(_raffle)) == paidOut + back + rescued, "others");
    }

    function invariant_a_lots_money_leaves_once_and_one_way() external view {
        for (uint256 lotId = 1; lotId <= _callers.lots(); ++lotId) {
            (uint256 paid, uint256 back, uint256 out) =
                (_callers.paidFor(lotId), _callers.returnedOf(lotId), _callers.paidOutOf(lotId));
            require(back <= paid && (out == 0 || out == paid) && (out == 0 || back == 0), "money");
            RaffleTypes.State state = _raffle.lots(lotId).state;
            require(back == 0 || state == RaffleTypes.State.Cancelled, "refunded");
            require(out == 0 || state == RaffleTypes.State.Drawn, "paid out");
        }
    }

    function invariant_tickets_are_contiguous_and_no_more_than_there_are() external view {
        for (uint256 lotId = 1; lotId <= _callers.lots(); ++lotId) {
            uint32 last;
            for (uint32 index = 0; index < _raffle.purchaseCount(lotId); ++index) {
                (address buyer, uint32 first, uint32 end) = _raffle.purchase(lotId, index);
                require(first == last + 1 && end >= first && buyer != address(0), "range");
                last = end;
            }
            require(last == _raffle.sold(lotId) && last == _callers.ticketsOf(lotId), "sold");
            require(last <= _raffle.lots(lotId).maxTickets, "oversold");
        }
    }

    function invariant_a_winner_is_the_first_answers() external view {
        for (uint256 lotId = 1; lotId <= _callers.lots(); ++lotId) {
            RaffleTypes.Lot memory lot = _raffle.lots(lotId);
            require(_callers.requestsOf(lotId) <= 1, "requested twice");
            require(_callers.isDrawn(lotId) == (lot.state == RaffleTypes.State.Drawn), "drawn");
            if (lot.state != RaffleTypes.State.Drawn) continue;
            require(lot.ticket == _callers.seedOf(lotId) % _raffle.sold(lotId) + 1, "ticket");
            require(lot.winner == _ownerOf(lotId, lot.ticket), "winner");
        }
    }

    /// Goes through the purchases, as the contract does not.
    function _ownerOf(uint256 lotId, uint32 ticket) private view returns (address) {
        for (uint32 index = 0; index < _raffle.purchaseCount(lotId); ++index) {
            (address buyer, uint32 first, uint32 last) = _raffle.purchase(lotId, index);
            if (first <= ticket && ticket <= last) return buyer;
        }
        return address(0);
    }
}
