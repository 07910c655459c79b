import { type Mutant, type MutantGroup, mutant } from "./mutant.ts";

const CALLERS: readonly Mutant[] = [
  mutant("stranger-closes", "if (byTreasury && msg.sender != payment.treasury) revert NotAllowed();"),
  mutant(
    "stranger-withdraws",
    "if (msg.sender != operator && msg.sender != payment.refundTo) revert NotAllowed();",
  ),
  mutant(
    "stranger-sets-the-tills-operator",
    "setOperator(address operator_) external onlyOwner",
    "setOperator(address operator_) external",
  ),
  mutant("the-tills-operator-is-never-set", "operator = operator_;"),
  mutant(
    "gives-the-tills-ownership-up",
    "renounceOwnership() public pure override {\n        revert OwnerRequired();",
    "renounceOwnership() public override {\n        super.renounceOwnership();",
  ),
];

const PAYING: readonly Mutant[] = [
  mutant(
    "one-address-for-any-refund-address",
    "keccak256(abi.encode(payment))",
    "keccak256(abi.encode(payment.id, payment.treasury))",
  ),
  mutant(
    "one-address-for-any-treasury",
    "keccak256(abi.encode(payment))",
    "keccak256(abi.encode(payment.id, payment.refundTo))",
  ),
  mutant(
    "takes-zero-ends",
    "if (payment.treasury == address(0) || payment.refundTo == address(0)) revert BadPayment();",
  ),
  mutant(
    "pays-the-price-to-the-refund-address",
    "pay(token, payment.treasury, units)",
    "pay(token, payment.refundTo, units)",
  ),
  mutant(
    "pays-the-rest-to-the-treasury",
    "_isRestPaid(open, token, payment.refundTo, rest)",
    "_isRestPaid(open, token, payment.treasury, rest)",
  ),
  mutant(
    "pays-the-rest-to-the-caller",
    "_isRestPaid(open, token, payment.refundTo, rest)",
    "_isRestPaid(open, token, msg.sender, rest)",
  ),
  mutant(
    "gives-back-what-is-kept",
    "_giveBack(payment, open, token, balance - kept, byTreasury);",
    "_giveBack(payment, open, token, balance, byTreasury);",
  ),
  mutant("gives-back-nothing", "if (balance <= kept) revert NothingToGiveBack();"),
  mutant(
    "pays-the-treasury-what-is-given-back",
    "pay(token, payment.refundTo, units);\n    }\n\n    function _setOperator",
    "pay(token, payment.treasury, units);\n    }\n\n    function _setOperator",
  ),
  mutant(
    "a-treasury-re-enters-close",
    "uint256 units, uint256 closes) external nonReentrant {",
    "uint256 units, uint256 closes) external {",
  ),
];

const COUNTING: readonly Mutant[] = [
  mutant("takes-any-number-of-closes", "if (closes != counted) revert ClosedMeanwhile(counted);"),
  mutant("takes-a-smaller-number-of-closes", "if (closes != counted) revert", "if (closes > counted) revert"),
  mutant("never-counts-closes", "if (byTreasury) treasuryCloses[open][token] = counted + 1;"),
  mutant(
    "counts-the-operators-closes",
    "if (byTreasury) treasuryCloses[open][token]",
    "treasuryCloses[open][token]",
  ),
  mutant(
    "counts-an-operator-that-is-the-treasury",
    "byTreasury = msg.sender != operator;\n        if (byTreasury && msg.sender != payment.treasury) revert",
    "byTreasury = msg.sender == payment.treasury;\n        if (!byTreasury && msg.sender != operator) revert",
  ),
  mutant(
    "a-withdrawal-says-that-it-counts",
    "_giveBack(payment, open, token, units, false);",
    "_giveBack(payment, open, token, units, true);",
  ),
];

const RESTS: readonly Mutant[] = [
  mutant(
    "a-rest-that-cannot-be-paid-ends-the-call",
    "try Purse(open).pay{gas: REST_GAS}(token, refundTo, rest) {\n            return true;\n        } catch {\n            return false;\n        }",
    "Purse(open).pay{gas: REST_GAS}(token, refundTo, rest);\n        return true;",
  ),
  mutant("a-rest-gets-all-gas", ".pay{gas: REST_GAS}(token, refundTo, rest)", ".pay(token, refundTo, rest)"),
  mutant("a-rest-stays-for-want-of-gas", "if (gasleft() < GAS_BEFORE_REST) revert TooLittleGas();"),
  mutant("the-treasury-takes-what-stayed", "balance > reserved ? balance - reserved : 0", "balance"),
  mutant("the-treasury-takes-too-much", "if (units > free) revert NotThere(free);"),
  mutant("forgets-what-stays", "if (staying != reserved) stayed[open][token] = staying;"),
  mutant(
    "remembers-what-was-paid-later",
    "if (staying != reserved) stayed[open][token] = staying;",
    "if (staying > reserved) stayed[open][token] = staying;",
  ),
  mutant(
    "given-back-rests-still-stay",
    "if (reserved > 0) stayed[open][token] = Math.saturatingSub(reserved, units);",
  ),
  mutant(
    "withdraws-all-that-is-there",
    "Math.min(stayed[open][token], _balance(open, token))",
    "_balance(open, token)",
  ),
  mutant(
    "withdraws-more-than-is-there",
    "Math.min(stayed[open][token], _balance(open, token))",
    "stayed[open][token]",
  ),
  mutant("withdraws-nothing", "if (units == 0) revert NothingStayed();"),
];

const EVENTS: readonly Mutant[] = [
  mutant(
    "closed-has-paid-and-refunded-the-wrong-way-round",
    "Closed(payment.id, open, token, units, rest - staying, byTreasury);",
    "Closed(payment.id, open, token, rest - staying, units, byTreasury);",
  ),
  mutant(
    "closed-has-a-rest-that-stayed",
    "Closed(payment.id, open, token, units, rest - staying, byTreasury);",
    "Closed(payment.id, open, token, units, rest, byTreasury);",
  ),
  mutant(
    "given-back-counts-as-paid",
    "Closed(payment.id, open, token, 0, units, byTreasury);",
    "Closed(payment.id, open, token, units, 0, byTreasury);",
  ),
  mutant("keeps-silent-about-a-rest", "if (!isPaid) emit RestStayed(payment.id, open, token, rest);"),
  mutant("keeps-silent-about-its-operator", "emit OperatorSet(operator_);"),
];

const EQUAL: readonly Mutant[] = [
  {
    ...mutant("re-entered-withdrawal", "address token) external nonReentrant {", "address token) external {"),
    equal: "what stayed is counted down before the transfer",
  },
];

const PURSE: readonly Mutant[] = [
  mutant("stranger-empties-a-purse", "if (msg.sender != _till) revert NotTill();"),
  mutant(
    "takes-a-failed-transfer-of-coin-for-done",
    "Address.sendValue(payable(to), units);",
    'payable(to).call{value: units}("");',
  ),
  mutant(
    "takes-a-failed-transfer-of-tokens-for-done",
    "IERC20(token).safeTransfer(to, units);",
    "IERC20(token).transfer(to, units);",
  ),
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
