// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// A wallet whose owner's key signs for it (ERC-1271). It raises for a signature of another length.
contract OwnedWallet {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(signature.length == 65, "length");
        address by = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return by == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
