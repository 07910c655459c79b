import { type Mutant, type MutantGroup, mutant } from "./mutant.ts";

const SELLING: readonly Mutant[] = [
  mutant("late-creation", "if (block.timestamp > validUntil) revert TooLate();"),
  mutant(
    "refuses-creations-of-the-last-second",
    "if (block.timestamp > validUntil)",
    "if (block.timestamp >= validUntil)",
  ),
  mutant("second-lot-of-an-id", "if (lot.state != State.None) revert LotExists();"),
  mutant("stranger-creates", "uint40 validUntil) external onlyOperator {", "uint40 validUntil) external {"),
  mutant("sells-after-the-end", "block.timestamp >= lot.endAt", "block.timestamp > lot.endAt"),
  mutant("oversells-by-one", "if (quantity > available)", "if (quantity > available + 1)"),
  mutant(
    "any-cost",
    "if (cost != uint256(lot.price) * quantity) revert",
    "if (cost > uint256(lot.price) * quantity) revert",
  ),
  mutant("fee-on-transfer", "if (balanceAfter != balance + cost)", "if (balanceAfter < balance)"),
  mutant(
    "more-arrives-than-was-to-be-paid",
    "if (balanceAfter != balance + cost)",
    "if (balanceAfter < balance + cost)",
  ),
  mutant(
    "needs-the-permit",
    "try IERC20Permit(token).permit(msg.sender, address(this), cost, deadline, v, r, s) {} catch {}",
    "IERC20Permit(token).permit(msg.sender, address(this), cost, deadline, v, r, s);",
  ),
  mutant(
    "ignores-the-permit",
    "try IERC20Permit(token).permit(msg.sender, address(this), cost, deadline, v, r, s) {} catch {}",
  ),
  mutant(
    "permits-more-than-the-cost",
    ".permit(msg.sender, address(this), cost, deadline, v, r, s)",
    ".permit(msg.sender, address(this), cost + 1, deadline, v, r, s)",
  ),
  mutant("a-missing-lot-ends-a-permit-without-a-name", "if (token == address(0)) revert NotSelling();"),
];

const DRAWING: readonly Mutant[] = [
  mutant("draws-before-the-end", "_onlyFrom(from);\n        uint32 tickets", "uint32 tickets"),
  mutant("draws-without-tickets", "if (tickets == 0) revert NoTickets();"),
  mutant("draws-twice", "lot.state = State.Drawing;"),
  mutant("stranger-answers", "if (msg.sender != address(coordinator)) revert NotCoordinator();"),
  mutant(
    "answers-cancelled-lots",
    "if (lot.state != State.Drawing || words.length == 0) return;",
    "if (lot.state == State.None || words.length == 0) return;",
  ),
  mutant(
    "first-ticket-never-wins",
    "uint32(seed % sold(lotId)) + 1;",
    "uint32(seed % (sold(lotId) - 1)) + 2;",
  ),
  mutant(
    "buyer-of-ticket-1-always-wins",
    "address winner = ownerOfTicket(lotId, ticket);",
    "address winner = ownerOfTicket(lotId, 1);",
  ),
  mutant("pays-out-twice", "lot.paidOut = true;"),
  mutant(
    "confirmations-always-3",
    "requestConfirmations: settings.confirmations,",
    "requestConfirmations: 3,",
  ),
  mutant("draws-open-lots-with-new-settings", "_settings[lot.settings];", "_settings[_settings.length - 1];"),
  mutant("new-lots-keep-the-first-settings", "lot.settings = uint24(_settings.length - 1);"),
  mutant("two-confirmations", "confirmations < LEAST_CONFIRMATIONS", "confirmations < 2"),
  mutant(
    "any-number-of-confirmations",
    "confirmations < LEAST_CONFIRMATIONS || confirmations > MOST_CONFIRMATIONS",
    "confirmations < LEAST_CONFIRMATIONS",
  ),
  mutant(
    "any-key-hash",
    'if (isAnswered && answer.length >= 32 && bytes32(answer) == 0) revert BadRandomness("keyHash");',
  ),
  mutant(
    "only-coordinators-that-tell-their-keys",
    "if (isAnswered && answer.length >= 32 && bytes32(answer) == 0)",
    "if (!isAnswered || answer.length < 32 || bytes32(answer) == 0)",
  ),
];

const CANCELLING: readonly Mutant[] = [
  mutant(
    "stranger-cancels-open-lots",
    "if (msg.sender != operator) _onlyFrom(lot.endAt + RESCUE_CANCEL_AFTER);",
  ),
  mutant(
    "operator-cancels-while-drawing",
    "_onlyFrom(lot.requestedAt + RESCUE_CANCEL_AFTER);",
    "if (msg.sender != operator) _onlyFrom(lot.requestedAt + RESCUE_CANCEL_AFTER);",
  ),
  mutant(
    "overdue-from-the-end-and-not-from-the-request",
    "_onlyFrom(lot.requestedAt + RESCUE_CANCEL_AFTER);",
    "_onlyFrom(lot.endAt + RESCUE_CANCEL_AFTER);",
  ),
  mutant("cancels-a-draw-in-the-hour-of-its-answer", "_onlyFrom(lot.cancelledFrom);"),
  mutant(
    "a-late-answer-undoes-a-cancellation",
    "if (lot.cancelledFrom != 0 && block.timestamp >= lot.cancelledFrom) return;",
  ),
  mutant(
    "an-announcement-voids-answers",
    "if (lot.cancelledFrom != 0 && block.timestamp >= lot.cancelledFrom) return;",
    "if (lot.cancelledFrom != 0) return;",
  ),
  mutant(
    "an-answer-counts-a-second-too-long",
    "block.timestamp >= lot.cancelledFrom) return;",
    "block.timestamp > lot.cancelledFrom) return;",
  ),
];

const REFUNDING: readonly Mutant[] = [
  mutant("refunds-twice", "_refunded[lotId].set(index);"),
  mutant("refunds-lots-that-sell", "if (lot.state != State.Cancelled) revert WrongState(lot.state);"),
  mutant(
    "refunds-the-caller",
    "_isTransferred(token, buyer, units,",
    "_isTransferred(token, msg.sender, units,",
  ),
  mutant("stops-at-a-refunded-purchase", "get(index)) continue;", "get(index)) break;"),
  mutant("forgets-a-failed-refund", "_refunded[lotId].unset(index);"),
  mutant("owes-no-failed-refund", "owed[token] += units;\n                emit", "emit"),
  mutant("fails-refunds-for-want-of-gas", "if (gasleft() < GAS_BEFORE_REFUND) revert TooLittleGas();"),
  mutant("a-batch-gives-a-transfer-all-gas", "indexes.length == 1 ? gasleft() : REFUND_GAS", "gasleft()"),
  mutant("one-refund-has-a-limit-of-gas", "indexes.length == 1 ? gasleft() : REFUND_GAS", "REFUND_GAS"),
  mutant(
    "takes-false-for-a-transfer",
    "and(gt(returndatasize(), 31), eq(mload(0), 1))",
    "gt(returndatasize(), 31)",
  ),
  mutant("takes-any-number-for-true", "eq(mload(0), 1)", "iszero(iszero(mload(0)))"),
  mutant(
    "takes-silence-for-a-failure",
    "and(isTransferred, or(isTrue, isSilent))",
    "and(isTransferred, isTrue)",
  ),
  mutant("takes-a-revert-for-silence", "and(isTransferred, or(isTrue, isSilent))", "or(isTrue, isSilent)"),
  mutant("returns-no-number-of-refunds", "++refunded;", ""),
];

const POWERS: readonly Mutant[] = [
  mutant("stranger-moves-the-treasury", "if (msg.sender != lot.treasury) revert NotTreasury();"),
  mutant("rescues-what-is-owed", "uint256 kept = owed[address(token)];", "uint256 kept = 0;"),
  mutant(
    "stranger-rescues",
    "address to) external onlyOwner nonReentrant",
    "address to) external nonReentrant",
  ),
  mutant(
    "stranger-sets-the-operator",
    "setOperator(address operator_) external onlyOwner",
    "setOperator(address operator_) external",
  ),
  mutant(
    "stranger-sets-the-randomness",
    "setRandomness(Randomness calldata randomness_) external onlyOwner",
    "setRandomness(Randomness calldata randomness_) external",
  ),
  mutant(
    "gives-ownership-up",
    "renounceOwnership() public pure override {\n        revert OwnerRequired();",
    "renounceOwnership() public override {\n        super.renounceOwnership();",
  ),
];

const EVENTS: readonly Mutant[] = [
  mutant("bought-has-another-first-ticket", "index, before + 1, last, cost);", "index, before, last, cost);"),
  mutant(
    "draw-requested-has-the-cap",
    "DrawRequested(lotId, requestId, tickets);",
    "DrawRequested(lotId, requestId, lot.maxTickets);",
  ),
  mutant(
    "drawn-has-another-seed",
    "Drawn(lotId, requestId, seed, ticket, winner);",
    "Drawn(lotId, requestId, seed + 1, ticket, winner);",
  ),
  mutant("lot-cancelled-has-no-tickets", "LotCancelled(lotId, sold(lotId));", "LotCancelled(lotId, 0);"),
  mutant(
    "paid-out-has-the-caller",
    "PaidOut(lotId, lot.treasury, units);",
    "PaidOut(lotId, msg.sender, units);",
  ),
  mutant(
    "treasury-moved-the-other-way",
    "TreasuryMoved(lotId, msg.sender, to);",
    "TreasuryMoved(lotId, to, msg.sender);",
  ),
  mutant(
    "refunded-has-the-price",
    "emit Refunded(lotId, buyer, index, units);",
    "emit Refunded(lotId, buyer, index, lot.price);",
  ),
  mutant(
    "refund-failed-has-the-caller",
    "emit RefundFailed(lotId, buyer, index, units);",
    "emit RefundFailed(lotId, msg.sender, index, units);",
  ),
  mutant(
    "announcement-has-the-present",
    "CancellationAnnounced(lotId, lot.cancelledFrom);",
    "CancellationAnnounced(lotId, block.timestamp);",
  ),
  mutant(
    "rescued-has-the-balance",
    "Rescued(address(token), to, balance - kept);",
    "Rescued(address(token), to, balance);",
  ),
];

const EQUAL: readonly Mutant[] = [
  {
    ...mutant(
      "re-entered-refund",
      "external nonReentrant returns (uint256 refunded)",
      "external returns (uint256 refunded)",
    ),
    equal: "a purchase is marked before its transfer, so a call within it passes over the purchase",
  },
  {
    ...mutant(
      "re-entered-payout",
      "payOut(uint256 lotId) external nonReentrant",
      "payOut(uint256 lotId) external",
    ),
    equal: "the lot is marked as paid out before the transfer",
  },
  {
    ...mutant(
      "re-entered-request",
      "requestDraw(uint256 lotId) external nonReentrant",
      "requestDraw(uint256 lotId) external",
    ),
    equal: "the lot is drawing before the coordinator is called",
  },
  {
    ...mutant(
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
