// Written by `npm run client-types` from clients/typescript/src/proofs.ts.

/** The request that a proof is for. */
export interface ProvenRequest {
    readonly apiKey: string;
    /** Default: `POST`. */
    readonly method?: string;
    /** From the first slash, without host and query: `/api/v1/draws/commit`. */
    readonly path: string;
    /** The bytes that are sent. Default: none. The client sends `JSON.stringify` of a call's body. */
    readonly body?: string | Uint8Array;
    /** Default: a random one. Both proofs of a new key have the same. */
    readonly jti?: string;
}
/**
 * Returns the value of `Service-Proof` for one request: it counts once, for 60 seconds.
 * @param privateKey Ed25519: a key of Web Crypto, or PKCS #8 as PEM
 */
export declare function sign(request: ProvenRequest, privateKey: CryptoKey | string): Promise<string>;
/** A key pair as text. */
export interface DrawKey {
    /** PKCS #8 as PEM: keep it like a password. */
    readonly privateKey: string;
    /** `publicKey` of register-key and rotate-key. */
    readonly publicKey: string;
}
/** Makes an Ed25519 key pair. */
export declare function generateKey(): Promise<DrawKey>;
