import { type Mutant, type MutantGroup, without } from "./mutant.ts";

const CALLERS: readonly Mutant[] = [
  without("stranger-closes", "if (byTreasury && msg.sender != payment.treasury) revert NotAllowed();"),
  without(
    "stranger-withdraws",
    "if (msg.sender != operator && msg.sender != payment.refundTo) revert NotAllowed();",
  ),
  without(
    "stranger-sets-the-tills-operator",
    "setOperator(address operator_) external onlyOwner",
    "setOperator(address operator_) external",
  ),
  without("the-tills-operator-is-never-set", "operator = operator_;"),
  {
    name: "gives-the-tills-ownership-up",
    from: "renounceOwnership() public pure override {\n        revert OwnerRequired();",
    to: "renounceOwnership() public override {\n        super.renounceOwnership();",
  },
];

const PAYING: readonly Mutant[] = [
  {
    name: "one-address-for-any-refund-address",
    from: "keccak256(abi.encode(payment))",
    to: "keccak256(abi.encode(payment.id, payment.treasury))",
  },
  {
    name: "one-address-for-any-treasury",
    from: "keccak256(abi.encode(payment))",
    to: "keccak256(abi.encode(payment.id, payment.refundTo))",
  },
  without(
    "takes-zero-ends",
    "if (payment.treasury == address(0) || payment.refundTo == address(0)) revert BadPayment();",
  ),
  {
    name: "pays-the-price-to-the-refund-address",
    from: "pay(token, payment.treasury, units)",
    to: "pay(token, payment.refundTo, units)",
  },
  {
    name: "pays-the-rest-to-the-treasury",
    from: "_isRestPaid(open, token, payment.refundTo, rest)",
    to: "_isRestPaid(open, token, payment.treasury, rest)",
  },
  {
    name: "pays-the-rest-to-the-caller",
    from: "_isRestPaid(open, token, payment.refundTo, rest)",
    to: "_isRestPaid(open, token, msg.sender, rest)",
  },
  {
    name: "gives-back-what-is-kept",
    from: "_giveBack(payment, open, token, balance - kept, byTreasury);",
    to: "_giveBack(payment, open, token, balance, byTreasury);",
  },
  without("gives-back-nothing", "if (balance <= kept) revert NothingToGiveBack();"),
  {
    name: "pays-the-treasury-what-is-given-back",
    from: "pay(token, payment.refundTo, units);\n    }\n\n    function _setOperator",
    to: "pay(token, payment.treasury, units);\n    }\n\n    function _setOperator",
  },
  without(
    "a-treasury-re-enters-close",
    "uint256 units, uint256 closes) external nonReentrant {",
    "uint256 units, uint256 closes) external {",
  ),
];

const COUNTING: readonly Mutant[] = [
  without("takes-any-number-of-closes", "if (closes != counted) revert ClosedMeanwhile(counted);"),
  {
    name: "takes-a-smaller-number-of-closes",
    from: "if (closes != counted) revert",
    to: "if (closes > counted) revert",
  },
  without("never-counts-closes", "if (byTreasury) treasuryCloses[open][token] = counted + 1;"),
  {
    name: "counts-the-operators-closes",
    from: "if (byTreasury) treasuryCloses[open][token]",
    to: "treasuryCloses[open][token]",
  },
  {
    name: "counts-an-operator-that-is-the-treasury",
    from: "byTreasury = msg.sender != operator;\n        if (byTreasury && msg.sender != payment.treasury) revert",
    to: "byTreasury = msg.sender == payment.treasury;\n        if (!byTreasury && msg.sender != operator) revert",
  },
  {
    name: "a-withdrawal-says-that-it-counts",
    from: "_giveBack(payment, open, token, units, false);",
    to: "_giveBack(payment, open, token, units, true);",
  },
];

const RESTS: readonly Mutant[] = [
  {
    name: "a-rest-that-cannot-be-paid-ends-the-call",
    from: "try Purse(open).pay{gas: REST_GAS}(token, refundTo, rest) {\n            return true;\n        } catch {\n            return false;\n        }",
    to: "Purse(open).pay{gas: REST_GAS}(token, refundTo, rest);\n        return true;",
  },
  without("a-rest-gets-all-gas", ".pay{gas: REST_GAS}(token, refundTo, rest)", ".pay(token, refundTo, rest)"),
  without("a-rest-stays-for-want-of-gas", "if (gasleft() < GAS_BEFORE_REST) revert TooLittleGas();"),
  {
    name: "the-treasury-takes-what-stayed",
    from: "balance > reserved ? balance - reserved : 0",
    to: "balance",
  },
  without("the-treasury-takes-too-much", "if (units > free) revert NotThere(free);"),
  without("forgets-what-stays", "if (staying != reserved) stayed[open][token] = staying;"),
  {
    name: "remembers-what-was-paid-later",
    from: "if (staying != reserved) stayed[open][token] = staying;",
    to: "if (staying > reserved) stayed[open][token] = staying;",
  },
  without(
    "given-back-rests-still-stay",
    "if (reserved > 0) stayed[open][token] = Math.saturatingSub(reserved, units);",
  ),
  {
    name: "withdraws-all-that-is-there",
    from: "Math.min(stayed[open][token], _balance(open, token))",
    to: "_balance(open, token)",
  },
  {
    name: "withdraws-more-than-is-there",
    from: "Math.min(stayed[open][token], _balance(open, token))",
    to: "stayed[open][token]",
  },
  without("withdraws-nothing", "if (units == 0) revert NothingStayed();"),
];

const EVENTS: readonly Mutant[] = [
  {
    name: "closed-has-paid-and-refunded-the-wrong-way-round",
    from: "Closed(payment.id, open, token, units, rest - staying, byTreasury);",
    to: "Closed(payment.id, open, token, rest - staying, units, byTreasury);",
  },
  {
    name: "closed-has-a-rest-that-stayed",
    from: "Closed(payment.id, open, token, units, rest - staying, byTreasury);",
    to: "Closed(payment.id, open, token, units, rest, byTreasury);",
  },
  {
    name: "given-back-counts-as-paid",
    from: "Closed(payment.id, open, token, 0, units, byTreasury);",
    to: "Closed(payment.id, open, token, units, 0, byTreasury);",
  },
  without("keeps-silent-about-a-rest", "if (!isPaid) emit RestStayed(payment.id, open, token, rest);"),
  without("keeps-silent-about-its-operator", "emit OperatorSet(operator_);"),
];

const EQUAL: readonly Mutant[] = [
  {
    ...without(
      "re-entered-withdrawal",
      "address token) external nonReentrant {",
      "address token) external {",
    ),
    equal: "what stayed is counted down before the transfer",
  },
];

const PURSE: readonly Mutant[] = [
  without("stranger-empties-a-purse", "if (msg.sender != _till) revert NotTill();"),
  {
    name: "takes-a-failed-transfer-of-coin-for-done",
    from: "Address.sendValue(payable(to), units);",
    to: 'payable(to).call{value: units}("");',
  },
  {
    name: "takes-a-failed-transfer-of-tokens-for-done",
    from: "IERC20(token).safeTransfer(to, units);",
    to: "IERC20(token).transfer(to, units);",
  },
];

const TESTS = "{till,till-rest}";

export const TILL_MUTANTS: readonly MutantGroup[] = [
  {
    file: "contracts/Till.sol",
    tests: TESTS,
    mutants: [...CALLERS, ...PAYING, ...COUNTING, ...RESTS, ...EVENTS, ...EQUAL],
  },
  { file: "contracts/Purse.sol", tests: TESTS, mutants: PURSE },
];
