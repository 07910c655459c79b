interface Sent {
  readonly id: string;
  readonly type: string;
}

interface Receiver {
  readonly url: string;
  /** True if deliveries also have the headers of Standard Webhooks. */
  readonly standardWebhooks: boolean;
}

/** Returns the headers of a delivery. Only time and signatures differ between attempts. */
export function headersOf(receiver: Receiver, { id, type }: Sent, body: string): string {
  const { host, pathname, search } = new URL(receiver.url);
  return [
    `POST ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    "Content-Type: application/json",
    `Content-Length: ${new TextEncoder().encode(body).byteLength}`,
    `X-Service-Event: ${type}`,
    `X-Service-Delivery: ${id}`,
    "X-Service-Signature: t=<unix seconds>,v1=<HMAC-SHA256 of t, a dot and the body>",
    ...(receiver.standardWebhooks
      ? [
          `webhook-id: ${id}`,
          "webhook-timestamp: <unix seconds>",
          "webhook-signature: v1,<HMAC-SHA256 of id, a dot, the time, a dot and the body, in base64>",
        ]
      : []),
  ].join("\n");
}

/** Returns a shell command that sends the same request, signed with the secret of the shell's environment. */
export function curlOf({ url, standardWebhooks }: Receiver, { id, type }: Sent, body: string): string {
  const standardSignature = [
    `KEY=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')`,
    `SIGNATURE=$(printf '%s.%s.%s' ${quoted(id)} "$T" "$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)`,
  ];
  const standardHeaders = [
    `  -H ${quoted(`webhook-id: ${id}`)} \\`,
    '  -H "webhook-timestamp: $T" \\',
    '  -H "webhook-signature: v1,$SIGNATURE" \\',
  ];
  return [
    `BODY=${quoted(body)}`,
    "T=$(date +%s)",
    `V1=$(printf '%s.%s' "$T" "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d' ' -f1)`,
    ...(standardWebhooks ? standardSignature : []),
    `curl -i ${quoted(url)} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -H ${quoted(`X-Service-Event: ${type}`)} \\`,
    `  -H ${quoted(`X-Service-Delivery: ${id}`)} \\`,
    '  -H "X-Service-Signature: t=$T,v1=$V1" \\',
    ...(standardWebhooks ? standardHeaders : []),
    '  --data-binary "$BODY"',
  ].join("\n");
}

/** Quotes any text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
