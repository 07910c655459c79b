// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// As USDT on Ethereum: nothing is returned, `approve` only from zero, a fee that may be switched on, and addresses
/// that may be blocked.
contract Tether {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;
    uint256 public basisPoints;
    mapping(address => bool) public isBlocked;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor() {
        balanceOf[msg.sender] = 1e15;
        emit Transfer(address(0), msg.sender, 1e15);
    }

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function setFee(uint256 basisPoints_) external {
        basisPoints = basisPoints_;
    }

    function setBlocked(address account, bool isBlocked_) external {
        isBlocked[account] = isBlocked_;
    }

    function _move(address from, address to, uint256 value) private {
        require(!isBlocked[from] && !isBlocked[to]);
        uint256 arriving = value - value * basisPoints / 10_000;
        balanceOf[from] -= value;
        balanceOf[to] += arriving;
        emit Transfer(from, to, arriving);
    }
}
