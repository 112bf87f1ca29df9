import { expect, test } from "vitest";
import { look } from "./support/look.ts";
import { usePeople } from "./support/people.ts";
import { prepareScreens } from "./support/screens.ts";

const people = usePeople();

/** Between wide and narrow only the layout changes, and it does not depend on the theme. */
const widths = { light: [1280, 768, 360], dark: [1280, 360] };

/** Charts have a layout for each of the platform's breakpoints: between 490 and 768, and from 1440 on, too. */
const withCharts = new Set(["dashboard", "reports"]);
const themes = (["light", "dark"] as const).map((theme) => ({
  theme,
  widths: (name: string) => (withCharts.has(name) ? [1440, 1280, 768, 640, 360] : widths[theme]),
}));

test(
  "every screen is accessible and fits its window in every theme and width",
  { timeout: 1_800_000 },
  async () => {
    const { visits, merchant, failDelivery } = await prepareScreens(people);
    const faults: string[] = [];
    for (const each of themes) for (const visit of visits) faults.push(...(await look(visit, each)));
    const troubled = await failDelivery();
    for (const each of themes) faults.push(...(await look(troubled, each)));
    const storageState = await merchant.person.context.storageState();
    const sharp = await people.meet({ contrast: "more", storageState });
    const contrast = { theme: "contrast", widths: () => [1280] } as const;
    faults.push(...(await look({ ...merchant, person: sharp }, contrast)));
    expect([...new Set(faults)]).toEqual([]);
  },
);
