import { type Compiled, compiled } from "../contracts/compile.ts";

const VRF = "@chainlink/contracts/src/v0.8/vrf/dev";
const COORDINATOR = `${VRF}/VRFCoordinatorV2_5.sol`;
const BLOCKHASH_STORE = `${VRF}/BlockhashStore.sol`;
/** The compiler that the contract pins, with Chainlink's `runs`. */
const COMPILATION = {
  compiler: "solc-0.8.19",
  settings: { evmVersion: "paris", optimizer: { enabled: true, runs: 1_000 } },
};

/** Chainlink's own contracts, compiled from their package. */
export async function chainlinkContracts(): Promise<{
  readonly coordinator: Compiled;
  readonly blockhashStore: Compiled;
}> {
  const contracts = await compiled([COORDINATOR, BLOCKHASH_STORE], COMPILATION);
  return { coordinator: contracts.VRFCoordinatorV2_5!, blockhashStore: contracts.BlockhashStore! };
}
