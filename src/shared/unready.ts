/** Why a process cannot serve now, in words that anybody may read. */
export class Unready extends Error {}
