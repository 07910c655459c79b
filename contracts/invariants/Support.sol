// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

interface Cheats {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function prank(address sender) external;
    function warp(uint256 time) external;
    function deal(address account, uint256 wei_) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
}

Cheats constant CHEATS = Cheats(address(uint160(uint256(keccak256("hevm cheat code")))));
address constant OWNER = address(0x0e);
address constant OPERATOR = address(0x0b);

/// A token that remembers who sent how much to whom, and fails towards blocked receivers in two ways.
contract Coins is ERC20("Coins", "COINS") {
    enum Mood {
        Pays,
        Reverts,
        ReturnsFalse
    }

    mapping(address to => Mood) public moods;
    mapping(address from => mapping(address to => uint256)) public sent;
    mapping(address from => uint256) public sentInAll;

    function mint(address to, uint256 units) external {
        _mint(to, units);
    }

    function setMood(address to, Mood mood) external {
        moods[to] = mood;
    }

    function transfer(address to, uint256 units) public override returns (bool) {
        if (moods[to] == Mood.Reverts) revert("blocked");
        if (moods[to] == Mood.ReturnsFalse) return false;
        return super.transfer(to, units);
    }

    function _update(address from, address to, uint256 units) internal override {
        super._update(from, to, units);
        sent[from][to] += units;
        sentInAll[from] += units;
    }
}

/// A book of what must not happen. A call that reverts would be forgotten, so faults are written down.
abstract contract Faults {
    string public fault;

    function _require(bool holds, string memory what) internal {
        if (!holds && bytes(fault).length == 0) fault = what;
    }
}
