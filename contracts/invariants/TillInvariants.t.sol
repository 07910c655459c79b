// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Purse} from "../Purse.sol";
import {Till} from "../Till.sol";
import {CHEATS, Cheats, Coins, Faults, OPERATOR, OWNER} from "./Support.sol";

uint256 constant PAYMENTS = 4;

/// An end of payments that may refuse the chain's own coin, and counts what it has had.
contract End {
    bool public refuses;

    function setRefuses(bool refuses_) external {
        refuses = refuses_;
    }

    receive() external payable {
        require(!refuses, "no coin");
    }
}

/// Pays, and calls the till as any account may, with what chance chooses, and keeps its own book by payment and token.
contract TillCallers is Faults {
    struct Before {
        uint256 place;
        Till.Payment payment;
        address token;
        address purse;
        uint256 all;
        uint256 stayed;
        uint256 closes;
        uint256 treasuryHad;
        uint256 refundHad;
    }

    Till public immutable till;
    Coins public immutable coins;
    Till.Payment[] private _payments;
    mapping(uint256 => mapping(address => uint256)) public paidIn;
    mapping(uint256 => mapping(address => uint256)) public toTreasury;
    mapping(uint256 => mapping(address => uint256)) public toRefund;
    mapping(uint256 => mapping(address => uint256)) public closes;

    constructor(Till till_, Coins coins_) {
        till = till_;
        coins = coins_;
        End shared = new End();
        for (uint256 i = 0; i < PAYMENTS; ++i) {
            // Two payments have one treasury, as those of one organisation.
            address treasury = i < 2 ? address(shared) : address(new End());
            _payments.push(Till.Payment(keccak256(abi.encode(i)), treasury, address(new End())));
        }
    }

    function pay(uint256 seed, bool asCoin, uint64 units) external {
        address purse = purseOf(seed % PAYMENTS);
        // As a contract that ends itself: a purse that is there refuses coin.
        if (asCoin) CHEATS.deal(purse, purse.balance + units);
        else coins.mint(purse, units);
        paidIn[seed % PAYMENTS][_token(asCoin)] += units;
    }

    function close(uint256 seed, bool asCoin, uint64 units, bool byTreasury, bool isLate) external {
        Before memory b = _begin(seed, asCoin);
        uint256 paid = b.all == 0 ? 0 : units % (b.all + 1);
        CHEATS.prank(byTreasury ? b.payment.treasury : OPERATOR);
        try till.close(b.payment, b.token, paid, isLate ? _before(b.closes) : b.closes) {
            _require(!isLate, "a call that the treasury preceded");
            _require(paid + b.stayed <= b.all, "the treasury had what stayed");
            uint256 refunded = _book(b, paid, byTreasury);
            uint256 rest = b.all - paid;
            _require(refunded == rest || refunded == 0, "a part of the rest");
            _require(till.stayed(b.purse, b.token) == rest - refunded, "stayed");
            _require(refunded == rest || _isRefusing(b.payment.refundTo, asCoin), "a rest that could be paid");
        } catch {
            bool isRefused = paid + b.stayed > b.all || _isRefusing(b.payment.treasury, asCoin);
            _require(isLate || isRefused, "a close that could be");
        }
    }

    function giveBack(uint256 seed, bool asCoin, uint64 kept, bool byTreasury, bool isLate) external {
        Before memory b = _begin(seed, asCoin);
        kept = b.all == 0 ? 0 : uint64(kept % (b.all + 1));
        CHEATS.prank(byTreasury ? b.payment.treasury : OPERATOR);
        try till.giveBack(b.payment, b.token, kept, isLate ? _before(b.closes) : b.closes) {
            _require(!isLate, "a return that the treasury preceded");
            _require(_book(b, 0, byTreasury) == b.all - kept, "given back");
        } catch {
            bool isRefused = kept == b.all || _isRefusing(b.payment.refundTo, asCoin);
            _require(isLate || isRefused, "a return that could be paid");
        }
    }

    function withdraw(uint256 seed, bool asCoin, bool byOperator) external {
        Before memory b = _begin(seed, asCoin);
        CHEATS.prank(byOperator ? OPERATOR : b.payment.refundTo);
        try till.withdraw(b.payment, b.token) {
            _require(_book(b, 0, false) == b.stayed && b.stayed > 0, "withdrawn");
            _require(till.stayed(b.purse, b.token) == 0, "withdrawn and still stays");
        } catch {
            _require(b.stayed == 0 || _isRefusing(b.payment.refundTo, asCoin), "a withdrawal that could be paid");
        }
    }

    function block_(uint256 seed, bool isTreasury, uint8 mood, bool refuses) external {
        Till.Payment memory payment = _payments[seed % PAYMENTS];
        address end = isTreasury ? payment.treasury : payment.refundTo;
        coins.setMood(end, Coins.Mood(mood % 3));
        End(payable(end)).setRefuses(refuses);
    }

    /// What accounts without a part try, on payments of this book and on forged ones.
    function stranger(address who, uint256 seed, uint8 what, bool asCoin) external {
        Till.Payment memory payment = _payments[seed % PAYMENTS];
        if (who == OWNER || who == OPERATOR || who == payment.treasury || who == payment.refundTo) return;
        if (who == address(till)) return;
        address token = _token(asCoin);
        address purse = purseOf(seed % PAYMENTS);
        uint256 all = _balance(purse, token);
        Till.Payment memory forged = Till.Payment(payment.id, what % 2 == 0 ? who : payment.treasury, who);
        bytes[8] memory calls = [
            abi.encodeCall(till.close, (payment, token, all, _closes(payment, token))),
            abi.encodeCall(till.giveBack, (payment, token, 0, _closes(payment, token))),
            abi.encodeCall(till.withdraw, (payment, token)),
            abi.encodeCall(till.setOperator, (who)),
            abi.encodeCall(till.transferOwnership, (who)),
            abi.encodeCall(till.renounceOwnership, ()),
            abi.encodeCall(till.acceptOwnership, ()),
            abi.encodeCall(till.withdraw, (forged, token))
        ];
        CHEATS.prank(who);
        (bool succeeded, ) = address(till).call(calls[what % calls.length]);
        _require(!succeeded, "a stranger's call");
        CHEATS.prank(who);
        (succeeded, ) = purse.call(abi.encodeCall(Purse.pay, (token, who, all)));
        _require(!succeeded || purse.code.length == 0, "a stranger's payment");
        // Forged ends are those of another address.
        _forge(who, forged, token);
        _require(_balance(purse, token) == all, "emptied");
    }

    function payments(uint256 place) external view returns (Till.Payment memory) {
        return _payments[place];
    }

    function purseOf(uint256 place) public view returns (address) {
        return till.addressOf(_payments[place]);
    }

    function _forge(address who, Till.Payment memory forged, address token) private {
        uint256 counted = _closes(forged, token);
        CHEATS.prank(who);
        try till.close(forged, token, 0, counted) {} catch {}
        counted = _closes(forged, token);
        CHEATS.prank(OPERATOR);
        try till.giveBack(forged, token, 0, counted) {} catch {}
    }

    function _closes(Till.Payment memory payment, address token) private view returns (uint256) {
        return till.treasuryCloses(till.addressOf(payment), token);
    }

    function _begin(uint256 seed, bool asCoin) private returns (Before memory b) {
        b.place = seed % PAYMENTS;
        b.payment = _payments[b.place];
        b.token = _token(asCoin);
        b.purse = purseOf(b.place);
        b.all = _balance(b.purse, b.token);
        b.stayed = till.stayed(b.purse, b.token);
        b.closes = till.treasuryCloses(b.purse, b.token);
        _require(b.closes == closes[b.place][b.token], "treasury's calls");
        b.treasuryHad = _balance(b.payment.treasury, b.token);
        b.refundHad = _balance(b.payment.refundTo, b.token);
        CHEATS.recordLogs();
    }

    /// Writes down what both ends received, and compares it with the event. @return refunded by this call
    function _book(Before memory b, uint256 paid, bool byTreasury) private returns (uint256 refunded) {
        refunded = _balance(b.payment.refundTo, b.token) - b.refundHad;
        _require(_balance(b.payment.treasury, b.token) - b.treasuryHad == paid, "paid");
        toTreasury[b.place][b.token] += paid;
        toRefund[b.place][b.token] += refunded;
        if (byTreasury) closes[b.place][b.token] += 1;
        Cheats.Log[] memory logs = CHEATS.getRecordedLogs();
        bool isLogged;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(till) || logs[i].topics[0] != Till.Closed.selector) continue;
            (uint256 loggedPaid, uint256 loggedBack, bool logged) = abi.decode(logs[i].data, (uint256, uint256, bool));
            isLogged = loggedPaid == paid && loggedBack == refunded && logged == byTreasury;
            isLogged = isLogged && logs[i].topics[1] == b.payment.id;
        }
        _require(isLogged, "event");
    }

    /// As a caller counted before the treasury's last call; where there was none, a number that no caller can have counted.
    function _before(uint256 counted) private pure returns (uint256) {
        return counted == 0 ? 1 : counted - 1;
    }

    function _isRefusing(address end, bool asCoin) private view returns (bool) {
        return asCoin ? End(payable(end)).refuses() : coins.moods(end) != Coins.Mood.Pays;
    }

    function _token(bool asCoin) private view returns (address) {
        return asCoin ? address(0) : address(coins);
    }

    function _balance(address of_, address token) private view returns (uint256) {
        return token == address(0) ? of_.balance : coins.balanceOf(of_);
    }
}

contract TillInvariants {
    TillCallers private _callers;
    Till private _till;
    Coins private _coins;

    function setUp() external {
        _coins = new Coins();
        _till = new Till(OWNER, OPERATOR);
        _callers = new TillCallers(_till, _coins);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_callers);
    }

    function invariant_nothing_happens_at_the_till_that_must_not() external view {
        require(bytes(_callers.fault()).length == 0, _callers.fault());
        require(_till.operator() == OPERATOR && _till.owner() == OWNER, "powers");
    }

    function invariant_what_came_in_is_what_went_out_and_what_is_there() external view {
        for (uint256 place = 0; place < PAYMENTS; ++place) {
            address purse = _callers.purseOf(place);
            for (uint256 kind = 0; kind < 2; ++kind) {
                address token = kind == 0 ? address(0) : address(_coins);
                uint256 there = kind == 0 ? purse.balance : _coins.balanceOf(purse);
                uint256 out = _callers.toTreasury(place, token) + _callers.toRefund(place, token);
                require(_callers.paidIn(place, token) == out + there, "sum");
                require(_till.stayed(purse, token) <= there, "stayed");
            }
        }
    }

    function invariant_only_treasury_and_refund_address_ever_receive() external view {
        for (uint256 place = 0; place < PAYMENTS; ++place) {
            Till.Payment memory payment = _callers.payments(place);
            address purse = _callers.purseOf(place);
            uint256 paid = _coins.sent(purse, payment.treasury);
            uint256 refunded = _coins.sent(purse, payment.refundTo);
            require(paid == _callers.toTreasury(place, address(_coins)), "treasury");
            require(refunded == _callers.toRefund(place, address(_coins)), "refund address");
            require(_coins.sentInAll(purse) == paid + refunded, "others");
        }
        require(_coins.balanceOf(address(_till)) == 0 && address(_till).balance == 0, "till");
    }
}
