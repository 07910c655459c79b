import { element } from "./elements.ts";
import { offered, type Pay } from "./stage.ts";

declare global {
  /** Put in by the bundler: the file of each part, and its styles. */
  const PARTS: Readonly<Record<string, { readonly name: string; readonly integrity: string } | undefined>>;
}

/** Where this very file came from; read at once, for later it is another script. Modules have no current script. */
const OWN_ADDRESS = (document.currentScript as HTMLScriptElement | null)?.src ?? import.meta.url;

/** Of the service, without a slash at the end. */
export const SERVICE = OWN_ADDRESS.replace(/(\/assets)?\/[^/]*$/, "");

interface ScriptPolicy {
  createScriptURL(address: string): string;
}

const { trustedTypes } = window as {
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): ScriptPolicy;
  };
};
let policy: ScriptPolicy | null | undefined;
const loaded = new Map<string, Promise<Pay>>();

/** The part with this name: ours, and byte for byte the one that this build knows. */
export function loadPart(part: string): Promise<Pay> {
  let loading = loaded.get(part);
  if (!loading) {
    loading = load(part);
    loaded.set(part, loading);
    loading.catch(() => loaded.delete(part));
  }
  return loading;
}

async function load(part: string): Promise<Pay> {
  const file = PARTS[`${part}.js`];
  if (!file) throw new Error(`there is no part for ${part}`);
  const style = PARTS[`${part}.css`];
  if (style)
    document.head.append(pinned(element("link", { rel: "stylesheet", href: addressOf(style.name) }), style));
  const script = pinned(element("script"), file);
  script.src = trusted(addressOf(file.name));
  const pay = offered(script);
  document.head.append(script);
  return pay;
}

function addressOf(name: string): string {
  return `${SERVICE}/assets/${name}`;
}

function pinned<E extends HTMLScriptElement | HTMLLinkElement>(
  made: E,
  file: { readonly integrity: string },
): E {
  return Object.assign(made, { integrity: file.integrity, crossOrigin: "anonymous" });
}

/** Where the page requires trusted types it has to allow the policy `raffle`. */
function trusted(address: string): string {
  if (policy === undefined) {
    try {
      policy = trustedTypes?.createPolicy("raffle", { createScriptURL: (given) => given }) ?? null;
    } catch {
      policy = null;
    }
  }
  return policy ? policy.createScriptURL(address) : address;
}
