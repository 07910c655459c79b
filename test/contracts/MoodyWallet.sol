// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A contract that fails to take coin in a chosen way, or calls another contract while it takes it.
contract MoodyWallet {
    enum Mood {
        Takes,
        Reverts,
        BurnsGas
    }

    Mood public mood;
    bool public succeeded;
    address private _target;
    bytes private _data;

    function setMood(Mood mood_) external {
        mood = mood_;
    }

    function callWhilePaid(address target, bytes calldata data) external {
        (_target, _data) = (target, data);
    }

    function call(address target, bytes calldata data) external {
        (bool isDone, bytes memory answer) = target.call(data);
        if (!isDone) {
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
    }

    receive() external payable {
        if (mood == Mood.Reverts) revert("no coin");
        if (mood == Mood.BurnsGas) while (true) {}
        address target = _target;
        if (target == address(0)) return;
        _target = address(0);
        (succeeded, ) = target.call(_data);
    }
}
