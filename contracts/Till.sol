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
        if (msg.sender != operator && msg.sender != payment.treasury) revert NotAllowed();
        if (payment.treasury == address(0) || payment.refundTo == address(0)) revert BadPayment();
        address open = addressOf(payment);
        if (open.code.length == 0) Clones.cloneDeterministic(purse, _salt(payment));
        uint256 balance = token == address(0) ? open.balance : IERC20(token).balanceOf(open);
        uint256 rest = balance - units;
        emit Closed(payment.id, open, token, units, rest);
        if (units > 0) Purse(open).pay(token, payment.treasury, units);
        if (rest > 0) Purse(open).pay(token, payment.refundTo, rest);
    }

    function setOperator(address operator_) external onlyOwner {
        _setOperator(operator_);
    }

    /// Where to pay.
    function addressOf(Payment calldata payment) public view returns (address) {
        return Clones.predictDeterministicAddress(purse, _salt(payment));
    }

    function _setOperator(address operator_) private {
        operator = operator_;
        emit OperatorSet(operator_);
    }

    function _salt(Payment calldata payment) private pure returns (bytes32) {
        return keccak256(abi.encode(payment));
    }
}
