const height = 80;

export type Bar = {
  readonly key: string;
  /** From the bottom up, each with its tone. */
  readonly parts: readonly number[];
};

const tones = ["var(--p-color-bg-fill-brand)", "var(--p-color-bg-fill-caution)"];

/** Bar chart scaled to the largest bar. Text or a table next to it has the same content. */
export function BarPicture({ bars, step }: { bars: readonly Bar[]; step: number }) {
  const totals = bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0));
  const scale = height / Math.max(1, ...totals);
  return (
    <div className="scrolling-table" aria-hidden="true">
      <svg width={Math.max(bars.length * step, 1)} height={height} role="presentation">
        {bars.map(({ key, parts }, place) =>
          parts.map((part, level) => {
            const below = parts.slice(0, level).reduce((sum, one) => sum + one, 0);
            // A zero stays visible as a line at the bottom.
            const tall = level === 0 ? Math.max(1, part * scale) : part * scale;
            return (
              <rect
                key={`${key} ${tones[level]}`}
                x={place * step}
                y={height - below * scale - tall}
                width={step * 0.75}
                height={tall}
                fill={tones[level]}
              />
            );
          }),
        )}
      </svg>
    </div>
  );
}
