// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Withdrawals {
    struct Payment {
        bytes32 id;
        address treasury;
        address refundTo;
    }

    function withdraw(Payment calldata payment, address token) external;
}

/// A contract that fails to take coin in a chosen way, and may call the till while it takes it.
contract MoodyWallet {
    enum Mood {
        Takes,
        Reverts,
        BurnsGas,
        Reenters
    }

    Mood public mood;
    bool public reentered;
    Withdrawals private _till;
    Withdrawals.Payment private _payment;

    function setMood(Mood mood_) external {
        mood = mood_;
    }

    function reenter(Withdrawals till, Withdrawals.Payment calldata payment) external {
        (mood, _till, _payment) = (Mood.Reenters, till, payment);
    }

    function withdraw(Withdrawals till, Withdrawals.Payment calldata payment, address token) external {
        till.withdraw(payment, token);
    }

    receive() external payable {
        if (mood == Mood.Reverts) revert("no coin");
        if (mood == Mood.BurnsGas) while (true) {}
        if (mood == Mood.Reenters) {
            (bool succeeded, ) = address(_till).call(
                abi.encodeCall(Withdrawals.withdraw, (_payment, address(0)))
            );
            reentered = succeeded;
        }
    }
}
