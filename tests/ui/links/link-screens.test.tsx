import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { LinkWire } from "#app/contracts/link.ts";
import { ImportedLinksPage } from "#app/ui/admin/links/imported-links-page.tsx";
import { linkHistoryText, LinkPage } from "#app/ui/admin/links/link-page.tsx";
import { LinksPage } from "#app/ui/admin/links/links-page.tsx";
import { NewLinkPage } from "#app/ui/admin/links/new-link-page.tsx";
import { OwnLinkPage } from "#app/ui/portal/own-link-page.tsx";
import { OwnLinksPage } from "#app/ui/portal/own-links-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const newLink = "/dashboard/affiliates/links/new";
const link: LinkWire = {
  id: "lin_1",
  name: "Mug of the month",
  status: "active",
  affiliate: { id: "aff_1", name: "Iris Vale" },
  slug: "iris-mug",
  target: "/products/mug",
  subId: "mail-7",
  utm: { source: "blog" },
  program: null,
  discountCode: "IRIS10",
  forms: {
    short: "https://app.example/r/iris-mug?s=mugs",
    direct: "https://mugs.example/products/mug?utm_source=blog&ref=iris-mug",
    discount: "https://mugs.example/discount/IRIS10?redirect=%2Fproducts%2Fmug",
  },
  figures: { clicks: 1234, orders: 5 },
  revision: 3,
  createdAt: "2026-03-02T10:00:00Z",
  updatedAt: "2026-03-02T10:00:00Z",
};
const places = {
  appUrl: "https://app.example",
  shopDomain: "mugs.myshopify.com",
  storeRoot: "https://mugs.example/",
};
const shown = {
  link,
  formerSlugs: ["iris-cup"],
  days: [{ day: "2026-03-02", clicks: 7, orders: 1 }],
  qr: { size: 29, path: "M4 4h1v1h-1z" },
  choices: { codes: ["IRIS10"], programs: [{ id: "prg_1", name: "Friends" }] },
  addressStart: "app.example/r/",
  timeZone: "UTC",
};
const pagination = { page: 1, limit: 10, total: 1 };

describe("the merchant's links", () => {
  test("are in a list with their affiliates and figures", async () => {
    renderPage(<LinksPage links={[link]} pagination={pagination} timeZone="UTC" affiliate={null} />, {
      at: "/dashboard/affiliates/links",
    });
    for (const text of ["Mug of the month", "Iris Vale", "/products/mug", "1,234"]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Links");
    expect(screen.getByRole("link", { name: "Codes" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/codes",
    );
  });

  test("have a page with each form to copy, the code to scan, figures by day and history", async () => {
    const history = [
      { id: "1", text: "Created for /products/mug", actor: "Ada", at: "2026-03-02T10:00:00Z" },
    ];
    const { container } = renderPage(<LinkPage {...shown} history={history} />);
    for (const form of Object.values(link.forms)) expect(screen.getByDisplayValue(form ?? "")).toBeDefined();
    for (const name of ["Copy short link", "Copy direct link", "Copy link with discount", "Pause"]) {
      expect(screen.getAllByRole("button", { name }).length).toBeGreaterThan(0);
    }
    expect(screen.getByRole("link", { name: "Download PNG" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/links/lin_1/qr/iris-mug.png",
    );
    expect(container.querySelector("figcaption")?.textContent).toBe(link.forms.short);
    expect(screen.getByText(/Old addresses that still work: \/r\/iris-cup/)).toBeDefined();
    expect(screen.getByRole("rowheader", { name: "Mar 2, 2026" })).toBeDefined();
  });

  test("are made in a form that shows what is wrong at its field, with what was typed", async () => {
    const refusal = {
      message: "This address is taken. mug-2 is free.",
      errors: [{ field: "slug", message: "This address is taken. mug-2 is free." }],
      given: { name: "Mug", slug: "mug", target: "/products/mug", affiliateId: "iris@example.com" },
    };
    const { container } = renderPage(
      <NewLinkPage
        affiliate={null}
        choices={shown.choices}
        addressStart="app.example/r/"
        refusal={refusal}
      />,
      { at: newLink, loaded: () => Promise.resolve({ choices: { codes: ["SPRING"], programs: [] } }) },
    );
    // The codes of the affiliate who is named already are offered too.
    expect(await screen.findByRole("option", { name: "SPRING" })).toBeDefined();
    expect(screen.getByText("This address is taken. mug-2 is free.")).toBeDefined();
    expect(screen.getByDisplayValue("mug")).toBeDefined();
    expect(screen.getByDisplayValue("iris@example.com")).toBeDefined();
    expect(screen.getByRole("combobox", { name: "Program" })).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("are saved with the revision that was opened", async () => {
    const posted = new Map<string, unknown>();
    renderPage(<LinkPage {...shown} history={[]} />, {
      answer: (form) => {
        for (const [name, value] of form) posted.set(name, value);
        return { ok: true };
      },
    });
    const user = userEvent.setup();
    const name = screen.getByRole("textbox", { name: /^Name/ });
    await user.clear(name);
    await user.type(name, "Cup");
    await user.click(screen.getAllByRole("button", { name: "Save" }).at(-1) ?? name);
    await waitFor(() => expect(posted.get("name")).toBe("Cup"));
    expect([posted.get("intent"), posted.get("revision"), posted.get("slug")]).toEqual([
      "edit",
      "3",
      "iris-mug",
    ]);
  });
});

describe("the affiliate's links", () => {
  const own = {
    links: [link],
    pagination,
    fault: null,
    search: "",
    code: "IRIS",
    places,
    choices: { codes: ["IRIS10"], programs: null },
    addressStart: "app.example/r/",
    timeZone: "UTC",
    refusal: null,
  };

  test("list, copy and make, and turn any page of the store into a link while it is typed", async () => {
    renderPage(<OwnLinksPage {...own} />, { at: "/portal/links" });
    expect(screen.getByRole("link", { name: link.name }).getAttribute("href")).toBe("/portal/links/lin_1");
    expect(screen.queryByRole("combobox", { name: "Program" })).toBeNull();
    const user = userEvent.setup();
    const field = screen.getAllByRole("textbox", { name: /^Store page/ })[0];
    if (!field) throw new Error("There is no field.");
    await user.type(field, "https://mugs.example/products/cup?x=1");
    expect(
      screen.getByDisplayValue("https://app.example/r/IRIS?s=mugs&to=%2Fproducts%2Fcup%3Fx%3D1"),
    ).toBeDefined();
    await user.clear(field);
    await user.type(field, "https://evil.example/");
    expect(screen.getByText("This page isn't in this store.")).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "Link to this page" })).toBeNull();
  });

  test("have a page of their own", async () => {
    const { history: _none, ...rest } = { ...shown, history: [] };
    renderPage(<OwnLinkPage {...rest} choices={own.choices} />, {
      at: "/portal/links/lin_1",
    });
    expect(screen.getByDisplayValue(link.forms.short)).toBeDefined();
    expect(screen.getByRole("link", { name: "Download SVG" }).getAttribute("href")).toBe(
      "/portal/links/lin_1/qr/iris-mug.svg",
    );
  });
});

describe("links of other systems", () => {
  const referral = {
    parameter: "sca_ref",
    value: "123",
    affiliate: { id: "aff_1", name: "Iris Vale" },
    createdAt: "2026-03-02T10:00:00Z",
  };

  test("are listed, added and removed, and pasted lines show what each would do", async () => {
    const rows = [
      {
        line: 1,
        parameter: "via",
        value: "jo",
        affiliate: "IRIS",
        affiliateName: "Iris Vale",
        state: "new",
        fault: null,
      },
      {
        line: 2,
        parameter: "via",
        value: "x",
        affiliate: "NO",
        affiliateName: null,
        state: "wrong",
        fault: "There is no such affiliate",
      },
    ];
    const posts: FormData[] = [];
    const { container } = renderPage(
      <ImportedLinksPage
        importedLinks={[referral]}
        pagination={pagination}
        timeZone="UTC"
        affiliate={null}
      />,
      {
        answer: (posted) => {
          posts.push(posted);
          return { ok: true, intent: "many", added: posted.get("leaveOut") === "2" ? 1 : 0, rows };
        },
      },
    );
    expect(screen.getByRole("button", { name: "Remove sca_ref=123" })).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
    const user = userEvent.setup();
    const field = screen.getByRole("textbox", { name: "Parameter, value, affiliate" });
    await user.type(field, "via,jo,IRIS");
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(await screen.findByText(/1 new, 0 unchanged, 1 with errors/)).toBeDefined();
    expect(screen.getByText("There is no such affiliate")).toBeDefined();
    expect(screen.getByText("Line 2: There is no such affiliate")).toBeDefined();
    const others = { name: "Skip 1 line and save 1" };
    // Another text has not been looked at.
    await user.type(field, "!");
    expect(screen.queryByRole("button", others)).toBeNull();
    expect(screen.queryByText("Line 2: There is no such affiliate")).toBeNull();
    await user.type(field, "{Backspace}");
    await user.click(screen.getByRole("button", others));
    expect(await screen.findByText(/Lines with errors were skipped/)).toBeDefined();
    expect(screen.queryByRole("button", others)).toBeNull();
    expect(Object.fromEntries(posts.at(-1) ?? new FormData())).toEqual({
      intent: "many",
      step: "save",
      rows: "via,jo,IRIS",
      leaveOut: "2",
    });
  });
});

test.each([
  ["created", { target: "/a" }, "Created for /a"],
  ["renamed", { from: "a", to: "b" }, "Address changed from a to b"],
  ["changed", { changed: ["subId", "utm"] }, "Changed: sub-ID, UTM"],
  ["paused", {}, "Paused"],
  ["something new", {}, "something new"],
])("the history says %s", (action, details, text) => {
  expect(linkHistoryText(action, details)).toBe(text);
});
