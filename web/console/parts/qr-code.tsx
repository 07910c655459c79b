import { create } from "qrcode";

const MARGIN = 3;

/** Shows a text as a QR code, black on white in either scheme, as cameras require. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const side = size + 2 * MARGIN;
  let dark = "";
  for (let at = 0; at < data.length; at += 1)
    if (data[at]) dark += `M${(at % size) + MARGIN} ${Math.floor(at / size) + MARGIN}h1v1h-1z`;
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}
