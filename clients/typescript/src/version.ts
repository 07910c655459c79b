export const VERSION = "1.0.0";
/** Version of the language that the declarations are written in. */
export const TYPESCRIPT = "5.9.3";
