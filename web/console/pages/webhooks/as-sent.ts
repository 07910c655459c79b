interface Sent {
  readonly id: string;
  readonly type: string;
}

/** The headers of a delivery, of which the signature alone differs from attempt to attempt. */
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

/** A line for a shell that posts the same, signed with the secret that it has. */
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

/** For a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
