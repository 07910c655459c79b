// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Functions of Chainlink's VRF 2.5 coordinator. Its consumer base contract is not inherited: the owner of that one
/// may replace the coordinator, and so choose winners.
interface VrfCoordinator {
    struct RandomWordsRequest {
        bytes32 keyHash;
        uint256 subId;
        uint16 requestConfirmations;
        uint32 callbackGasLimit;
        uint32 numWords;
        bytes extraArgs;
    }

    /// Returns whether a proving key has this hash, and its gas price in wei at most.
    function s_provingKeys(bytes32 keyHash) external view returns (bool exists, uint64 maxGas);

    function requestRandomWords(RandomWordsRequest calldata request) external returns (uint256 requestId);
}
