// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Purse} from "./Purse.sol";

/// Takes payments at an address each. Such an address is computed from the payment's id, its treasury and its refund
/// address, so all that arrives there goes to these two alone: no operator can send it elsewhere.
/// Deployed by a deterministic deployer, it and its addresses are the same on every chain.
contract Till is Ownable2Step, ReentrancyGuardTransient {
    /// @param id SHA-256 of "till:" followed by the checkout session's id: public draw entries carry the hash of the
    /// session's id alone, so they do not lead to the payment
    struct Payment {
        bytes32 id;
        address treasury;
        address refundTo;
    }

    error NotAllowed();
    error BadPayment();
    error NothingToGiveBack();
    error NothingStayed();
    /// The treasury can have no more than this: the rest stayed for the refund address, or did not arrive.
    error NotThere(uint256 free);
    /// The treasury has called meanwhile, `closes` times in all. What is there may be another payment.
    error ClosedMeanwhile(uint256 closes);
    /// The call carries too little gas to tell a refund address that refuses from one that ran out of gas.
    error TooLittleGas();
    error OwnerRequired();

    /// @param refunded what was transferred to the refund address
    /// @param byTreasury whether `treasuryCloses` counts it
    event Closed(
        bytes32 indexed id,
        address indexed purse,
        address indexed token,
        uint256 paid,
        uint256 refunded,
        bool byTreasury
    );
    /// The refund address could not take the rest.
    event RestStayed(bytes32 indexed id, address indexed purse, address indexed token, uint256 units);
    event OperatorSet(address operator);

    /// Gas for the transfer of a rest. A refund address that uses more cannot hold up the treasury's part.
    uint256 public constant REST_GAS = 200_000;
    /// Gas that has to be left before that transfer: a call gets 63/64 of it at most, and the rest ends the call.
    uint256 private constant GAS_BEFORE_REST = 240_000;

    address public immutable purse;
    address public operator;
    /// Units at a purse that its refund address could not take. They belong to that address alone.
    mapping(address purse => mapping(address token => uint256)) public stayed;
    /// Calls of `close` and `giveBack` by a treasury that is not the operator. Each call names their number, so one that the
    /// treasury precedes moves nothing: what it was meant for is not there any more.
    mapping(address purse => mapping(address token => uint256)) public treasuryCloses;

    constructor(address owner_, address operator_) Ownable(owner_) {
        purse = address(new Purse());
        _setOperator(operator_);
    }

    /// Pays units to the treasury, and then the rest of what is there to the refund address. A rest that cannot be
    /// transferred stays. Repeatable, for later transfers and for any token.
    /// @param token the zero address: the chain's own coin
    /// @param closes `treasuryCloses` of the purse and token
    function close(Payment calldata payment, address token, uint256 units, uint256 closes) external nonReentrant {
        (address open, bool byTreasury) = _begun(payment, token, closes);
        uint256 balance = _balance(open, token);
        uint256 reserved = stayed[open][token];
        uint256 free = balance > reserved ? balance - reserved : 0;
        if (units > free) revert NotThere(free);
        if (units > 0) Purse(open).pay(token, payment.treasury, units);
        uint256 rest = balance - units;
        bool isPaid = rest == 0 || _isRestPaid(open, token, payment.refundTo, rest);
        uint256 staying = isPaid ? 0 : rest;
        if (staying != reserved) stayed[open][token] = staying;
        emit Closed(payment.id, open, token, units, rest - staying, byTreasury);
        if (!isPaid) emit RestStayed(payment.id, open, token, rest);
    }

    /// Pays to the refund address all but what is kept for the treasury, which remains where it is.
    /// @param token the zero address: the chain's own coin
    /// @param closes `treasuryCloses` of the purse and token
    function giveBack(Payment calldata payment, address token, uint256 kept, uint256 closes) external nonReentrant {
        (address open, bool byTreasury) = _begun(payment, token, closes);
        uint256 balance = _balance(open, token);
        if (balance <= kept) revert NothingToGiveBack();
        _giveBack(payment, open, token, balance - kept, byTreasury);
    }

    /// Pays to the refund address what it could not take before.
    /// @param token the zero address: the chain's own coin
    function withdraw(Payment calldata payment, address token) external nonReentrant {
        if (msg.sender != operator && msg.sender != payment.refundTo) revert NotAllowed();
        address open = _opened(payment);
        uint256 units = Math.min(stayed[open][token], _balance(open, token));
        if (units == 0) revert NothingStayed();
        _giveBack(payment, open, token, units, false);
    }

    function setOperator(address operator_) external onlyOwner {
        _setOperator(operator_);
    }

    /// Always refused: without an owner a stolen operator's key could never be replaced.
    function renounceOwnership() public pure override {
        revert OwnerRequired();
    }

    /// Returns the address to pay to.
    function addressOf(Payment calldata payment) public view returns (address) {
        return Clones.predictDeterministicAddress(purse, _salt(payment));
    }

    /// Admits the operator, or the treasury, whose calls are counted.
    function _begun(
        Payment calldata payment,
        address token,
        uint256 closes
    ) private returns (address open, bool byTreasury) {
        byTreasury = msg.sender != operator;
        if (byTreasury && msg.sender != payment.treasury) revert NotAllowed();
        open = _opened(payment);
        uint256 counted = treasuryCloses[open][token];
        if (closes != counted) revert ClosedMeanwhile(counted);
        if (byTreasury) treasuryCloses[open][token] = counted + 1;
    }

    function _opened(Payment calldata payment) private returns (address open) {
        if (payment.treasury == address(0) || payment.refundTo == address(0)) revert BadPayment();
        open = addressOf(payment);
        if (open.code.length == 0) Clones.cloneDeterministic(purse, _salt(payment));
    }

    function _isRestPaid(address open, address token, address refundTo, uint256 rest) private returns (bool) {
        if (gasleft() < GAS_BEFORE_REST) revert TooLittleGas();
        try Purse(open).pay{gas: REST_GAS}(token, refundTo, rest) {
            return true;
        } catch {
            return false;
        }
    }

    function _giveBack(
        Payment calldata payment,
        address open,
        address token,
        uint256 units,
        bool byTreasury
    ) private {
        uint256 reserved = stayed[open][token];
        if (reserved > 0) stayed[open][token] = Math.saturatingSub(reserved, units);
        emit Closed(payment.id, open, token, 0, units, byTreasury);
        Purse(open).pay(token, payment.refundTo, units);
    }

    function _setOperator(address operator_) private {
        operator = operator_;
        emit OperatorSet(operator_);
    }

    function _balance(address open, address token) private view returns (uint256) {
        return token == address(0) ? open.balance : IERC20(token).balanceOf(open);
    }

    function _salt(Payment calldata payment) private pure returns (bytes32) {
        return keccak256(abi.encode(payment));
    }
}
