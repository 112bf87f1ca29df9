import { expect, test } from "vitest";
import { look } from "./support/look.ts";
import { usePeople } from "./support/people.ts";
import { prepareScreens, type Screen, type Visit } from "./support/screens.ts";

const people = usePeople();

/** Screens in the order of their lists take turns; `screens.deep.test.ts` opens each in every theme and width. */
const turns = [
  { theme: "light", width: 1280 },
  { theme: "dark", width: 360 },
  { theme: "light", width: 360 },
  { theme: "dark", width: 1280 },
] as const;

async function lookOnce({ person, screens }: Visit): Promise<string[]> {
  const faults: string[] = [];
  for (const [turn, { theme, width }] of turns.entries()) {
    const mine: Screen[] = screens.filter((_, index) => index % turns.length === turn);
    faults.push(...(await look({ person, screens: mine }, { theme, widths: () => [width] })));
  }
  return faults;
}

test("every screen is accessible and fits its window", { timeout: 600_000 }, async () => {
  const { visits, failDelivery } = await prepareScreens(people);
  const faults = await Promise.all(visits.map(lookOnce));
  faults.push(await lookOnce(await failDelivery()));
  expect([...new Set(faults.flat())]).toEqual([]);
});
