// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";
import {Checkpoints} from "@openzeppelin/contracts/utils/structs/Checkpoints.sol";
import {VrfCoordinator} from "./VrfCoordinator.sol";

/// Lots whose tickets are paid for in tokens and whose winner is drawn by one verifiable random number.
/// The money of a lot leaves to its treasury after the draw, or to whoever paid after a cancellation, and no other way.
/// It is neither upgradeable nor can it be paused: what is read here is what runs.
contract Raffle is Ownable2Step, ReentrancyGuardTransient {
    using BitMaps for BitMaps.BitMap;
    using Checkpoints for Checkpoints.Trace160;
    using SafeERC20 for IERC20;

    enum State {
        None,
        Open,
        Drawing,
        Drawn,
        Cancelled
    }

    /// @param price of a ticket, in the token's units
    /// @param startAt seconds since 1970: tickets are sold from then on
    /// @param endAt and no longer from this second on
    struct Terms {
        address token;
        uint64 price;
        uint32 maxTickets;
        address treasury;
        uint40 startAt;
        uint40 endAt;
    }

    /// @param requestedAt 0: the draw is not requested
    /// @param ticket the drawn one, from 1; 0: none is
    struct Lot {
        address token;
        uint64 price;
        uint32 maxTickets;
        address treasury;
        uint40 startAt;
        uint40 endAt;
        State state;
        bool paidOut;
        address winner;
        uint32 ticket;
        uint40 requestedAt;
    }

    /// What a request for a random number is made with. Its costs are paid in the chain's own coin, which anybody can
    /// give to the subscription.
    struct Randomness {
        uint256 subscriptionId;
        bytes32 keyHash;
        uint16 confirmations;
    }

    error NotOperator();
    error NotCoordinator();
    error NotTreasury();
    /// Mined after the time until which it was meant.
    error TooLate();
    error LotExists();
    error BadTerms(string what);
    error NotSelling();
    error BadQuantity();
    error SoldOut(uint256 available);
    error WrongCost(uint256 cost);
    /// The token did not bring what was to be paid.
    error WrongPayment(uint256 arrived);
    error WrongState(State state);
    error NotYet(uint256 from);
    error NoTickets();
    error AlreadyRefunded(uint32 index);
    error NothingToRescue();

    event LotCreated(uint256 indexed lotId, Terms terms);
    event Bought(
        uint256 indexed lotId,
        address indexed buyer,
        uint32 index,
        uint32 first,
        uint32 last,
        uint256 cost
    );
    event DrawRequested(uint256 indexed lotId, uint256 indexed requestId, uint32 tickets);
    event Drawn(
        uint256 indexed lotId,
        uint256 indexed requestId,
        uint256 seed,
        uint32 ticket,
        address indexed winner
    );
    event PaidOut(uint256 indexed lotId, address indexed treasury, uint256 units);
    event LotCancelled(uint256 indexed lotId, uint32 tickets);
    event Refunded(uint256 indexed lotId, address indexed buyer, uint32 index, uint256 units);
    event TreasuryMoved(uint256 indexed lotId, address indexed from, address indexed to);
    event OperatorSet(address operator);
    event RandomnessSet(uint256 subscriptionId, bytes32 keyHash, uint16 confirmations);
    event TokenAccepted(address token);
    event Rescued(address token, address to, uint256 units);

    uint32 public constant MAX_TICKETS = 100_000_000;
    /// Of one purchase.
    uint32 public constant MAX_QUANTITY = 100;
    uint256 public constant MAX_DURATION = 366 days;
    /// After the end anybody may request the draw.
    uint256 public constant RESCUE_DRAW_AFTER = 1 days;
    /// After the end without a request, or the request without an answer, anybody may cancel.
    uint256 public constant RESCUE_CANCEL_AFTER = 3 days;
    uint32 public constant CALLBACK_GAS = 300_000;
    bytes4 private constant VRF_ARGUMENTS = bytes4(keccak256("VRF ExtraArgsV1"));

    VrfCoordinator public immutable coordinator;
    address public operator;
    Randomness public randomness;
    /// Tokens that lots may be paid for in. None is added or taken later.
    mapping(address token => bool) public accepted;
    /// Units that belong to lots: to be paid out or refunded.
    mapping(address token => uint256) public owed;
    mapping(uint256 requestId => uint256) public lotOfRequest;

    mapping(uint256 lotId => Lot) private _lots;
    /// Last ticket of a purchase => who paid.
    mapping(uint256 lotId => Checkpoints.Trace160) private _purchases;
    mapping(uint256 lotId => BitMaps.BitMap) private _refunded;

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
        emit LotCreated(lotId, terms);
    }

    /// @param cost what the buyer agrees to pay: price * quantity
    function buy(uint256 lotId, uint32 quantity, uint256 cost) external nonReentrant {
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

    /// A lot is drawn by one request. There is never a second one.
    function requestDraw(uint256 lotId) external nonReentrant {
        Lot storage lot = _lots[lotId];
        if (lot.state != State.Open) revert WrongState(lot.state);
        uint256 from = msg.sender == operator ? lot.endAt : lot.endAt + RESCUE_DRAW_AFTER;
        if (block.timestamp < from) revert NotYet(from);
        uint32 tickets = sold(lotId);
        if (tickets == 0) revert NoTickets();
        lot.state = State.Drawing;
        lot.requestedAt = uint40(block.timestamp);
        uint256 requestId = coordinator.requestRandomWords(
            VrfCoordinator.RandomWordsRequest({
                keyHash: randomness.keyHash,
                subId: randomness.subscriptionId,
                requestConfirmations: randomness.confirmations,
                callbackGasLimit: CALLBACK_GAS,
                numWords: 1,
                extraArgs: abi.encodeWithSelector(VRF_ARGUMENTS, true)
            })
        );
        lotOfRequest[requestId] = lotId;
        emit DrawRequested(lotId, requestId, tickets);
    }

    /// The coordinator's answer. It never reverts, since the coordinator calls once; an answer to a cancelled lot
    /// changes nothing.
    function rawFulfillRandomWords(uint256 requestId, uint256[] calldata words) external {
        if (msg.sender != address(coordinator)) revert NotCoordinator();
        uint256 lotId = lotOfRequest[requestId];
        Lot storage lot = _lots[lotId];
        if (lot.state != State.Drawing || words.length == 0) return;
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

    function cancel(uint256 lotId) external nonReentrant {
        Lot storage lot = _lots[lotId];
        if (lot.state != State.Open && lot.state != State.Drawing) revert WrongState(lot.state);
        if (lot.state == State.Drawing || msg.sender != operator) {
            uint256 since = lot.state == State.Drawing ? lot.requestedAt : lot.endAt;
            uint256 from = since + RESCUE_CANCEL_AFTER;
            if (block.timestamp < from) revert NotYet(from);
        }
        lot.state = State.Cancelled;
        emit LotCancelled(lotId, sold(lotId));
    }

    /// @param indexes of purchases, each of which goes to whoever paid it
    function refund(uint256 lotId, uint32[] calldata indexes) external nonReentrant {
        Lot storage lot = _lots[lotId];
        if (lot.state != State.Cancelled) revert WrongState(lot.state);
        IERC20 token = IERC20(lot.token);
        for (uint256 i = 0; i < indexes.length; ++i) {
            uint32 index = indexes[i];
            (address buyer, uint32 first, uint32 last) = purchase(lotId, index);
            if (_refunded[lotId].get(index)) revert AlreadyRefunded(index);
            _refunded[lotId].set(index);
            uint256 units = uint256(lot.price) * (last - first + 1);
            owed[address(token)] -= units;
            emit Refunded(lotId, buyer, index, units);
            token.safeTransfer(buyer, units);
        }
    }

    /// By the treasury itself: where the lot's money goes instead.
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

    /// For requests from now on.
    function setRandomness(Randomness calldata randomness_) external onlyOwner {
        _setRandomness(randomness_);
    }

    /// Of what came by mistake: never a unit that is owed.
    function rescue(IERC20 token, address to) external onlyOwner nonReentrant {
        uint256 balance = token.balanceOf(address(this));
        uint256 kept = owed[address(token)];
        if (balance <= kept) revert NothingToRescue();
        emit Rescued(address(token), to, balance - kept);
        token.safeTransfer(to, balance - kept);
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

    function _setOperator(address operator_) private {
        operator = operator_;
        emit OperatorSet(operator_);
    }

    function _setRandomness(Randomness memory randomness_) private {
        randomness = randomness_;
        emit RandomnessSet(randomness_.subscriptionId, randomness_.keyHash, randomness_.confirmations);
    }

    function _checkTreasury(address treasury) private view {
        if (treasury == address(0) || treasury == address(this)) revert BadTerms("treasury");
    }
}
