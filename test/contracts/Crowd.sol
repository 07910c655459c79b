// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Lots {
    function buy(uint256 lotId, uint32 quantity, uint256 cost) external;
}

interface Token {
    function approve(address spender, uint256 value) external returns (bool);
}

/// Buys many times in one transaction.
contract Crowd {
    function buyTimes(Lots lots, Token token, uint256 lotId, uint256 price, uint256 times) external {
        token.approve(address(lots), price * times);
        for (uint256 i = 0; i < times; ++i) lots.buy(lotId, 1, price);
    }
}
