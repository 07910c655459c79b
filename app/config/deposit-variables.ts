import { z } from "zod";
import { extendedPublicKey } from "../../adapters/chain/extended-key-addresses.ts";
import type { Hex } from "../../ports/chain.ts";
import { checksummedWallet } from "../../src/buyers/account.ts";

/** The variables of deposits, as part of all. */
export const DEPOSIT_VARIABLES = {
  DEPOSIT_XPUB: {
    schema: z.string().superRefine((text, context) => {
      try {
        extendedPublicKey(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: (error as Error).message });
      }
    }),
    help: "Extended public key (xpub…) that each organisation's deposit address is derived from; see docs/deposits.md. Only with DEPOSIT_TOKEN_ADDRESS; a real chain without both takes no deposits. The simulated chain has a published test key.",
  },
  DEPOSIT_TOKEN_ADDRESS: {
    schema: z
      .string()
      .refine(
        (text) => checksummedWallet(text) !== null,
        "must be 0x followed by 40 hexadecimal digits, with a valid checksum",
      )
      .transform((text) => text.toLowerCase() as Hex),
    help: "Contract of the ERC-20 token that deposits are made in; one of it counts as one US dollar. Default on the simulated chain: 0x7000000000000000000000000000000000000001.",
  },
  DEPOSIT_TOKEN_SYMBOL: {
    schema: z.string().regex(/^[!-~]{1,16}$/, "must be 1 to 16 printable ASCII characters without spaces"),
    fallback: "USDC",
    help: "Name of the token, as partners see it.",
  },
  DEPOSIT_TOKEN_DECIMALS: {
    schema: z.coerce.number().int().min(2).max(30),
    fallback: "6",
    help: "Decimals of the token, checked against its contract at the start.",
  },
};
