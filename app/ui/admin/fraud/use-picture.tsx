import { Text } from "@shopify/polaris";
import type { FlagPictureWire } from "#app/contracts/flag.ts";
import { BarPicture } from "../../shared/bar-picture.tsx";
import { formatCount } from "../../shared/format.ts";

/** What happened around a flag as bars, and the same as a table for whoever sees none. */
export function UsePicture({ picture }: { picture: FlagPictureWire }) {
  const { what, unit, points } = picture;
  const isOrders = what === "orders";
  const title = `${isOrders ? "Orders" : "Clicks"} by ${unit}`;
  const shown = unit === "hour" ? points : points.filter((one) => one.count > 0);
  return (
    <>
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      <BarPicture
        step={unit === "hour" ? 20 : 8}
        bars={points.map(({ at, count, visited }) => ({
          key: at,
          parts: isOrders ? [visited, count - visited] : [count],
        }))}
      />
      <Text as="p" tone="subdued">
        {`${captionOf(picture)}${isOrders ? " Dark: with a visit by the affiliate's links; light: without." : ""}`}
      </Text>
      <details>
        <summary>{`${title} as a table`}</summary>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{unit === "hour" ? "Hour" : "Day"}</th>
              <th scope="col">{isOrders ? "Orders" : "Clicks"}</th>
              {isOrders && <th scope="col">With a visit</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at, count, visited }) => (
              <tr key={at}>
                <th scope="row">{unit === "hour" ? `${at}:00` : at}</th>
                <td>{formatCount(count)}</td>
                {isOrders && <td>{formatCount(visited)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function captionOf({ unit, points }: FlagPictureWire): string {
  const [first, last] = [points[0]?.at ?? "", points.at(-1)?.at ?? ""];
  return unit === "hour" ? "From midnight to midnight in the store." : `From ${first} to ${last}.`;
}
