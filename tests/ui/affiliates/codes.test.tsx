import { fireEvent, screen, within, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { DiscountViewWire } from "#app/contracts/discount.ts";
import { AssignPage } from "#app/ui/admin/codes/assign-page.tsx";
import { CodesPage } from "#app/ui/admin/codes/codes-page.tsx";
import { DiscountPage, NewcomersForm } from "#app/ui/admin/codes/discount-page.tsx";
import { DiscountsPage } from "#app/ui/admin/codes/discounts-page.tsx";
import { EditDiscountPage } from "#app/ui/admin/codes/edit-discount-page.tsx";
import { NewDiscountPage } from "#app/ui/admin/codes/new-discount-page.tsx";
import { LinksSection } from "#app/ui/admin/affiliates/links-section.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";
import { firstOf, ownCode } from "./sample.ts";
import { affiliates } from "#app/i18n/en/admin/affiliates.ts";
import { provideTexts } from "#app/ui/texts/use-text.ts";

provideTexts({ affiliates });

const at = "/dashboard/affiliates/codes";
const pagination = { page: 1, limit: 10, total: 1 };
const programs = [{ id: "prg_1", name: "Partners" }];
const discount: DiscountViewWire = {
  id: "77",
  title: "Affiliates: 10% off",
  status: "active",
  gives: "10% off",
  details: {
    value: { kind: "percentage", percent: "10" },
    scope: { kind: "collections", ids: ["1", "2"] },
    minimum: { kind: "subtotal", amount: "50.00" },
    startsAt: "2026-03-01T00:00:00Z",
    endsAt: null,
    usageLimit: 3,
    oncePerCustomer: true,
    combinesWith: ["shipping"],
    timesUsed: 1234,
  },
  template: "{FIRSTNAME}{PERCENT}",
  newcomersOf: null,
  notice: null,
  codes: 1,
  createdAt: "2026-03-01T00:00:00.000Z",
  checkedAt: "2026-03-02T00:00:00.000Z",
  batches: [],
};
const detail = { discount, codes: [ownCode], programs, currency: "USD", timeZone: "UTC" };

describe("the list of codes", () => {
  test("shows whose each is, what it gives, and what to do about one that is missing", async () => {
    const codes = [
      ownCode,
      { ...ownCode, code: "GONE", status: "missing" as const, discount: null, gives: "" },
    ];
    const { container } = renderPage(
      <CodesPage
        codes={codes}
        pagination={{ ...pagination, total: 2 }}
        timeZone="UTC"
        affiliate={null}
        discount={null}
      />,
      { at },
    );
    expect(screen.getByRole("link", { name: "ZOE10" }).getAttribute("href")).toBe(
      `/dashboard/affiliates/${ownCode.affiliate.id}`,
    );
    expect(screen.getByRole("link", { name: "Affiliates: 10% off" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/discounts/77",
    );
    expect(screen.getByText(/Not in your store. Create it again or remove it/)).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("says where to begin while there are none", () => {
    renderPage(
      <CodesPage
        codes={[]}
        pagination={{ ...pagination, total: 0 }}
        timeZone="UTC"
        affiliate={null}
        discount={null}
      />,
      { at },
    );
    expect(screen.getByText("No codes yet")).toBeDefined();
    expect(screen.getAllByRole("link", { name: "Create codes" })[0]?.getAttribute("href")).toBe(
      "/dashboard/affiliates/discounts/new",
    );
  });
});

describe("a discount", () => {
  test("is listed with what differs from the store", () => {
    const notice = "Your store no longer has ZOE10.";
    renderPage(
      <DiscountsPage discounts={[{ ...discount, notice }]} pagination={pagination} timeZone="UTC" />,
      { at: "/dashboard/affiliates/discounts" },
    );
    expect(screen.getByText(notice)).toBeDefined();
  });

  test("says what it is, whose its codes are, and asks before it deletes", async () => {
    renderPage(<DiscountPage {...detail} />, {
      at: "/dashboard/affiliates/discounts/77",
    });
    for (const text of [
      "2 collections",
      "1,234 times",
      "$50.00",
      "No end date",
      "shipping discounts",
      "ZOE10",
    ]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    fireEvent.click(firstOf(screen.getAllByRole("button", { name: "Delete" })));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/Its code is deleted from your store too/)).toBeDefined();
  });

  test("shows how far its codes are, and which could not be made", () => {
    const batch = { id: "cbt_1", error: null, total: 4, createdAt: discount.createdAt };
    const failed = [
      { affiliate: ownCode.affiliate, code: "SALE10", message: "The store has this code already" },
    ];
    const batches = [
      { ...batch, status: "running" as const, done: 1, failed: [] },
      { ...batch, id: "cbt_2", status: "done" as const, done: 4, failed },
    ];
    renderPage(<DiscountPage {...detail} discount={{ ...discount, batches }} />, {
      at: "/dashboard/affiliates/discounts/77",
    });
    expect(screen.getByText("Creating codes: 1 of 4")).toBeDefined();
    expect(screen.getByText("1 of 4 codes weren't created")).toBeDefined();
    expect(screen.getByText(/The store has this code already/)).toBeDefined();
  });
});

describe("editing a discount", () => {
  test("begins with what it is, and posts what is typed", async () => {
    const posted = new Map<string, unknown>();
    const answer = (form: FormData) => {
      for (const name of form.keys()) posted.set(name, form.getAll(name));
      return null;
    };
    const endsAt = "2026-06-01T04:00:00Z";
    const ending = { ...discount, details: { ...discount.details, endsAt } };
    const page = (
      <EditDiscountPage discount={ending} currency="USD" timeZone="America/New_York" refusal={null} />
    );
    renderPage(page, { at: "/dashboard/affiliates/discounts/77/edit", answer });
    expect(screen.getByLabelText<HTMLInputElement>(/End date/).value).toBe("2026-05-31");
    fireEvent.change(screen.getByLabelText("Discount percentage"), { target: { value: "20" } });
    expect(screen.getByLabelText<HTMLInputElement>("Shipping discounts").checked).toBe(true);
    fireEvent.click(screen.getByLabelText("Order discounts"));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const limits = { minimum: ["subtotal"], minimumAmount: ["50.00"], usageLimit: ["3"] };
    const expected = { percent: ["20"], ...limits, combinesWith: ["order", "shipping"] };
    await waitFor(() => expect(Object.fromEntries(posted)).toMatchObject(expected));
  });
});

describe("codes for new affiliates", () => {
  test("are of the program that is chosen", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => posted.push(Object.fromEntries(form)) && { ok: true };
    renderPage(<NewcomersForm discount={discount} programs={programs} />, { at, answer });
    fireEvent.change(screen.getByRole("combobox"), { target: { value: "prg_1" } });
    fireEvent.click(screen.getByRole("button", { name: "Save setting for new affiliates" }));
    await waitFor(() => expect(posted).toEqual([{ intent: "newcomers", programId: "prg_1" }]));
  });
});

const template = () => screen.getByLabelText<HTMLInputElement>("Code template").value;

describe("making codes", () => {
  test("shows what belongs to the kind, and a template that fits it", async () => {
    const { container } = renderPage(
      <NewDiscountPage programs={programs} affiliate={null} currency="USD" refusal={null} />,
      { at: "/dashboard/affiliates/discounts/new" },
    );
    expect(template()).toBe("{FIRSTNAME}{PERCENT}");
    fireEvent.change(screen.getByLabelText("Discount type"), { target: { value: "free-shipping" } });
    expect(template()).toBe("{FIRSTNAME}SHIP");
    expect(screen.queryByLabelText("Discount percentage")).toBeNull();
    expect(screen.queryByLabelText("Applies to")).toBeNull();
    expect(screen.queryByLabelText("Shipping discounts")).toBeNull();
    expect(screen.getByLabelText("Order discounts")).toBeDefined();
    fireEvent.change(screen.getByLabelText("Discount type"), { target: { value: "amount" } });
    expect(screen.getByLabelText("Discount amount")).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("says at the field what was refused, and keeps what was typed", () => {
    const refusal = {
      message: "Enter a percentage",
      errors: [{ field: "percent", message: "Enter a percentage above 0" }],
      given: { percent: "101", template: "MINE{PERCENT}" },
    };
    renderPage(<NewDiscountPage programs={programs} affiliate={null} currency="USD" refusal={refusal} />, {
      at: "/dashboard/affiliates/discounts/new",
    });
    expect(screen.getByText("Enter a percentage above 0")).toBeDefined();
    expect(screen.getByDisplayValue("101")).toBeDefined();
    expect(screen.getByDisplayValue("MINE{PERCENT}")).toBeDefined();
  });
});

test("an existing code is chosen among those that nobody has", async () => {
  const found = [
    {
      id: "78",
      title: "Welcome",
      summary: "10% off",
      status: "active" as const,
      codes: [
        { code: "WELCOME10", affiliate: null },
        { code: "ZOE10", affiliate: ownCode.affiliate },
      ],
    },
  ];
  renderPage(<AssignPage search="" found={found} fault={null} batches={[]} refusal={null} />, {
    at: "/dashboard/affiliates/codes/assign",
  });
  expect(screen.queryByRole("button", { name: "Select ZOE10" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Select WELCOME10" }));
  expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("WELCOME10");
});

test("a code of an affiliate can be renamed while it works, and resumed while it does not", async () => {
  const paused = { ...ownCode, code: "OFF", status: "paused" as const };
  const codes = [ownCode, paused];
  const whose = { id: ownCode.affiliate.id, referralLink: "https://app.example/r/ZOE" };
  renderPage(<LinksSection affiliate={whose} codes={codes} timeZone="UTC" />, {
    at: "/dashboard/affiliates/aff_1",
  });
  fireEvent.click(screen.getByRole("button", { name: "Manage ZOE10" }));
  expect(await screen.findByRole("menuitem", { name: "Pause" })).toBeDefined();
  fireEvent.click(screen.getByRole("menuitem", { name: "Rename" }));
  expect(screen.getByLabelText("New code for ZOE10")).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Manage OFF" }));
  expect(await screen.findByRole("menuitem", { name: "Resume" })).toBeDefined();
  expect(screen.queryByRole("menuitem", { name: "Rename" })).toBeNull();
});

test("lists of codes that are assigned tell how far they are, and which could not be", async () => {
  const run = { id: "cbt_1", status: "running" as const, error: null, total: 40, done: 10, failed: [] };
  const failed = [{ affiliate: { id: "aff_1", name: "Zoe" }, code: "GONE", message: "The store has none" }];
  const error = "Shopify gave no usable answer.";
  const batches = [
    { ...run, createdAt: "2026-03-01T00:00:00Z" },
    { ...run, id: "cbt_3", status: "failed" as const, error, createdAt: "2026-03-01T00:00:00Z" },
    { ...run, id: "cbt_2", status: "done" as const, done: 40, failed, createdAt: "2026-03-01T00:00:00Z" },
  ];
  const page = <AssignPage search="" found={[]} fault={null} batches={batches} refusal={null} />;
  const { container } = renderPage(page, { at: "/dashboard/affiliates/codes/assign" });
  expect(screen.getByText("Assigning codes: 10 of 40")).toBeDefined();
  expect(screen.getByText("1 of 40 codes weren't assigned")).toBeDefined();
  const goOn = screen.getByRole<HTMLButtonElement>("button", { name: "Assign remaining 30" });
  expect(Object.fromEntries(new FormData(goOn.form ?? undefined))).toEqual({
    intent: "go-on",
    id: "cbt_3",
  });
  expect(screen.getByLabelText("Code, affiliate")).toBeDefined();
  expect(await accessibilityFaults(container)).toEqual([]);
});
