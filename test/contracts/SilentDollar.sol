// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// As USDT on Ethereum: `transfer` returns nothing.
contract SilentDollar {
    event Transfer(address indexed from, address indexed to, uint256 value);

    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    constructor() {
        balanceOf[msg.sender] = 1e15;
        emit Transfer(address(0), msg.sender, 1e15);
    }

    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}
