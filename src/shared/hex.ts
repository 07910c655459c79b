/** Lower-case hex of 32 bytes. */
export const HEX_32 = /^[0-9a-f]{64}$/;
