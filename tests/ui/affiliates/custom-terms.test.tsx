import { useActionData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  type CustomTermsAnswer,
  type CustomTermsData,
  CustomTermsPage,
} from "#app/ui/admin/affiliates/custom-terms-page.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { program } from "../programs/sample.ts";

beforeEach(() => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch"))));

const data: CustomTermsData = {
  own: {
    affiliate: "aff_1",
    program: "prg_1",
    own: true,
    version: 4,
    revision: 4,
    terms: program.terms,
    waiting: null,
  },
  draft: null,
  affiliateName: "Zoë Núñez",
  programName: "Partners",
  versions: [
    {
      version: 4,
      affiliate: { id: "aff_1", name: "Zoë Núñez" },
      terms: program.terms,
      since: "2026-03-02T00:00:00.000Z",
      state: "started",
      by: "Ada",
    },
  ],
  currency: "USD",
  timeZone: "UTC",
};

/** The page; what its forms post is kept. */
function open(
  own: Partial<CustomTermsData["own"]> = {},
  answer: CustomTermsAnswer = { ok: true, intent: "save", revision: 5, startsAt: null },
) {
  const posted: Record<string, unknown>[] = [];
  function Page() {
    return (
      <AppProviders theme="light" host={{ embedded: false, developing: false }}>
        <Frame>
          <CustomTermsPage
            {...data}
            own={{ ...data.own, ...own }}
            answer={useActionData<CustomTermsAnswer>()}
          />
        </Frame>
      </AppProviders>
    );
  }
  const at = "/dashboard/affiliates/aff_1/programs/prg_1/terms";
  const Stub = createRemixStub([
    {
      path: at,
      Component: Page,
      action: async ({ request }) => {
        posted.push(Object.fromEntries(await request.formData()));
        return answer;
      },
    },
  ]);
  return { ...render(<Stub initialEntries={[at]} />), posted };
}

const button = (name: string) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent === name) as HTMLButtonElement;

describe("the page of an affiliate's custom terms", () => {
  test("is the same editor, posts the version it has seen, and says what came of it", async () => {
    const { posted } = open();
    expect(await screen.findByText(/^Custom terms in Partners\./)).toBeDefined();
    expect(screen.getByRole("link", { name: "For Zoë Núñez only" })).toBeDefined();
    fireEvent.change(screen.getByLabelText("Rate"), { target: { value: "30" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Custom terms saved")).toBeDefined();
    expect(posted[0]).toMatchObject({ intent: "save", revision: "4", commissionType: "edited" });
    expect(JSON.parse(String(posted[0]?.["terms"]))).toMatchObject({ commission: { percent: "30" } });
    await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  });

  test("asks before custom terms end", async () => {
    const { posted } = open({}, { ok: true, intent: "end", revision: 5, startsAt: null });
    await screen.findByText(/^Custom terms in/);
    fireEvent.click(button("End custom terms"));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/Past orders aren't affected/)).toBeDefined();
    expect(posted).toEqual([]);
    fireEvent.click(within(dialog).getByRole("button", { name: "End custom terms" }));
    expect(await screen.findByText("Custom terms ended")).toBeDefined();
    expect(posted).toEqual([{ intent: "end" }]);
  });

  test("begins with the program's terms where there are none", async () => {
    open({ own: false, revision: 0 });
    expect(await screen.findByText(/earns the standard terms of Partners/)).toBeDefined();
    expect(button("End custom terms")).toBeUndefined();
  });
});
