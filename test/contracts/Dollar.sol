// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// What most dollar tokens are: the usual ERC-20 with six decimals.
contract Dollar is ERC20("Dollar", "USDC") {
    constructor() {
        _mint(msg.sender, 1e15);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
