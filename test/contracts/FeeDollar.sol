// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Keeps a hundredth of what is sent.
contract FeeDollar is ERC20("Fee dollar", "FEE") {
    address private constant TREASURY = address(0xfee);

    constructor() {
        _mint(msg.sender, 1e15);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function _update(address from, address to, uint256 value) internal override {
        uint256 fee = from == address(0) ? 0 : value / 100;
        if (fee > 0) super._update(from, TREASURY, fee);
        super._update(from, to, value - fee);
    }
}
