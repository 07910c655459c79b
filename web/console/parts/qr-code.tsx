import { create } from "qrcode";

const MARGIN = 3;

/** A text for a phone's camera: black on white in either scheme, as cameras want it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const whole = size + 2 * MARGIN;
  let dark = "";
  for (let at = 0; at < data.length; at += 1)
    if (data[at]) dark += `M${(at % size) + MARGIN} ${Math.floor(at / size) + MARGIN}h1v1h-1z`;
  return (
    <svg className="qr" viewBox={`0 0 ${whole} ${whole}`} role="img" aria-label={label}>
      <rect width={whole} height={whole} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}
