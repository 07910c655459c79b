import { type Mutant, type MutantGroup, without } from "./mutant.ts";

const SELLING: readonly Mutant[] = [
  without("late-creation", "if (block.timestamp > validUntil) revert TooLate();"),
  {
    name: "refuses-creations-of-the-last-second",
    from: "if (block.timestamp > validUntil)",
    to: "if (block.timestamp >= validUntil)",
  },
  without("second-lot-of-an-id", "if (lot.state != State.None) revert LotExists();"),
  without("stranger-creates", "uint40 validUntil) external onlyOperator {", "uint40 validUntil) external {"),
  { name: "sells-after-the-end", from: "block.timestamp >= lot.endAt", to: "block.timestamp > lot.endAt" },
  { name: "oversells-by-one", from: "if (quantity > available)", to: "if (quantity > available + 1)" },
  {
    name: "any-cost",
    from: "if (cost != uint256(lot.price) * quantity) revert",
    to: "if (cost > uint256(lot.price) * quantity) revert",
  },
  { name: "fee-on-transfer", from: "if (balanceAfter != balance + cost)", to: "if (balanceAfter < balance)" },
  {
    name: "more-arrives-than-was-to-be-paid",
    from: "if (balanceAfter != balance + cost)",
    to: "if (balanceAfter < balance + cost)",
  },
  {
    name: "needs-the-permit",
    from: "try IERC20Permit(token).permit(msg.sender, address(this), cost, deadline, v, r, s) {} catch {}",
    to: "IERC20Permit(token).permit(msg.sender, address(this), cost, deadline, v, r, s);",
  },
  without(
    "ignores-the-permit",
    "try IERC20Permit(token).permit(msg.sender, address(this), cost, deadline, v, r, s) {} catch {}",
  ),
  {
    name: "permits-more-than-the-cost",
    from: ".permit(msg.sender, address(this), cost, deadline, v, r, s)",
    to: ".permit(msg.sender, address(this), cost + 1, deadline, v, r, s)",
  },
  without("a-missing-lot-ends-a-permit-without-a-name", "if (token == address(0)) revert NotSelling();"),
];

const DRAWING: readonly Mutant[] = [
  without("draws-before-the-end", "_onlyFrom(from);\n        uint32 tickets", "uint32 tickets"),
  without("draws-without-tickets", "if (tickets == 0) revert NoTickets();"),
  without("draws-twice", "lot.state = State.Drawing;"),
  without("stranger-answers", "if (msg.sender != address(coordinator)) revert NotCoordinator();"),
  {
    name: "answers-cancelled-lots",
    from: "if (lot.state != State.Drawing || words.length == 0) return;",
    to: "if (lot.state == State.None || words.length == 0) return;",
  },
  {
    name: "first-ticket-never-wins",
    from: "uint32(seed % sold(lotId)) + 1;",
    to: "uint32(seed % (sold(lotId) - 1)) + 2;",
  },
  {
    name: "buyer-of-ticket-1-always-wins",
    from: "address winner = ownerOfTicket(lotId, ticket);",
    to: "address winner = ownerOfTicket(lotId, 1);",
  },
  without("pays-out-twice", "lot.paidOut = true;"),
  {
    name: "confirmations-always-3",
    from: "requestConfirmations: settings.confirmations,",
    to: "requestConfirmations: 3,",
  },
  {
    name: "draws-open-lots-with-new-settings",
    from: "_settings[lot.settings];",
    to: "_settings[_settings.length - 1];",
  },
  without("new-lots-keep-the-first-settings", "lot.settings = uint24(_settings.length - 1);"),
  { name: "two-confirmations", from: "confirmations < LEAST_CONFIRMATIONS", to: "confirmations < 2" },
  without(
    "any-number-of-confirmations",
    "confirmations < LEAST_CONFIRMATIONS || confirmations > MOST_CONFIRMATIONS",
    "confirmations < LEAST_CONFIRMATIONS",
  ),
  without(
    "any-key-hash",
    'if (isAnswered && answer.length >= 32 && bytes32(answer) == 0) revert BadRandomness("keyHash");',
  ),
  {
    name: "only-coordinators-that-tell-their-keys",
    from: "if (isAnswered && answer.length >= 32 && bytes32(answer) == 0)",
    to: "if (!isAnswered || answer.length < 32 || bytes32(answer) == 0)",
  },
];

const CANCELLING: readonly Mutant[] = [
  without(
    "stranger-cancels-open-lots",
    "if (msg.sender != operator) _onlyFrom(lot.endAt + RESCUE_CANCEL_AFTER);",
  ),
  {
    name: "operator-cancels-while-drawing",
    from: "_onlyFrom(lot.requestedAt + RESCUE_CANCEL_AFTER);",
    to: "if (msg.sender != operator) _onlyFrom(lot.requestedAt + RESCUE_CANCEL_AFTER);",
  },
  {
    name: "overdue-from-the-end-and-not-from-the-request",
    from: "_onlyFrom(lot.requestedAt + RESCUE_CANCEL_AFTER);",
    to: "_onlyFrom(lot.endAt + RESCUE_CANCEL_AFTER);",
  },
  without("cancels-a-draw-in-the-hour-of-its-answer", "_onlyFrom(lot.cancelledFrom);"),
  without(
    "a-late-answer-undoes-a-cancellation",
    "if (lot.cancelledFrom != 0 && block.timestamp >= lot.cancelledFrom) return;",
  ),
  {
    name: "an-announcement-voids-answers",
    from: "if (lot.cancelledFrom != 0 && block.timestamp >= lot.cancelledFrom) return;",
    to: "if (lot.cancelledFrom != 0) return;",
  },
  {
    name: "an-answer-counts-a-second-too-long",
    from: "block.timestamp >= lot.cancelledFrom) return;",
    to: "block.timestamp > lot.cancelledFrom) return;",
  },
];

const REFUNDING: readonly Mutant[] = [
  without("refunds-twice", "_refunded[lotId].set(index);"),
  without("refunds-lots-that-sell", "if (lot.state != State.Cancelled) revert WrongState(lot.state);"),
  {
    name: "refunds-the-caller",
    from: "_isTransferred(token, buyer, units,",
    to: "_isTransferred(token, msg.sender, units,",
  },
  { name: "stops-at-a-refunded-purchase", from: "get(index)) continue;", to: "get(index)) break;" },
  without("forgets-a-failed-refund", "_refunded[lotId].unset(index);"),
  without("owes-no-failed-refund", "owed[token] += units;\n                emit", "emit"),
  without("fails-refunds-for-want-of-gas", "if (gasleft() < GAS_BEFORE_REFUND) revert TooLittleGas();"),
  {
    name: "a-batch-gives-a-transfer-all-gas",
    from: "indexes.length == 1 ? gasleft() : REFUND_GAS",
    to: "gasleft()",
  },
  {
    name: "one-refund-has-a-limit-of-gas",
    from: "indexes.length == 1 ? gasleft() : REFUND_GAS",
    to: "REFUND_GAS",
  },
  {
    name: "takes-false-for-a-transfer",
    from: "and(gt(returndatasize(), 31), eq(mload(0), 1))",
    to: "gt(returndatasize(), 31)",
  },
  {
    name: "takes-any-number-for-true",
    from: "eq(mload(0), 1)",
    to: "iszero(iszero(mload(0)))",
  },
  {
    name: "takes-silence-for-a-failure",
    from: "and(isTransferred, or(isTrue, isSilent))",
    to: "and(isTransferred, isTrue)",
  },
  {
    name: "takes-a-revert-for-silence",
    from: "and(isTransferred, or(isTrue, isSilent))",
    to: "or(isTrue, isSilent)",
  },
  { name: "returns-no-number-of-refunds", from: "++refunded;", to: "" },
];

const POWERS: readonly Mutant[] = [
  without("stranger-moves-the-treasury", "if (msg.sender != lot.treasury) revert NotTreasury();"),
  { name: "rescues-what-is-owed", from: "uint256 kept = owed[address(token)];", to: "uint256 kept = 0;" },
  without(
    "stranger-rescues",
    "address to) external onlyOwner nonReentrant",
    "address to) external nonReentrant",
  ),
  without(
    "stranger-sets-the-operator",
    "setOperator(address operator_) external onlyOwner",
    "setOperator(address operator_) external",
  ),
  without(
    "stranger-sets-the-randomness",
    "setRandomness(Randomness calldata randomness_) external onlyOwner",
    "setRandomness(Randomness calldata randomness_) external",
  ),
  {
    name: "gives-ownership-up",
    from: "renounceOwnership() public pure override {\n        revert OwnerRequired();",
    to: "renounceOwnership() public override {\n        super.renounceOwnership();",
  },
];

const EVENTS: readonly Mutant[] = [
  {
    name: "bought-has-another-first-ticket",
    from: "index, before + 1, last, cost);",
    to: "index, before, last, cost);",
  },
  {
    name: "draw-requested-has-the-cap",
    from: "DrawRequested(lotId, requestId, tickets);",
    to: "DrawRequested(lotId, requestId, lot.maxTickets);",
  },
  {
    name: "drawn-has-another-seed",
    from: "Drawn(lotId, requestId, seed, ticket, winner);",
    to: "Drawn(lotId, requestId, seed + 1, ticket, winner);",
  },
  {
    name: "lot-cancelled-has-no-tickets",
    from: "LotCancelled(lotId, sold(lotId));",
    to: "LotCancelled(lotId, 0);",
  },
  {
    name: "paid-out-has-the-caller",
    from: "PaidOut(lotId, lot.treasury, units);",
    to: "PaidOut(lotId, msg.sender, units);",
  },
  {
    name: "treasury-moved-the-other-way",
    from: "TreasuryMoved(lotId, msg.sender, to);",
    to: "TreasuryMoved(lotId, to, msg.sender);",
  },
  {
    name: "refunded-has-the-price",
    from: "emit Refunded(lotId, buyer, index, units);",
    to: "emit Refunded(lotId, buyer, index, lot.price);",
  },
  {
    name: "refund-failed-has-the-caller",
    from: "emit RefundFailed(lotId, buyer, index, units);",
    to: "emit RefundFailed(lotId, msg.sender, index, units);",
  },
  {
    name: "announcement-has-the-present",
    from: "CancellationAnnounced(lotId, lot.cancelledFrom);",
    to: "CancellationAnnounced(lotId, block.timestamp);",
  },
  {
    name: "rescued-has-the-balance",
    from: "Rescued(address(token), to, balance - kept);",
    to: "Rescued(address(token), to, balance);",
  },
];

const EQUAL: readonly Mutant[] = [
  {
    ...without(
      "re-entered-refund",
      "external nonReentrant returns (uint256 refunded)",
      "external returns (uint256 refunded)",
    ),
    equal: "a purchase is marked before its transfer, so a call within it passes over the purchase",
  },
  {
    ...without(
      "re-entered-payout",
      "payOut(uint256 lotId) external nonReentrant",
      "payOut(uint256 lotId) external",
    ),
    equal: "the lot is marked as paid out before the transfer",
  },
  {
    ...without(
      "re-entered-request",
      "requestDraw(uint256 lotId) external nonReentrant",
      "requestDraw(uint256 lotId) external",
    ),
    equal: "the lot is drawing before the coordinator is called",
  },
  {
    ...without(
      "re-entered-cancellation",
      "cancel(uint256 lotId) external nonReentrant",
      "cancel(uint256 lotId) external",
    ),
    equal: "it calls no other contract",
  },
];

const FILE = "contracts/Raffle.sol";

export const RAFFLE_MUTANTS: readonly MutantGroup[] = [
  { file: FILE, tests: "{selling,permits}", mutants: SELLING },
  { file: FILE, tests: "{drawing,randomness}", mutants: DRAWING },
  { file: FILE, tests: "{drawing,returning}", mutants: CANCELLING },
  { file: FILE, tests: "{returning,refund-failures}", mutants: REFUNDING },
  { file: FILE, tests: "{powers,returning,randomness}", mutants: POWERS },
  { file: FILE, tests: "{events,refund-failures}", mutants: EVENTS },
  { file: FILE, tests: "powers", mutants: EQUAL },
];
