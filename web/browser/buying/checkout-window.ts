const POPUP = { width: 480, height: 760 };

/** Returns whether this is a phone or a tablet: windows are tabs there in any case. */
export function isPhone(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** Returns the features of checkout's window, in the middle of this one. */
export function features(): string {
  const { width, height } = POPUP;
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** Returns the fragment of checkout's address for the address of a buyer: browsers send it to no server. */
export function emailFragment(email: string): string {
  return email && `#email=${encodeURIComponent(email)}`;
}
