// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Calls its target during a transfer, as tokens with hooks let a receiver do.
contract ReenteringDollar is ERC20("Re-entering dollar", "REENTER") {
    address private _target;
    bytes private _data;
    uint256 public calls;
    bytes public answer;
    bool public succeeded;

    constructor() {
        _mint(msg.sender, 1e15);
        _mint(address(this), 1e12);
    }

    function callDuringTransfers(address target, bytes calldata data) external {
        _target = target;
        _data = data;
        _approve(address(this), target, 1e12);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        address target = _target;
        if (target == address(0)) return;
        _target = address(0);
        ++calls;
        (succeeded, answer) = target.call(_data);
    }
}
