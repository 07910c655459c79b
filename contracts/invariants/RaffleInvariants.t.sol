// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Raffle} from "../Raffle.sol";
import {VrfCoordinator} from "../VrfCoordinator.sol";

interface Cheats {
    function prank(address sender) external;
    function warp(uint256 time) external;
}

Cheats constant CHEATS = Cheats(address(uint160(uint256(keccak256("hevm cheat code")))));
address constant OPERATOR = address(0x0b);
address constant TREASURY = address(0x7e);

contract Coins is ERC20("Coins", "COINS") {
    function mint(address to, uint256 units) external {
        _mint(to, units);
    }
}

contract Requests is VrfCoordinator {
    uint256 public last;

    function requestRandomWords(RandomWordsRequest calldata) external returns (uint256) {
        return ++last;
    }
}

/// Does what anybody may try, with what chance chooses, and keeps its own book.
contract Anybody {
    Raffle public immutable raffle;
    Coins public immutable coins;
    Requests private immutable _requests;
    uint256 public lots;
    uint256 public strays;
    mapping(uint256 => uint256) public paidFor;
    mapping(uint256 => uint256) public ticketsOf;
    mapping(uint256 => uint256) public requestsOf;
    mapping(uint256 => uint256) public returnedOf;
    mapping(uint256 => uint256) public paidOutOf;
    mapping(uint256 => uint256) public seedOf;
    mapping(uint256 => bool) public isDrawn;

    constructor(Raffle raffle_, Coins coins_, Requests requests_) {
        raffle = raffle_;
        coins = coins_;
        _requests = requests_;
    }

    function create(uint64 price, uint32 most, uint32 length) external {
        if (lots >= 5) return;
        uint40 start = uint40(block.timestamp);
        Raffle.Terms memory terms = Raffle.Terms({
            token: address(coins),
            price: price % 1e12 + 1,
            maxTickets: most % 200 + 1,
            treasury: TREASURY,
            startAt: start,
            endAt: start + 1 + length % 10 days
        });
        CHEATS.prank(OPERATOR);
        raffle.createLot(++lots, terms, start);
    }

    function buy(uint256 seed, uint8 buyerSeed, uint32 quantity) external {
        uint256 lotId = _lot(seed);
        address buyer = address(uint160(0x1000 + buyerSeed % 5));
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
        if (asOperator) CHEATS.prank(OPERATOR);
        try raffle.requestDraw(lotId) {
            ++requestsOf[lotId];
        } catch {}
    }

    function answer(uint256 requestId, uint256 random) external {
        requestId = requestId % (_requests.last() + 2);
        uint256 lotId = raffle.lotOfRequest(requestId);
        bool wasDrawing = raffle.lots(lotId).state == Raffle.State.Drawing;
        uint256[] memory words = new uint256[](1);
        words[0] = random;
        CHEATS.prank(address(_requests));
        raffle.rawFulfillRandomWords(requestId, words);
        if (!wasDrawing) return;
        isDrawn[lotId] = true;
        seedOf[lotId] = random;
    }

    function cancel(uint256 seed, bool asOperator) external {
        if (asOperator) CHEATS.prank(OPERATOR);
        try raffle.cancel(_lot(seed)) {} catch {}
    }

    function refund(uint256 seed, uint32 index, bool twice) external {
        uint256 lotId = _lot(seed);
        uint32[] memory indexes = new uint32[](twice ? 2 : 1);
        indexes[0] = index % 40;
        if (twice) indexes[1] = index % 40;
        uint256 before = coins.balanceOf(address(raffle));
        try raffle.refund(lotId, indexes) {
            returnedOf[lotId] += before - coins.balanceOf(address(raffle));
        } catch {}
    }

    function payOut(uint256 seed) external {
        uint256 lotId = _lot(seed);
        uint256 before = coins.balanceOf(address(raffle));
        try raffle.payOut(lotId) {
            paidOutOf[lotId] += before - coins.balanceOf(address(raffle));
        } catch {}
    }

    function stray(uint64 units) external {
        coins.mint(address(raffle), units);
        strays += units;
    }

    function wait(uint32 time) external {
        CHEATS.warp(block.timestamp + time % 2 days);
    }

    function _lot(uint256 seed) private view returns (uint256) {
        return seed % (lots + 1);
    }
}

contract RaffleInvariants {
    Anybody private _anybody;
    Raffle private _raffle;
    Coins private _coins;

    function setUp() external {
        _coins = new Coins();
        Requests requests = new Requests();
        address[] memory tokens = new address[](1);
        tokens[0] = address(_coins);
        Raffle.Randomness memory randomness = Raffle.Randomness(1, bytes32(uint256(1)), 3);
        _raffle = new Raffle(address(this), OPERATOR, requests, randomness, tokens);
        _anybody = new Anybody(_raffle, _coins, requests);
    }

    /// What forge calls at random.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_anybody);
    }

    function invariant_every_unit_that_is_owed_is_there() external view {
        uint256 owed;
        for (uint256 lotId = 1; lotId <= _anybody.lots(); ++lotId) {
            owed += _anybody.paidFor(lotId) - _anybody.returnedOf(lotId) - _anybody.paidOutOf(lotId);
        }
        require(_raffle.owed(address(_coins)) == owed, "owed");
        require(_coins.balanceOf(address(_raffle)) == owed + _anybody.strays(), "balance");
    }

    function invariant_a_lots_money_leaves_once_and_one_way() external view {
        for (uint256 lotId = 1; lotId <= _anybody.lots(); ++lotId) {
            (uint256 paid, uint256 back, uint256 out) =
                (_anybody.paidFor(lotId), _anybody.returnedOf(lotId), _anybody.paidOutOf(lotId));
            require(back <= paid && (out == 0 || out == paid) && (out == 0 || back == 0), "money");
            Raffle.State state = _raffle.lots(lotId).state;
            require(back == 0 || state == Raffle.State.Cancelled, "refunded");
            require(out == 0 || state == Raffle.State.Drawn, "paid out");
        }
    }

    function invariant_tickets_are_contiguous_and_no_more_than_there_are() external view {
        for (uint256 lotId = 1; lotId <= _anybody.lots(); ++lotId) {
            uint32 last;
            for (uint32 index = 0; index < _raffle.purchaseCount(lotId); ++index) {
                (address buyer, uint32 first, uint32 end) = _raffle.purchase(lotId, index);
                require(first == last + 1 && end >= first && buyer != address(0), "range");
                last = end;
            }
            require(last == _raffle.sold(lotId) && last == _anybody.ticketsOf(lotId), "sold");
            require(last <= _raffle.lots(lotId).maxTickets, "oversold");
        }
    }

    function invariant_a_winner_is_the_first_answers() external view {
        for (uint256 lotId = 1; lotId <= _anybody.lots(); ++lotId) {
            Raffle.Lot memory lot = _raffle.lots(lotId);
            require(_anybody.requestsOf(lotId) <= 1, "requested twice");
            require(_anybody.isDrawn(lotId) == (lot.state == Raffle.State.Drawn), "drawn");
            if (lot.state != Raffle.State.Drawn) continue;
            require(lot.ticket == _anybody.seedOf(lotId) % _raffle.sold(lotId) + 1, "ticket");
            require(lot.winner == _raffle.ownerOfTicket(lotId, lot.ticket), "winner");
        }
    }
}
