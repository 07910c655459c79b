import { useLocation } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** May be a buyer's e-mail, so it must not be part of the address, which proxies log and people share. */
    searchText?: string;
  }
}

/** Returns the text that this history entry searches for, also after a reload or Back; empty: none. */
export function useSearchText(): string {
  return useLocation({ select: ({ state }) => state.searchText ?? "" });
}
