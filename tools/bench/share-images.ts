import { TakumiPainter } from "../../adapters/system/share-image/takumi-painter.ts";
import type { ShareSubject } from "../../src/shop/share-subject.ts";

// Paints 500 different share images in five scripts, one after the other, and shows how long they took, how large they
// are and what the process takes of memory.
const IMAGES = 500;
const TITLES = [
  "A watch and a weekend in Zürich",
  "اربح ساعة فاخرة مع رحلة",
  "ลุ้นรับนาฬิกาหรูและทริป",
  "高級腕時計と京都二人旅",
  "제주도 여행과 스마트워치",
];
const LOCALES = ["en", "ar", "th", "ja", "en"] as const;

const painter = new TakumiPainter();
const times: number[] = [];
let largest = 0;
const cpuBefore = process.cpuUsage();
for (let n = 0; n < IMAGES; n += 1) {
  const subject: ShareSubject = {
    organisationName: `Acme ${n}`,
    locale: LOCALES[n % 5]!,
    accent: null,
    title: `${TITLES[n % 5]!} ${n}`,
    price: { amount: 100 + n, currency: "USD", exponent: 2 },
    state: "open",
    winner: null,
  };
  const began = performance.now();
  const { png } = await painter.paint(subject, null);
  times.push(performance.now() - began);
  largest = Math.max(largest, png.byteLength);
  if ((n + 1) % 100 === 0)
    console.log(`${n + 1} images: ${Math.round(process.memoryUsage().rss / 1_000_000)} MB`);
}
const sorted = times.toSorted((a, b) => a - b);
const { user, system } = process.cpuUsage(cpuBefore);
const of = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1);
console.log(
  `p50 ${of(0.5)} ms, p99 ${of(0.99)} ms, ${((user + system) / 1_000 / IMAGES).toFixed(1)} ms of processor each, largest ${largest} bytes`,
);
