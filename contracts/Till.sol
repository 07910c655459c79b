// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Purse} from "./Purse.sol";

/// Takes payments at an address each. Such an address is computed from the payment's id, its treasury and its refund
/// address, so whatever comes there goes to these two and nowhere else, whoever is the operator.
/// Deployed by a deterministic deployer, it and its addresses are the same on every chain.
contract Till is Ownable2Step, ReentrancyGuardTransient {
    /// @param id SHA-256 of the checkout session's id
    struct Payment {
        bytes32 id;
        address treasury;
        address refundTo;
    }

    error NotAllowed();
    error BadPayment();
    error NothingToGiveBack();

    event Closed(
        bytes32 indexed id,
        address indexed purse,
        address indexed token,
        uint256 paid,
        uint256 refunded
    );
    event OperatorSet(address operator);

    address public immutable purse;
    address public operator;

    constructor(address owner_, address operator_) Ownable(owner_) {
        purse = address(new Purse());
        _setOperator(operator_);
    }

    /// Pays units to the treasury and the rest of what is there to the refund address. Repeatable, for what comes later
    /// and for any token.
    /// @param token the zero address: the chain's own coin
    function close(Payment calldata payment, address token, uint256 units) external nonReentrant {
        address open = _opened(payment);
        _pay(payment, open, token, units, _balance(open, token) - units);
    }

    /// Pays to the refund address all but what is kept for the treasury, which stays where it is.
    /// @param token the zero address: the chain's own coin
    function giveBack(Payment calldata payment, address token, uint256 kept) external nonReentrant {
        address open = _opened(payment);
        uint256 balance = _balance(open, token);
        if (balance <= kept) revert NothingToGiveBack();
        _pay(payment, open, token, 0, balance - kept);
    }

    function setOperator(address operator_) external onlyOwner {
        _setOperator(operator_);
    }

    /// Where to pay.
    function addressOf(Payment calldata payment) public view returns (address) {
        return Clones.predictDeterministicAddress(purse, _salt(payment));
    }

    function _opened(Payment calldata payment) private returns (address open) {
        if (msg.sender != operator && msg.sender != payment.treasury) revert NotAllowed();
        if (payment.treasury == address(0) || payment.refundTo == address(0)) revert BadPayment();
        open = addressOf(payment);
        if (open.code.length == 0) Clones.cloneDeterministic(purse, _salt(payment));
    }

    function _pay(Payment calldata payment, address open, address token, uint256 units, uint256 rest) private {
        emit Closed(payment.id, open, token, units, rest);
        if (units > 0) Purse(open).pay(token, payment.treasury, units);
        if (rest > 0) Purse(open).pay(token, payment.refundTo, rest);
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
