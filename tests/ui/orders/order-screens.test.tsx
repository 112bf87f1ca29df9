import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "@remix-run/react";
import { describe, expect, it, vi } from "vitest";
import type { OrderExplanationWire, OrderWire } from "#app/contracts/order.ts";
import { OrderPage } from "#app/ui/admin/orders/order-page.tsx";
import { OrdersPage } from "#app/ui/admin/orders/orders-page.tsx";
import { renderPage } from "../shell/stub.tsx";
import { explained, order, orderPage } from "./explained.ts";
import { listDay } from "../list-day.ts";
import { pressMore } from "../more-actions.ts";

const onePage = { page: 1, limit: 10, total: 1 };
const noPage = { page: 1, limit: 10, total: 0 };

function Address() {
  const [params] = useSearchParams();
  return <output data-testid="address">{`?${params.toString()}`}</output>;
}

const listOf = (orders: readonly OrderWire[]) => (
  <OrdersPage
    filterDays={{ from: "2025-03-11", to: "2026-03-10" }}
    orders={orders}
    pagination={orders.length > 0 ? onePage : noPage}
    timeZone="UTC"
    affiliate={orders.length > 0 ? { id: "aff_1", name: "Ada" } : null}
  />
);

describe("the list of orders", () => {
  it("shows each with who was credited and why, and leads to its explanation", async () => {
    renderPage(listOf([order]), { at: "/dashboard/orders" });
    const link = await screen.findByRole("link", { name: "#1001" });
    expect(link.getAttribute("href")).toBe("/dashboard/orders/1001");
    expect(screen.getByText(order.reason.text)).toBeDefined();
    expect(screen.getByText("Orders credited to Ada")).toBeDefined();
    for (const name of ["All, selected", "Credited", "Not credited"]) {
      expect(screen.getByRole("link", { name })).toBeDefined();
    }
  });

  it("hands out the list as a file: by a link, and inside the admin, where a link proves nobody, by a call", async () => {
    const view = renderPage(listOf([order]), { at: "/dashboard/orders?status=credited&page=2" });
    // Polaris draws the actions of a page twice, to measure them.
    const links = (await screen.findAllByText("Export")).map((text) => text.closest("a"));
    expect(links.map((link) => link?.getAttribute("href"))).toContain(
      "/dashboard/export/orders.csv?status=credited",
    );
    view.unmount();
    const fetched = vi.spyOn(window, "fetch").mockResolvedValue(new Response(null, { status: 403 }));
    renderPage(listOf([order]), { at: "/dashboard/orders?status=credited", embedded: true });
    for (const text of await screen.findAllByText("Export")) fireEvent.click(text);
    await waitFor(() =>
      expect(fetched).toHaveBeenCalledWith("/dashboard/export/orders.csv?status=credited", expect.anything()),
    );
    fetched.mockRestore();
  });

  it("is narrowed to one link among however many, found by its name, and stays narrowed by the rest", async () => {
    const asked: string[] = [];
    const fetched = vi.spyOn(window, "fetch").mockImplementation((path) => {
      asked.push(path as string);
      const values = [{ value: "lnk_1", name: "Autumn mail", orders: 1 }];
      return Promise.resolve(Response.json({ values }));
    });
    renderPage(
      <>
        <Address />
        {listOf([order])}
      </>,
      { at: "/dashboard/orders?status=credited&page=2&cursor=abc" },
    );
    fireEvent.click(await screen.findByRole("button", { name: "Filter" }));
    fireEvent.click(screen.getByRole("button", { name: "Add filter" }));
    const by = screen.getByLabelText("Filter by");
    // By affiliate it is narrowed beside it.
    expect(within(by).queryByText("Affiliate")).toBeNull();
    fireEvent.change(by, { target: { value: "link" } });
    const field = screen.getByRole("combobox", { name: "Link" });
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: "autumn" } });
    const days = "from=2025-03-11&to=2026-03-10";
    const found = `/api/v1/reports/links/values?${days}&search=autumn&limit=10`;
    await waitFor(() => expect(asked.at(-1)).toBe(found));
    fireEvent.click(await screen.findByRole("option", { name: "Autumn mail" }));
    await waitFor(() =>
      expect(screen.getByTestId("address").textContent).toBe("?status=credited&link=lnk_1"),
    );
    fetched.mockRestore();
  });

  it("says what will appear where nothing was sold", async () => {
    renderPage(listOf([]), { at: "/dashboard/orders" });
    expect(await screen.findByText("No orders yet")).toBeDefined();
    expect(screen.queryByText("Export")).toBeNull();
  });
});

describe("an order's page", () => {
  it("says in a line why it is credited, and which signals were used and which not", async () => {
    renderPage(<OrderPage {...orderPage} />);
    expect(await screen.findByText("First click: Ada's link, 3 days before")).toBeDefined();
    const used = screen.getByText("Used").closest("li");
    expect(used?.textContent).toContain("Click on Ada's link");
    const unused = screen.getByText("Not used").closest("li");
    expect(unused?.textContent).toBe("Not usedLanding page with Bob's code BOBLower priority");
    expect(screen.queryByText(/clk_1/)).toBeNull();
  });

  it("sums up the commission, and shows the calculation with its rules and entries on request", async () => {
    renderPage(<OrderPage {...orderPage} />);
    expect(await screen.findByText("10% of $100.00.")).toBeDefined();
    const details = screen.getByText("Show calculation").closest("details");
    expect(details?.open).toBe(false);
    const [arithmetic, postings] = screen.getAllByRole("table");
    if (!arithmetic || !postings) throw new Error("Two tables belong on the page.");
    for (const table of [arithmetic, postings]) expect(details?.contains(table)).toBe(true);
    const left = within(arithmetic).getAllByRole("row", { name: /^Eligible amount after refunds/ })[0];
    expect(left?.textContent).toBe("Eligible amount after refundsM9$50.00");
    expect(within(arithmetic).getByRole("row", { name: /^Current commission/ }).textContent).toContain(
      "$5.00",
    );
    expect(within(postings).getByText("Commission expense → Pending")).toBeDefined();
    expect(within(postings).getByText("Pending → Commission expense")).toBeDefined();
  });

  it("says that its customer was erased, and nothing of a customer who was not", async () => {
    const around = {
      claims: [],
      flags: [],
      programs: [],
      wouldOwe: null,
      shopifyUrl: "https://x",
      timeZone: "UTC",
    };
    const erased = { ...explained.order, customerErasedAt: "2026-04-01T12:00:00.000Z" };
    const usual = renderPage(<OrderPage explained={explained} {...around} />);
    expect((await screen.findAllByText("Payment")).length).toBe(1);
    expect(screen.queryByText(/^Erased/)).toBeNull();
    usual.unmount();
    renderPage(<OrderPage explained={{ ...explained, order: erased }} {...around} />);
    expect(await screen.findByText(/^Erased Apr 1, /)).toBeDefined();
  });

  it("leads to the affiliate, the program and Shopify", async () => {
    renderPage(<OrderPage {...orderPage} />);
    const affiliate = await screen.findByRole("link", { name: "Ada" });
    expect(affiliate.getAttribute("href")).toBe("/dashboard/affiliates/aff_1");
    expect(screen.getByRole("link", { name: "Creators" }).getAttribute("href")).toBe(
      "/dashboard/programs/prg_1",
    );
    expect(screen.getByText(listDay("Terms of Feb 20, 2026"))).toBeDefined();
    const shopify = screen.getAllByText("View in Shopify")[0]?.closest("a");
    expect(shopify?.getAttribute("href")).toBe("https://x");
  });

  it("of an order without credit offers to credit an affiliate in a program", async () => {
    const reason = { code: "no-evidence", text: "No affiliate link or code" };
    const nothing: OrderExplanationWire = {
      ...explained,
      order: { ...order, status: "not-credited", reason, affiliate: null, program: null },
      signals: [],
      terms: null,
      summary: null,
      refunds: [],
      postings: [],
    };
    renderPage(<OrderPage {...orderPage} explained={nothing} />);
    const texts = [
      reason.text,
      "No affiliate link or code was used.",
      "No affiliate",
      "No ledger entries yet",
    ];
    for (const text of [...texts, "No program terms apply."]) {
      expect(await screen.findByText(text)).toBeDefined();
    }
    const [credit] = screen.getAllByRole("button", { name: "Credit an affiliate" });
    if (credit) fireEvent.click(credit);
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Credit an affiliate?")).toBeDefined();
    expect(within(dialog).getByRole("combobox", { name: "Program" })).toBeDefined();
  });

  it("changes the affiliate after it was chosen", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => {
      posted.push(Object.fromEntries(form));
      return { ok: true };
    };
    renderPage(<OrderPage {...orderPage} wouldOwe={{ amount: "5.00", currencyCode: "USD" }} />, { answer });
    await pressMore("Change affiliate");
    const dialog = await screen.findByRole("dialog");
    const about = "Ada loses $5.00. The other affiliate earns it under the same terms.";
    expect(within(dialog).getByText(about)).toBeDefined();
    expect(within(dialog).getByText("Ada was already paid and will owe you $5.00.")).toBeDefined();
    fireEvent.click(within(dialog).getByRole("button", { name: "Change affiliate" }));
    expect(await within(dialog).findByText("Choose an affiliate")).toBeDefined();
    expect(posted).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText(/^Affiliate/), { target: { value: "bob@example.com" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Change affiliate" }));
    await waitFor(() =>
      expect(posted).toEqual([
        { intent: "reassign", affiliateId: "bob@example.com", programId: "", note: "" },
      ]),
    );
    expect(await screen.findByText("Affiliate changed")).toBeDefined();
  });
});
