/**
 * Bar of a chart: good values below, bad ones above, and a mark for the value of the period before. Charts are SVG from
 * this file: the component library's would add 100 kB.
 */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly bad?: number;
  readonly before?: number;
}

const HEIGHT = 120;
const WIDTH = 600;

/** Shows a bar chart. Its label has the same values in words, and a table has them in rows, for people who cannot see it. */
export function Bars({ bars, label, unit }: BarsProps) {
  // Net amounts can be negative: such a day has no bar, and its value in title and table.
  const most = Math.max(1, ...bars.map(({ value, bad = 0, before = 0 }) => Math.max(value + bad, before)));
  const step = WIDTH / Math.max(1, bars.length);
  const scaled = (value: number) => (Math.max(0, value) / most) * (HEIGHT - 4);
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describe(bars, label, unit)}
      >
        {bars.map(({ label: name, value, bad = 0, before }, at) => {
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
              {before !== undefined && (
                <rect x={x} y={HEIGHT - scaled(before) - 1} width={width} height={2} fill="var(--quiet)" />
              )}
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
      <ChartTable bars={bars} label={label} unit={unit} />
    </figure>
  );
}

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly label: string;
  readonly unit: (value: number) => string;
}

function ChartTable({ bars, label, unit }: BarsProps) {
  const [hasBad, hasBefore] = [
    bars.some(({ bad }) => bad !== undefined),
    bars.some(({ before }) => before !== undefined),
  ];
  return (
    <details className="chart-table">
      <summary>Show as table</summary>
      <table className="data" aria-label={`${label}, as a table`}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col" className="figure">
              {label}
            </th>
            {hasBad && (
              <th scope="col" className="figure">
                Failed
              </th>
            )}
            {hasBefore && (
              <th scope="col" className="figure">
                Period before
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label: name, value, bad = 0, before = 0 }, at) => (
            <tr key={`${at} ${name}`}>
              <th scope="row">{name}</th>
              <td className="figure">{unit(value)}</td>
              {hasBad && <td className="figure">{unit(bad)}</td>}
              {hasBefore && <td className="figure">{unit(before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function describe(bars: readonly Bar[], label: string, unit: (value: number) => string): string {
  const parts = bars
    .filter(({ value, bad = 0 }) => value + bad > 0)
    .map(
      ({ label, value, bad = 0 }) => `${label} ${unit(value)}${bad > 0 ? ` and ${unit(bad)} failed` : ""}`,
    );
  return `${label}: ${parts.length === 0 ? "nothing yet" : parts.join("; ")}`;
}

/** Shows how many tickets are sold, held and available. */
export function Shares({
  sold,
  held,
  available,
}: {
  readonly sold: number;
  readonly held: number;
  readonly available: number;
}) {
  const total = Math.max(1, sold + held + available);
  const description = `${sold} sold, ${held} held, ${available} left`;
  return (
    <div className="shares" role="img" aria-label={description} title={description}>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect width={100} height={8} fill="var(--quiet-soft)" />
        <rect width={((sold + held) / total) * 100} height={8} fill="var(--bar-soft)" />
        <rect width={(sold / total) * 100} height={8} fill="var(--bar)" />
      </svg>
    </div>
  );
}
