// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// Holds one payment. Only its till can have it pay.
contract Purse {
    using SafeERC20 for IERC20;

    error NotTill();

    address private immutable _till = msg.sender;

    function pay(address token, address to, uint256 units) external {
        if (msg.sender != _till) revert NotTill();
        if (token == address(0)) Address.sendValue(payable(to), units);
        else IERC20(token).safeTransfer(to, units);
    }
}
