import { element } from "./elements.ts";
import { offered, type Pay } from "./stage.ts";

declare global {
  /** Put in by the bundler: the file of each part, and its styles. */
  const PARTS: Readonly<Record<string, { readonly name: string; readonly integrity: string } | undefined>>;
}

interface ScriptPolicy {
  createScriptURL(address: string): string;
}

interface WithTrustedTypes {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): ScriptPolicy;
  };
}
let policy: ScriptPolicy | null | undefined;
const loaded = new Map<string, Promise<Pay>>();

/**
 * Loads the part with this name: byte for byte the one that this build knows. Parts are classic scripts, since browsers check
 * no integrity of a dynamic import. @param service its address
 */
export function loadPart(part: string, service: string): Promise<Pay> {
  const key = `${service} ${part}`;
  let loading = loaded.get(key);
  if (!loading) {
    loading = load(part, `${service}/assets/`);
    loaded.set(key, loading);
    loading.catch(() => loaded.delete(key));
  }
  return loading;
}

async function load(part: string, assets: string): Promise<Pay> {
  const file = PARTS[`${part}.js`];
  if (!file) throw new Error(`no part exists for ${part}`);
  const style = PARTS[`${part}.css`];
  if (style)
    document.head.append(pinned(element("link", { rel: "stylesheet", href: assets + style.name }), style));
  const script = pinned(element("script"), file);
  script.src = trusted(assets + file.name);
  const pay = offered(script);
  document.head.append(script);
  return pay;
}

function pinned<E extends HTMLScriptElement | HTMLLinkElement>(
  made: E,
  file: { readonly integrity: string },
): E {
  return Object.assign(made, { integrity: file.integrity, crossOrigin: "anonymous" });
}

/** Returns a trusted address of a script. A page that requires trusted types must allow the policy `raffle`. */
function trusted(address: string): string {
  if (policy === undefined) {
    const { trustedTypes } = window as WithTrustedTypes;
    try {
      policy = trustedTypes?.createPolicy("raffle", { createScriptURL: (given) => given }) ?? null;
    } catch {
      policy = null;
    }
  }
  return policy ? policy.createScriptURL(address) : address;
}
