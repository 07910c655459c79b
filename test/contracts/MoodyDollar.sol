// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A dollar that fails towards chosen receivers, in each way that tokens are known to fail.
contract MoodyDollar is ERC20("Moody dollar", "MOODY") {
    enum Mood {
        Pays,
        Reverts,
        ReturnsFalse,
        BurnsGas,
        RevertsWithMuch,
        ReturnsNonsense,
        IsCostly,
        BringsMore
    }

    mapping(address to => Mood) public moods;

    constructor() {
        _mint(msg.sender, 1e15);
    }

    function setMood(address to, Mood mood) external {
        moods[to] = mood;
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        Mood mood = moods[to];
        if (mood == Mood.Reverts) revert("blocked");
        if (mood == Mood.ReturnsFalse) return false;
        if (mood == Mood.BurnsGas) while (true) {}
        if (mood == Mood.RevertsWithMuch) {
            assembly ("memory-safe") {
                revert(0, 65536)
            }
        }
        if (mood == Mood.ReturnsNonsense) {
            assembly ("memory-safe") {
                mstore(0, 2)
                return(0, 32)
            }
        }
        uint256 gasBefore = gasleft();
        if (mood == Mood.IsCostly) while (gasBefore - gasleft() < 300_000) {}
        return super.transfer(to, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (moods[to] == Mood.BringsMore) _mint(to, 1);
        return super.transferFrom(from, to, value);
    }

    /// As an issuer does by order of a court.
    function seize(address from, uint256 value) external {
        _burn(from, value);
    }
}
