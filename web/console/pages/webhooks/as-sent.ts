interface Sent {
  readonly id: string;
  readonly type: string;
}

/** Returns the headers of a delivery. Only the signature differs between attempts. */
export function headersOf(url: string, { id, type }: Sent, body: string): string {
  const { host, pathname, search } = new URL(url);
  return [
    `POST ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    "Content-Type: application/json",
    `Content-Length: ${new TextEncoder().encode(body).byteLength}`,
    `X-Service-Event: ${type}`,
    `X-Service-Delivery: ${id}`,
    "X-Service-Signature: t=<unix seconds>,v1=<HMAC-SHA256 of t, a dot and the body>",
  ].join("\n");
}

/** Returns a shell command that sends the same request, signed with the secret of the shell's environment. */
export function curlOf(url: string, { id, type }: Sent, body: string): string {
  return [
    `BODY=${quoted(body)}`,
    "T=$(date +%s)",
    `V1=$(printf '%s.%s' "$T" "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d' ' -f1)`,
    `curl -i ${quoted(url)} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -H ${quoted(`X-Service-Event: ${type}`)} \\`,
    `  -H ${quoted(`X-Service-Delivery: ${id}`)} \\`,
    '  -H "X-Service-Signature: t=$T,v1=$V1" \\',
    '  --data-binary "$BODY"',
  ].join("\n");
}

/** Quotes any text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
