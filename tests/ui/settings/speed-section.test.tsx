import { createRemixStub } from "@remix-run/testing";
import { render, renderHook, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { VitalsWire } from "#app/contracts/vitals.ts";
import { useVitals } from "#app/ui/admin/frame/use-vitals.ts";
import { SpeedSection } from "#app/ui/admin/settings/speed-section.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { accessibilityFaults } from "../shell/stub.tsx";

type Vitals = VitalsWire["vitals"];

afterEach(() => vi.unstubAllGlobals());

const measured: Vitals = [
  {
    name: "LCP",
    limit: 2500,
    count: 320,
    p75: 1500,
    days: [
      { day: "2026-11-25", count: 300, p75: 1400 },
      { day: "2026-11-24", count: 20, p75: 3000 },
    ],
  },
  { name: "INP", limit: 200, count: 12, p75: 240, days: [{ day: "2026-11-25", count: 12, p75: 240 }] },
  { name: "CLS", limit: 0.1, count: 0, p75: null, days: [] },
];

function open(vitals: Vitals) {
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => (
        <AppProviders theme="light" host={{ embedded: false, developing: false }}>
          <main>
            <h1>Health</h1>
            <SpeedSection vitals={vitals} />
          </main>
        </AppProviders>
      ),
    },
  ]);
  return render(<Stub />);
}

it("says in words how fast the app was, against the platform's limits", async () => {
  const { container } = open(measured);
  await screen.findByText("3 of 4 pages showed their main content within 1.5 s. Goal: 2.5 s or less.");
  screen.getByText("3 of 4 pages responded within 240 ms. Goal: 200 ms or less.");
  screen.getByText("Not measured yet");
  expect(
    [screen.getAllByText("Good"), screen.getAllByText("Needs improvement")].map(({ length }) => length),
  ).toEqual([1, 1]);
  const rows = [...container.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ["Nov 25, 2026", "1.4 s", "300", "240 ms", "12", "–", "0"],
    ["Nov 24, 2026", "3 s", "20", "–", "0", "–", "0"],
  ]);
  expect(await accessibilityFaults(container)).toEqual([]);
});

it("says when it will be measured", async () => {
  open(measured.map((vital) => ({ ...vital, count: 0, p75: null, days: [] })));
  await screen.findByText("Speed appears here after you open the app in Shopify admin.");
  expect(screen.queryByText("View by day")).toBeNull();
});

it("reports what App Bridge measures, each value of a page load once, and only what is counted", () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response("{}")));
  const registered: unknown[] = [];
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("shopify", { webVitals: { onReport: async (one: unknown) => void registered.push(one) } });
  const { unmount } = renderHook(() => useVitals());
  const tell = registered[0] as (report: { metrics: { id: string; name: string; value: number }[] }) => void;
  const lcp = { id: "1", name: "LCP", value: 1500 };
  tell({ metrics: [lcp, { id: "2", name: "TTFB", value: 90 }] });
  tell({ metrics: [{ id: "3", name: "FCP", value: 90 }] });
  tell({ metrics: [lcp, { id: "4", name: "CLS", value: 0.02 }] });
  const bodies = fetched.mock.calls.map(([path, init]) => {
    const body: unknown = JSON.parse(init?.body as string);
    return [path, init?.method, init?.keepalive, body];
  });
  expect(bodies).toEqual([
    ["/api/v1/vitals", "POST", true, { metrics: [{ name: "LCP", value: 1500 }] }],
    ["/api/v1/vitals", "POST", true, { metrics: [{ name: "CLS", value: 0.02 }] }],
  ]);
  unmount();
  expect(registered.at(-1)).toBeNull();
});

it("measures nothing outside of Shopify's admin", () => {
  const fetched = vi.fn<typeof fetch>();
  vi.stubGlobal("fetch", fetched);
  renderHook(() => useVitals());
  expect(fetched).not.toHaveBeenCalled();
});
