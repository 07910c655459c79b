import { concatHex, encodeAbiParameters, encodeDeployData, getContractAddress, hashMessage } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { FormBrowser } from "../../test/support/browser/form-browser.ts";
import { Partner } from "../../test/support/builders/partner.ts";
import { DatabaseProxy } from "../../test/support/database/database-proxy.ts";
import { TestService } from "../../test/support/service/service.ts";
import { SILENT } from "../../test/support/builders/organisations.ts";
import { Anvil, ANVIL_CHAIN_ID } from "../../test/support/chain/anvil.ts";
import { compiledContracts } from "../../test/support/chain/contracts.ts";
import { ViemChain } from "./viem-chain.ts";
import { ViemWalletSignatures } from "./wallet-signatures.ts";
import { opened, prepared } from "../../test/support/opened.ts";
import { describe } from "../../test/support/chain/on-anvil.ts";

const MESSAGE = "shop.example wants you to sign in";
const MAGIC: Hex = `0x${"6492".repeat(16)}`;
const owner = privateKeyToAccount(`0x${"44".repeat(32)}`);
const stranger = privateKeyToAccount(`0x${"55".repeat(32)}`);

describe("a contract's signature on a real chain", () => {
  let deployer: Hex;
  let deployment: Hex;
  const anvil = opened(() => Anvil.start());
  const chain = prepared(() => chainAt(anvil.url));
  const signatures = prepared(() => new ViemWalletSignatures(chain));
  beforeAll(async () => {
    [deployer] = await anvil.rpc<[Hex]>("eth_accounts", []);
    const { abi, bytecode } = (await compiledContracts()).OwnedWallet!;
    deployment = encodeDeployData({ abi, bytecode, args: [owner.address] });
  });

  const chainAt = (rpcUrl: string) =>
    new ViemChain({
      chainId: ANVIL_CHAIN_ID,
      rpcUrl,
      confirmations: 1,
      unitOfWork: { open: false },
      log: SILENT,
    });

  async function deployed(): Promise<Hex> {
    const nonce = BigInt(await anvil.rpc<Hex>("eth_getTransactionCount", [deployer, "latest"]));
    await anvil.rpc("eth_sendTransaction", [{ from: deployer, data: deployment, gas: "0x1e8480" }]);
    await anvil.mine(1);
    return getContractAddress({ from: deployer, nonce });
  }

  it("signs a buyer in on a page; an unreachable node is not a wrong signature", async () => {
    const wallet = await deployed();
    const node = await DatabaseProxy.open(anvil.url);
    const service = await TestService.open({
      environment: { CHAIN_ID: String(ANVIL_CHAIN_ID), CHAIN_RPC_URL: node.url, CHAIN_CONFIRMATIONS: "1" },
    });
    const { slug } = (await Partner.add(service)).organisation;
    const browser = new FormBrowser(service.baseUrl);
    const at = `/checkout/${slug}/sign-in`;
    const { message } = (await browser.post(`${at}/wallet/message`, { walletAddress: wallet })).json;
    const signature = await owner.signMessage({ message });
    await node.cut();
    const away = await browser.post(`${at}/wallet/proof`, { signature });
    expect([away.status, away.json.error]).toEqual([503, "chain_unavailable"]);
    await node.mend();
    const forged = await browser.post(`${at}/wallet/proof`, {
      signature: await stranger.signMessage({ message }),
    });
    expect([forged.status, forged.json.error]).toEqual([400, "sign_in_refused"]);
    expect((await browser.post(`${at}/wallet/proof`, { signature })).json).toEqual({
      account: expect.any(Number),
      next: `/tickets/${slug}`,
    });
    expect((await browser.get(`/tickets/${slug}`)).text).toContain(wallet);
    await service.stop();
    await node.close();
  });

  it("is its owner's, of this very text, where the contract is deployed (ERC-1271)", async () => {
    const wallet = await deployed();
    const signature = await owner.signMessage({ message: MESSAGE });
    expect(await signatures.isBy(wallet, MESSAGE, signature)).toBe(true);
    expect(await signatures.isBy(wallet, `${MESSAGE}.`, signature)).toBe(false);
    expect(await signatures.isBy(wallet, MESSAGE, await stranger.signMessage({ message: MESSAGE }))).toBe(
      false,
    );
    // The contract raises.
    expect(await signatures.isBy(wallet, MESSAGE, "0x1234")).toBe(false);
    expect(await signatures.isBy(stranger.address, MESSAGE, signature)).toBe(false);
    expect(await signatures.isBy(owner.address, MESSAGE, signature)).toBe(true);
  });

  it("is its owner's before the contract is deployed (ERC-6492)", async () => {
    // The proxy that deploys at the same address on every chain: 32 bytes of salt, then the contract.
    const factory: Hex = "0x4e59b44847b379578588920ca78fbf26c0b4956c";
    const salt: Hex = `0x${"07".repeat(32)}`;
    const wallet = getContractAddress({ from: factory, opcode: "CREATE2", salt, bytecode: deployment });
    const wrapped = (signature: Hex) =>
      concatHex([
        encodeAbiParameters(
          [{ type: "address" }, { type: "bytes" }, { type: "bytes" }],
          [factory, concatHex([salt, deployment]), signature],
        ),
        MAGIC,
      ]);
    const signature = await owner.signMessage({ message: MESSAGE });
    expect(await signatures.isBy(wallet, MESSAGE, wrapped(signature))).toBe(true);
    expect(await signatures.isBy(wallet, `${MESSAGE}.`, wrapped(signature))).toBe(false);
    expect(await signatures.isBy(stranger.address, MESSAGE, wrapped(signature))).toBe(false);
  });

  it("is unknown, not wrong, while no node answers", async () => {
    const away = new ViemWalletSignatures(chainAt("http://127.0.0.1:1"));
    const signature = await stranger.signMessage({ message: MESSAGE });
    await expect(away.isBy(owner.address, MESSAGE, signature)).rejects.toThrow("chain cannot be read");
    expect(await away.isBy(stranger.address, MESSAGE, signature)).toBe(true);
    expect(hashMessage(MESSAGE)).toHaveLength(66);
  });
});
