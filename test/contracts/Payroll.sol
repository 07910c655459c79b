// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Pays many in one transaction and ignores what the token returns.
contract Payroll {
    function pay(address token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) {
            (bool paid, ) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to[i], values[i]));
            require(paid, "not paid");
        }
    }
}
