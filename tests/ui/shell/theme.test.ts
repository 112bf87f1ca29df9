import { readFileSync } from "node:fs";
import { themes } from "@shopify/polaris-tokens";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { polarisTheme, themeCookie, themeOfCookie, themeScript } from "#app/ui/theme/theme.ts";

type Rgb = readonly [number, number, number];

const sheet = readFileSync("app/ui/theme/dark.css", "utf8");
const main = sheet.slice(0, sheet.indexOf("@media"));
const tokens = new Map(
  [...main.matchAll(/--p-(color-[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [
    name,
    value.trim(),
  ]),
);

function valueOf(name: string): string {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`${name} is not in the dark sheet`);
  return value;
}

function rgb(value: string, ground: Rgb = [0, 0, 0]): Rgb {
  const hex = /^#(\w{2})(\w{2})(\w{2})$/.exec(value);
  const part = (index: number) => Number.parseInt(hex?.[index] ?? "", 16);
  if (hex) return [part(1), part(2), part(3)];
  const [red = 0, green = 0, blue = 0, alpha = 1] = (/\(([^)]+)\)/.exec(value)?.[1] ?? "")
    .split(",")
    .map(Number);
  const over = (above: number, below: number) => above * alpha + below * (1 - alpha);
  return [over(red, ground[0]), over(green, ground[1]), over(blue, ground[2])];
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const tones = ["info", "success", "caution", "warning", "critical", "emphasis", "magic"];
const states = ["", "-hover", "-active"];
const grounds = [
  "color-bg",
  "color-nav-bg",
  "color-nav-bg-surface-hover",
  "color-nav-bg-surface-selected",
  ...["", "-hover", "-active", "-selected", "-secondary", "-secondary-hover", "-secondary-active"].map(
    (state) => `color-bg-surface${state}`,
  ),
  ...["", "-hover", "-active", "-secondary", "-tertiary"].map((state) => `color-bg-fill${state}`),
  ...["", "-hover", "-active"].map((state) => `color-input-bg-surface${state}`),
];

const pairs: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] =>
    ["color-text", "color-text-secondary", "color-text-link", "color-text-critical"].map((text) => [
      text,
      ground,
    ]),
  ),
  ...tones.flatMap((tone): [string, string][] => [
    [`color-text-${tone}`, `color-bg-surface-${tone}`],
    [`color-text-${tone}`, `color-bg-surface-${tone}-hover`],
    [`color-text-${tone}`, `color-bg-surface-${tone}-active`],
    ["color-text", `color-bg-surface-${tone}`],
    ["color-text-secondary", `color-bg-surface-${tone}`],
    [`color-text-${tone}-on-bg-fill`, `color-bg-fill-${tone}`],
  ]),
  ...["info", "success", "caution", "warning", "critical", "magic"].map((tone): [string, string] => [
    `color-text-${tone}`,
    `color-bg-fill-${tone}-secondary`,
  ]),
  ...states.map((state): [string, string] => [
    `color-text-brand-on-bg-fill${state}`,
    `color-bg-fill-brand${state}`,
  ]),
  ...["success", "critical", "emphasis"].flatMap((tone): [string, string][] =>
    states.map((state) => [`color-text-${tone}-on-bg-fill`, `color-bg-fill-${tone}${state}`]),
  ),
  ...[
    "color-bg-inverse",
    "color-bg-surface-inverse",
    "color-bg-fill-inverse",
    "color-bg-fill-inverse-hover",
  ].flatMap((ground): [string, string][] => [
    ["color-text-inverse", ground],
    ["color-text-inverse-secondary", ground],
  ]),
  ...["one", "two", "three", "four", "five", "six", "seven"].map((number): [string, string] => [
    `color-avatar-${number}-text-on-bg-fill`,
    `color-avatar-${number}-bg-fill`,
  ]),
];

describe("the dark sheet", () => {
  test("sets every colour token, so that no light one shows through", () => {
    const missing = Object.keys(themes.light.color).filter(
      (name) => name !== "color-scheme" && !tokens.has(name),
    );
    expect(missing).toEqual([]);
  });

  test.each(pairs)("%s on %s has a contrast of 4.5", (text, ground) => {
    const below = rgb(valueOf(ground), rgb(valueOf("color-bg-surface")));
    expect(contrast(rgb(valueOf(text)), below)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ["color-input-border", "color-input-bg-surface"],
    ["color-border-focus", "color-bg"],
    ["color-border-focus", "color-bg-surface"],
    ["color-icon", "color-bg-surface"],
    ["color-icon-secondary", "color-bg-surface"],
  ])("%s on %s, which is no text, has a contrast of 3", (line, ground) => {
    expect(contrast(rgb(valueOf(line)), rgb(valueOf(ground)))).toBeGreaterThanOrEqual(3);
  });
});

describe("which theme is shown", () => {
  const plain = { narrow: false, moreContrast: false };

  test("light, light-mobile below md, high contrast where the system asks, dark as chosen", () => {
    expect(polarisTheme("light", plain)).toBe("light");
    expect(polarisTheme("light", { ...plain, narrow: true })).toBe("light-mobile");
    expect(polarisTheme("light", { narrow: true, moreContrast: true })).toBe(
      "light-high-contrast-experimental",
    );
    expect(polarisTheme("dark", { narrow: true, moreContrast: true })).toBe("dark-experimental");
  });

  test("the cookie is read among others, and nonsense is light", () => {
    expect(themeOfCookie("a=b; theme=dark; c=d")).toBe("dark");
    expect(themeOfCookie("mytheme=dark")).toBe("light");
    expect(themeOfCookie("theme=<script>")).toBe("light");
    expect(themeOfCookie(null)).toBe("light");
    expect(themeOfCookie(themeCookie("dark", false).split(";")[0] ?? "")).toBe("dark");
  });

  test("the cookie in the platform's frame is kept apart for it, where third-party data is blocked", () => {
    expect(themeCookie("dark", true)).toBe(
      "theme=dark; Path=/; Max-Age=31536000; SameSite=None; Secure; Partitioned",
    );
    expect(themeCookie("dark", false)).toBe("theme=dark; Path=/; Max-Age=31536000; SameSite=Lax");
  });

  describe("the script before the first paint agrees with it", () => {
    beforeEach(() => localStorage.clear());

    test.each([
      ["light", true, false],
      ["light", false, true],
      ["light", false, false],
      ["dark", true, true],
    ] as const)("%s, narrow %s, more contrast %s", (theme, narrow, moreContrast) => {
      localStorage.setItem("theme", theme);
      document.documentElement.className = "p-theme-light other";
      vi.stubGlobal("matchMedia", (query: string) => ({
        matches: query.includes("contrast") ? moreContrast : narrow,
      }));
      // The page runs it as the text of a script, which jsdom does not run.
      // oxlint-disable-next-line typescript/no-implied-eval
      new Function(themeScript)();
      expect(document.documentElement.className.split(" ").toSorted()).toEqual([
        "other",
        `p-theme-${polarisTheme(theme, { narrow, moreContrast })}`,
      ]);
      vi.unstubAllGlobals();
    });
  });
});
