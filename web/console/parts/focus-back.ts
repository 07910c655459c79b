import { useLayoutEffect } from "react";

/** Last focused element outside of windows. A menu disappears when one of its items opens a window. */
let lastOutside: HTMLElement | null = null;
let openWindows = 0;

document.addEventListener("focusin", ({ target }) => {
  const opener = openerOf(target as Element);
  if (opener !== null && !isInWindow(opener)) lastOutside = opener;
});

/** Returns the button of a menu for its items, else the element. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest("[role=menu]");
  const opener = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : element;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

function isInWindow(element: Element): boolean {
  return element.closest("[role=dialog]") !== null;
}

function canHaveFocus(element: HTMLElement | null): element is HTMLElement {
  return (
    element !== null && element.isConnected && element.checkVisibility() && !element.matches(":disabled")
  );
}

function giveBack(opener: HTMLElement | null): void {
  const at = document.activeElement;
  // Focus that has moved elsewhere meanwhile stays there.
  if (at !== null && at !== document.body && !isInWindow(at)) return;
  if (openWindows > 0) {
    if (opener !== null && isInWindow(opener) && canHaveFocus(opener)) opener.focus();
    return;
  }
  const found = [opener, lastOutside].find((each) => canHaveFocus(each) && !isInWindow(each));
  (found ?? document.querySelector<HTMLElement>("#content"))?.focus({ preventScroll: true });
}

/**
 * Returns the focus to the element that opened a window; if that is gone, to the beginning of the page. The library
 * does so only for windows that exist before they are opened.
 */
export function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const opener = openerOf(document.activeElement) ?? lastOutside;
    openWindows += 1;
    return () => {
      openWindows -= 1;
      setTimeout(() => giveBack(opener));
    };
  }, [isOpen]);
}
