// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// The usual dollar token: ERC-20 with six decimals, and permits (EIP-2612).
contract Dollar is ERC20("Dollar", "USDC"), ERC20Permit("Dollar") {
    constructor() {
        _mint(msg.sender, 1e15);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
