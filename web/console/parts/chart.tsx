/**
 * One bar of a chart: the good part is below, the bad part above. Charts are SVG from this file: the component library's
 * would add 100 kB.
 */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly bad?: number;
}

const HEIGHT = 120;
const WIDTH = 600;

/** Bars beside each other. What it shows is told in words, too: the picture alone says nothing to whoever cannot see it. */
export function Bars({
  bars,
  label,
  unit,
}: {
  readonly bars: readonly Bar[];
  readonly label: string;
  readonly unit: (value: number) => string;
}) {
  const most = Math.max(1, ...bars.map(({ value, bad = 0 }) => value + bad));
  const step = WIDTH / Math.max(1, bars.length);
  const scaled = (value: number) => (value / most) * (HEIGHT - 4);
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={told(bars, label, unit)}
      >
        {bars.map(({ label: name, value, bad = 0 }, at) => {
          const [x, width] = [at * step + step * 0.1, step * 0.8];
          const [good, worse] = [scaled(value), scaled(bad)];
          return (
            <g key={`${at} ${name}`}>
              <title>{`${name}: ${unit(value)}${bad > 0 ? `, ${unit(bad)} failed` : ""}`}</title>
              <rect x={at * step} y={0} width={step} height={HEIGHT} fill="transparent" />
              <rect x={x} y={HEIGHT - good} width={width} height={good} rx={2} fill="var(--bar)" />
              <rect
                x={x}
                y={HEIGHT - good - worse}
                width={width}
                height={worse}
                rx={2}
                fill="var(--bar-bad)"
              />
            </g>
          );
        })}
        <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--line)" />
      </svg>
      <figcaption>
        <span>{bars[0]?.label}</span>
        <span>max: {unit(most === 1 && bars.every(({ value }) => value === 0) ? 0 : most)}</span>
        <span>{bars.at(-1)?.label}</span>
      </figcaption>
    </figure>
  );
}

function told(bars: readonly Bar[], label: string, unit: (value: number) => string): string {
  const said = bars
    .filter(({ value, bad = 0 }) => value + bad > 0)
    .map(
      ({ label, value, bad = 0 }) => `${label} ${unit(value)}${bad > 0 ? ` and ${unit(bad)} failed` : ""}`,
    );
  return `${label}: ${said.length === 0 ? "nothing yet" : said.join("; ")}`;
}

/** How much of a whole is sold, held and left. */
export function Shares({
  sold,
  held,
  left,
}: {
  readonly sold: number;
  readonly held: number;
  readonly left: number;
}) {
  const whole = Math.max(1, sold + held + left);
  const told = `${sold} sold, ${held} held, ${left} left`;
  return (
    <div className="shares" role="img" aria-label={told} title={told}>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect width={100} height={8} fill="var(--quiet-soft)" />
        <rect width={((sold + held) / whole) * 100} height={8} fill="var(--bar-soft)" />
        <rect width={(sold / whole) * 100} height={8} fill="var(--bar)" />
      </svg>
    </div>
  );
}
