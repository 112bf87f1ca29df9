import type { PerformanceWire } from "#app/contracts/dashboard.ts";
import { FigureLink } from "./figure-link.tsx";
import { figureUrl } from "./figure-urls.ts";
import type { FigureText } from "./period-figures.ts";

type Props = { figure: FigureText; performance: PerformanceWire };

/** A figure of all the days, which opens what it counts; what is not counted opens nothing. */
export function TotalText({ figure: { figure, label, value, text }, performance }: Props) {
  const { total } = performance;
  if (value(total) === null) return text(total);
  return (
    <FigureLink url={figureUrl(figure, total, performance)} label={label}>
      {text(total)}
    </FigureLink>
  );
}
