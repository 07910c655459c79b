// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Structs, errors and events of the raffle contract.
abstract contract RaffleTypes {
    enum State {
        None,
        Open,
        Drawing,
        Drawn,
        Cancelled
    }

    /// @param price of a ticket, in the token's units
    /// @param startAt seconds since 1970: tickets are sold from then on
    /// @param endAt and no longer from this second on
    struct Terms {
        address token;
        uint64 price;
        uint32 maxTickets;
        address treasury;
        uint40 startAt;
        uint40 endAt;
    }

    /// @param requestedAt 0: the draw is not requested
    /// @param ticket the drawn one, from 1; 0: none is
    /// @param settings number of the randomness settings that were in force when the lot was created
    /// @param cancelledFrom no answer counts from then on; 0: no cancellation of the draw is announced
    struct Lot {
        address token;
        uint64 price;
        uint32 maxTickets;
        address treasury;
        uint40 startAt;
        uint40 endAt;
        State state;
        bool paidOut;
        address winner;
        uint32 ticket;
        uint40 requestedAt;
        uint24 settings;
        uint40 cancelledFrom;
    }

    /// Settings of requests for random numbers. Answers are paid in the chain's own coin, and any account can add to the
    /// subscription.
    struct Randomness {
        uint256 subscriptionId;
        bytes32 keyHash;
        uint16 confirmations;
    }

    error NotOperator();
    error NotCoordinator();
    error NotTreasury();
    /// Mined after the time until which it was meant.
    error TooLate();
    error LotExists();
    error BadTerms(string what);
    error NotSelling();
    error BadQuantity();
    error SoldOut(uint256 available);
    error WrongCost(uint256 cost);
    /// The token did not bring what was to be paid.
    error WrongPayment(uint256 arrived);
    error WrongState(State state);
    error NotYet(uint256 from);
    error NoTickets();
    /// The call carries too little gas to tell a buyer that cannot be paid from one whose transfer ran out of gas.
    error TooLittleGas();
    error BadRandomness(string what);
    error OwnerRequired();
    error NothingToRescue();

    event LotCreated(uint256 indexed lotId, Terms terms);
    event Bought(
        uint256 indexed lotId,
        address indexed buyer,
        uint32 index,
        uint32 first,
        uint32 last,
        uint256 cost
    );
    event DrawRequested(uint256 indexed lotId, uint256 indexed requestId, uint32 tickets);
    event Drawn(
        uint256 indexed lotId,
        uint256 indexed requestId,
        uint256 seed,
        uint32 ticket,
        address indexed winner
    );
    event PaidOut(uint256 indexed lotId, address indexed treasury, uint256 units);
    event LotCancelled(uint256 indexed lotId, uint32 tickets);
    /// An answer before this time still draws the lot; from then on it is cancelled.
    event CancellationAnnounced(uint256 indexed lotId, uint256 from);
    event Refunded(uint256 indexed lotId, address indexed buyer, uint32 index, uint256 units);
    /// The token did not transfer the units to the buyer. They are still owed.
    event RefundFailed(uint256 indexed lotId, address indexed buyer, uint32 index, uint256 units);
    event TreasuryMoved(uint256 indexed lotId, address indexed from, address indexed to);
    event OperatorSet(address operator);
    event RandomnessSet(uint256 subscriptionId, bytes32 keyHash, uint16 confirmations);
    event TokenAccepted(address token);
    event Rescued(address token, address to, uint256 units);
}
