// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {Checkpoints} from "@openzeppelin/contracts/utils/structs/Checkpoints.sol";
import {RaffleTypes} from "./RaffleTypes.sol";
import {VrfCoordinator} from "./VrfCoordinator.sol";

/// Lots whose tickets are paid for in tokens and whose winner is drawn by one verifiable random number.
/// The money of a lot leaves to its treasury after the draw, or to its buyers after a cancellation, and no other way.
/// It is neither upgradeable nor can it be paused: what is read here is what runs.
contract Raffle is RaffleTypes, Ownable2Step, ReentrancyGuardTransient {
    using BitMaps for BitMaps.BitMap;
    using Checkpoints for Checkpoints.Trace160;
    using SafeERC20 for IERC20;

    uint32 public constant MAX_TICKETS = 100_000_000;
    /// Of one purchase.
    uint32 public constant MAX_QUANTITY = 100;
    uint256 public constant MAX_DURATION = 366 days;
    /// After the end anybody may request the draw.
    uint256 public constant RESCUE_DRAW_AFTER = 1 days;
    /// After the end without a request, or the request without an answer, anybody may cancel.
    uint256 public constant RESCUE_CANCEL_AFTER = 3 days;
    /// An announced cancellation of a draw takes effect after this time. Until then an answer wins.
    uint256 public constant CANCEL_DELAY = 1 hours;
    uint32 public constant CALLBACK_GAS = 300_000;
    uint16 public constant LEAST_CONFIRMATIONS = 3;
    uint16 public constant MOST_CONFIRMATIONS = 200;
    /// Gas for each transfer of a refund of several purchases.
    uint256 public constant REFUND_GAS = 200_000;
    /// Gas that has to be left before such a transfer: a call gets 63/64 of it at most.
    uint256 private constant GAS_BEFORE_REFUND = 210_000;
    bytes4 private constant VRF_ARGUMENTS = bytes4(keccak256("VRF ExtraArgsV1"));

    VrfCoordinator public immutable coordinator;
    address public operator;
    /// Tokens that lots may be paid for in. None is added or taken later.
    mapping(address token => bool) public accepted;
    /// Units that belong to lots: to be paid out or refunded.
    mapping(address token => uint256) public owed;
    mapping(uint256 requestId => uint256) public lotOfRequest;

    mapping(uint256 lotId => Lot) private _lots;
    /// Last ticket of a purchase => who paid.
    mapping(uint256 lotId => Checkpoints.Trace160) private _purchases;
    mapping(uint256 lotId => BitMaps.BitMap) private _refunded;
    /// The last is that of new lots.
    Randomness[] private _settings;

    modifier onlyOperator() {
        if (msg.sender != operator) revert NotOperator();
        _;
    }

    constructor(
        address owner_,
        address operator_,
        VrfCoordinator coordinator_,
        Randomness memory randomness_,
        address[] memory tokens
    ) Ownable(owner_) {
        coordinator = coordinator_;
        _setOperator(operator_);
        _setRandomness(randomness_);
        for (uint256 i = 0; i < tokens.length; ++i) {
            accepted[tokens[i]] = true;
            emit TokenAccepted(tokens[i]);
        }
    }

    /// @param validUntil mined after it, this creates nothing
    function createLot(uint256 lotId, Terms calldata terms, uint40 validUntil) external onlyOperator {
        if (block.timestamp > validUntil) revert TooLate();
        if (lotId == 0) revert BadTerms("lotId");
        Lot storage lot = _lots[lotId];
        if (lot.state != State.None) revert LotExists();
        if (!accepted[terms.token]) revert BadTerms("token");
        if (terms.price == 0) revert BadTerms("price");
        if (terms.maxTickets == 0 || terms.maxTickets > MAX_TICKETS) revert BadTerms("maxTickets");
        _checkTreasury(terms.treasury);
        if (terms.startAt >= terms.endAt) revert BadTerms("startAt");
        if (terms.endAt <= block.timestamp || terms.endAt > block.timestamp + MAX_DURATION) {
            revert BadTerms("endAt");
        }
        lot.token = terms.token;
        lot.price = terms.price;
        lot.maxTickets = terms.maxTickets;
        lot.treasury = terms.treasury;
        lot.startAt = terms.startAt;
        lot.endAt = terms.endAt;
        lot.state = State.Open;
        lot.settings = uint24(_settings.length - 1);
        emit LotCreated(lotId, terms);
    }

    /// @param cost what the buyer agrees to pay: price * quantity
    function buy(uint256 lotId, uint32 quantity, uint256 cost) external nonReentrant {
        _buy(lotId, quantity, cost);
    }

    /// Buys with a signature in place of `approve` (EIP-2612). The signer has to be the caller: a permit names neither lot
    /// nor quantity, so in another's hands it would buy what its signer did not choose. A permit that another account sent
    /// to the token before has set the allowance already, so its failure here is not one of the purchase.
    function buyWithPermit(
        uint256 lotId,
        uint32 quantity,
        uint256 cost,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        address token = _lots[lotId].token;
        if (token == address(0)) revert NotSelling();
        try IERC20Permit(token).permit(msg.sender, address(this), cost, deadline, v, r, s) {} catch {}
        _buy(lotId, quantity, cost);
    }

    /// A lot is drawn by one request. There is never a second one.
    function requestDraw(uint256 lotId) external nonReentrant {
        Lot storage lot = _lots[lotId];
        if (lot.state != State.Open) revert WrongState(lot.state);
        uint256 from = msg.sender == operator ? lot.endAt : lot.endAt + RESCUE_DRAW_AFTER;
        _onlyFrom(from);
        uint32 tickets = sold(lotId);
        if (tickets == 0) revert NoTickets();
        lot.state = State.Drawing;
        lot.requestedAt = uint40(block.timestamp);
        Randomness storage settings = _settings[lot.settings];
        uint256 requestId = coordinator.requestRandomWords(
            VrfCoordinator.RandomWordsRequest({
                keyHash: settings.keyHash,
                subId: settings.subscriptionId,
                requestConfirmations: settings.confirmations,
                callbackGasLimit: CALLBACK_GAS,
                numWords: 1,
                extraArgs: abi.encodeWithSelector(VRF_ARGUMENTS, true)
            })
        );
        lotOfRequest[requestId] = lotId;
        emit DrawRequested(lotId, requestId, tickets);
    }

    /// Takes the coordinator's answer. It never reverts, since the coordinator calls once; an answer to a lot that is
    /// cancelled, or announced to be by now, changes nothing.
    function rawFulfillRandomWords(uint256 requestId, uint256[] calldata words) external {
        if (msg.sender != address(coordinator)) revert NotCoordinator();
        uint256 lotId = lotOfRequest[requestId];
        Lot storage lot = _lots[lotId];
        if (lot.state != State.Drawing || words.length == 0) return;
        if (lot.cancelledFrom != 0 && block.timestamp >= lot.cancelledFrom) return;
        uint256 seed = words[0];
        uint32 ticket = uint32(seed % sold(lotId)) + 1;
        address winner = ownerOfTicket(lotId, ticket);
        lot.state = State.Drawn;
        lot.ticket = ticket;
        lot.winner = winner;
        emit Drawn(lotId, requestId, seed, ticket, winner);
    }

    function payOut(uint256 lotId) external nonReentrant {
        Lot storage lot = _lots[lotId];
        if (lot.state != State.Drawn || lot.paidOut) revert WrongState(lot.state);
        lot.paidOut = true;
        uint256 units = uint256(lot.price) * sold(lotId);
        owed[lot.token] -= units;
        emit PaidOut(lotId, lot.treasury, units);
        IERC20(lot.token).safeTransfer(lot.treasury, units);
    }

    /// Cancels a lot that is open: its operator at any time, any caller from three days after its end. A draw without an
    /// answer is cancelled in two calls: the first, from three days after the request, announces it, the second cancels it
    /// an hour later. In between an answer still wins, and afterwards none counts: so the sight of an answer comes too late
    /// to undo it.
    function cancel(uint256 lotId) external nonReentrant {
        Lot storage lot = _lots[lotId];
        if (lot.state != State.Open && lot.state != State.Drawing) revert WrongState(lot.state);
        if (lot.state == State.Open) {
            if (msg.sender != operator) _onlyFrom(lot.endAt + RESCUE_CANCEL_AFTER);
        } else if (lot.cancelledFrom == 0) {
            _onlyFrom(lot.requestedAt + RESCUE_CANCEL_AFTER);
            lot.cancelledFrom = uint40(block.timestamp + CANCEL_DELAY);
            emit CancellationAnnounced(lotId, lot.cancelledFrom);
            return;
        } else {
            _onlyFrom(lot.cancelledFrom);
        }
        lot.state = State.Cancelled;
        emit LotCancelled(lotId, sold(lotId));
    }

    /// Refunds purchases of a cancelled lot, each to its buyer. What was refunded already is skipped. What the token does
    /// not transfer is skipped with an event, and stays owed. A call for one purchase gives its transfer all its gas.
    /// @param indexes of purchases; one that no purchase has ends the call
    /// @return refunded purchases that were paid back by this call
    function refund(uint256 lotId, uint32[] calldata indexes) external nonReentrant returns (uint256 refunded) {
        Lot storage lot = _lots[lotId];
        if (lot.state != State.Cancelled) revert WrongState(lot.state);
        address token = lot.token;
        for (uint256 i = 0; i < indexes.length; ++i) {
            uint32 index = indexes[i];
            (address buyer, uint32 first, uint32 last) = purchase(lotId, index);
            if (_refunded[lotId].get(index)) continue;
            _refunded[lotId].set(index);
            uint256 units = uint256(lot.price) * (last - first + 1);
            owed[token] -= units;
            if (gasleft() < GAS_BEFORE_REFUND) revert TooLittleGas();
            if (_isTransferred(token, buyer, units, indexes.length == 1 ? gasleft() : REFUND_GAS)) {
                ++refunded;
                emit Refunded(lotId, buyer, index, units);
            } else {
                _refunded[lotId].unset(index);
                owed[token] += units;
                emit RefundFailed(lotId, buyer, index, units);
            }
        }
    }

    /// Names another treasury for the lot's money. The present one calls it.
    function moveTreasury(uint256 lotId, address to) external nonReentrant {
        Lot storage lot = _lots[lotId];
        if (msg.sender != lot.treasury) revert NotTreasury();
        _checkTreasury(to);
        lot.treasury = to;
        emit TreasuryMoved(lotId, msg.sender, to);
    }

    function setOperator(address operator_) external onlyOwner {
        _setOperator(operator_);
    }

    /// Always refused: without an owner a stolen operator's key could never be replaced.
    function renounceOwnership() public pure override {
        revert OwnerRequired();
    }

    /// Sets the randomness of lots that are created from now on. Each lot keeps the settings that it was sold under, so an
    /// owner cannot void a draw by settings without an answer.
    function setRandomness(Randomness calldata randomness_) external onlyOwner {
        _setRandomness(randomness_);
    }

    /// Transfers what arrived by mistake: never a unit that is owed.
    function rescue(IERC20 token, address to) external onlyOwner nonReentrant {
        uint256 balance = token.balanceOf(address(this));
        uint256 kept = owed[address(token)];
        if (balance <= kept) revert NothingToRescue();
        emit Rescued(address(token), to, balance - kept);
        token.safeTransfer(to, balance - kept);
    }

    /// Returns the settings of new lots.
    function randomness()
        external
        view
        returns (uint256 subscriptionId, bytes32 keyHash, uint16 confirmations)
    {
        return _randomness(_settings.length - 1);
    }

    /// Returns the settings that a lot's draw is requested with.
    function randomnessOf(
        uint256 lotId
    ) external view returns (uint256 subscriptionId, bytes32 keyHash, uint16 confirmations) {
        Lot storage lot = _lots[lotId];
        if (lot.state == State.None) revert WrongState(lot.state);
        return _randomness(lot.settings);
    }

    function lots(uint256 lotId) external view returns (Lot memory) {
        return _lots[lotId];
    }

    function isRefunded(uint256 lotId, uint32 index) external view returns (bool) {
        return _refunded[lotId].get(index);
    }

    /// Tickets of a lot: numbers 1 to this.
    function sold(uint256 lotId) public view returns (uint32) {
        (, uint96 last, ) = _purchases[lotId].latestCheckpoint();
        return uint32(last);
    }

    function purchaseCount(uint256 lotId) public view returns (uint32) {
        return uint32(_purchases[lotId].length());
    }

    /// @param index from 0
    function purchase(
        uint256 lotId,
        uint32 index
    ) public view returns (address buyer, uint32 first, uint32 last) {
        Checkpoints.Checkpoint160 memory paid = _purchases[lotId].at(index);
        buyer = address(paid._value);
        first = index == 0 ? 1 : uint32(_purchases[lotId].at(index - 1)._key) + 1;
        last = uint32(paid._key);
    }

    /// The zero address owns what is not sold.
    function ownerOfTicket(uint256 lotId, uint32 ticket) public view returns (address) {
        return ticket == 0 ? address(0) : address(_purchases[lotId].lowerLookup(ticket));
    }

    function _buy(uint256 lotId, uint32 quantity, uint256 cost) private {
        Lot storage lot = _lots[lotId];
        if (lot.state != State.Open || block.timestamp < lot.startAt || block.timestamp >= lot.endAt) {
            revert NotSelling();
        }
        if (quantity == 0 || quantity > MAX_QUANTITY) revert BadQuantity();
        uint32 before = sold(lotId);
        uint32 available = lot.maxTickets - before;
        if (quantity > available) revert SoldOut(available);
        if (cost != uint256(lot.price) * quantity) revert WrongCost(uint256(lot.price) * quantity);

        uint32 last = before + quantity;
        uint32 index = purchaseCount(lotId);
        _purchases[lotId].push(last, uint160(msg.sender));
        IERC20 token = IERC20(lot.token);
        owed[address(token)] += cost;
        emit Bought(lotId, msg.sender, index, before + 1, last, cost);

        uint256 balance = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), cost);
        uint256 balanceAfter = token.balanceOf(address(this));
        if (balanceAfter != balance + cost) {
            revert WrongPayment(balanceAfter > balance ? balanceAfter - balance : 0);
        }
    }

    function _setOperator(address operator_) private {
        operator = operator_;
        emit OperatorSet(operator_);
    }

    function _setRandomness(Randomness memory randomness_) private {
        (bytes32 keyHash, uint16 confirmations) = (randomness_.keyHash, randomness_.confirmations);
        if (confirmations < LEAST_CONFIRMATIONS || confirmations > MOST_CONFIRMATIONS) {
            revert BadRandomness("confirmations");
        }
        // A coordinator without that function is trusted.
        (bool isAnswered, bytes memory answer) = address(coordinator).staticcall(
            abi.encodeCall(VrfCoordinator.s_provingKeys, (keyHash))
        );
        if (isAnswered && answer.length >= 32 && bytes32(answer) == 0) revert BadRandomness("keyHash");
        _settings.push(randomness_);
        emit RandomnessSet(randomness_.subscriptionId, keyHash, confirmations);
    }

    /// A transfer that fails, in each way that tokens are known to: by a revert, by `false`, by using all gas, by an
    /// answer of any length. USDT answers nothing.
    function _isTransferred(
        address token,
        address to,
        uint256 units,
        uint256 gasLimit
    ) private returns (bool isTransferred) {
        bytes memory data = abi.encodeCall(IERC20.transfer, (to, units));
        assembly ("memory-safe") {
            isTransferred := call(gasLimit, token, 0, add(data, 32), mload(data), 0, 32)
            let isTrue := and(gt(returndatasize(), 31), eq(mload(0), 1))
            let isSilent := and(iszero(returndatasize()), gt(extcodesize(token), 0))
            isTransferred := and(isTransferred, or(isTrue, isSilent))
        }
    }

    function _randomness(uint256 number) private view returns (uint256, bytes32, uint16) {
        Randomness storage settings = _settings[number];
        return (settings.subscriptionId, settings.keyHash, settings.confirmations);
    }

    function _onlyFrom(uint256 from) private view {
        if (block.timestamp < from) revert NotYet(from);
    }

    function _checkTreasury(address treasury) private view {
        if (treasury == address(0) || treasury == address(this)) revert BadTerms("treasury");
    }
}
