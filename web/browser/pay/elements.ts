type Properties<K extends keyof HTMLElementTagNameMap> = {
  readonly style?: Partial<CSSStyleDeclaration>;
} & Omit<Partial<HTMLElementTagNameMap[K]>, "style">;

/** Creates an element with its contents. Styles are set through the CSSOM, which strict policies allow. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { style = {}, ...properties }: Properties<K> = {} as Properties<K>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  Object.assign(made.style, style);
  made.append(...children);
  return made;
}

/** A frame that fills its place. */
export function frameOf(title: string, visible: boolean): HTMLIFrameElement {
  // Light in any page: the bank's text is dark on a white background.
  const shown = { display: "block", width: "100%", height: "32rem", border: "0" };
  const style = { ...shown, background: "#fff", colorScheme: "light" };
  return element("iframe", { title, hidden: !visible, style: visible ? style : { display: "none" } });
}

/** The next message of an origin, and of a frame unless it is null, that means something; null: none came in time, or the step is over. */
export function messageOf<T>(
  from: { readonly frame: HTMLIFrameElement | null; readonly origin: string; readonly signal: AbortSignal },
  meaning: (data: unknown) => T | undefined,
  waitMs?: number,
): Promise<T | null> {
  return new Promise((resolve) => {
    const end = new AbortController();
    const answer = (value: T | null) => {
      resolve(value);
      end.abort();
    };
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (origin !== from.origin) return;
      if (from.frame && (source === null || source !== from.frame.contentWindow)) return;
      const value = meaning(data);
      if (value !== undefined) answer(value);
    };
    addEventListener("message", hear, { signal: end.signal });
    from.signal.addEventListener("abort", () => answer(null), { signal: end.signal });
    if (from.signal.aborted) answer(null);
    if (waitMs !== undefined) setTimeout(answer, waitMs, null);
  });
}
