/** The reason why a process cannot serve now. Its message may be shown to anonymous clients. */
export class Unready extends Error {}
