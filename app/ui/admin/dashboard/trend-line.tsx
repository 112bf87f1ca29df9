const width = 100;
const height = 28;

/** A small line of how a figure went, period by period. The table of the chart says the same in numbers. */
export function TrendLine({ values }: { values: readonly number[] }) {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(lowest + 1e-9, ...values);
  const points = values.map((value, index) => {
    const x = values.length === 1 ? width / 2 : (index / (values.length - 1)) * width;
    const y = height - 2 - ((value - lowest) / (highest - lowest)) * (height - 4);
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  });
  return (
    <svg
      className="trend-line"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="presentation"
      aria-hidden="true"
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
