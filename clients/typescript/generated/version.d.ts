// Written by `npm run client-types` from clients/typescript/src/version.ts.

export declare const VERSION = "1.0.0";
/** Version of the language that the declarations are written in. */
export declare const TYPESCRIPT = "5.9.3";
