import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SectionPage } from "#app/ui/admin/payouts/section-page.tsx";
import { renderPage } from "../shell/stub.tsx";
import { answer, bank, click, listen, section, sectionPage as page } from "./fixtures.ts";

const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response("a file")));

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  Object.assign(URL, { createObjectURL: () => "blob:file", revokeObjectURL: () => {} });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
});

afterEach(() => {
  fetched.mockClear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const steps = "/dashboard/payouts/steps";
const download = { kind: "download_file", label: "Download file", subject: "poc_1" } as const;

const refused = () => Response.json({ ok: false, message: "It can't be done", errors: [] }, { status: 409 });

const at = "/dashboard/affiliates/payouts/pyo_1";

it("tells why a confirmation was refused", async () => {
  renderPage(<SectionPage {...page} section={section} />, { at, answer: refused });
  click("Review");
  await answer("Pay $12.01");
  expect(await screen.findByText("It can't be done")).toBeDefined();
});

it.each(["", "poc_1"])("says why trying again was refused, of request '%s'", async (subject) => {
  const change = { ...section, nextStep: { kind: "try_again", label: "Try again", subject } } as const;
  renderPage(<SectionPage {...page} section={change} />, {
    at,
    answer: refused,
    posts: { [steps]: refused },
  });
  click("Try again");
  expect(await screen.findByText("It can't be done")).toBeDefined();
});

it("tells why a file was refused, and downloads none", async () => {
  renderPage(<SectionPage {...page} section={bank} />, { at, embedded: true, posts: { [steps]: refused } });
  click("Download file");
  click(/^Wise/);
  expect(await screen.findByText("It can't be done")).toBeDefined();
  expect(fetched).not.toHaveBeenCalled();
});

it.each([
  ["USD", []],
  ["EUR", ["SEPA (pain.001)"]],
])("offers for %s as SEPA files %j", (currency, files) => {
  renderPage(<SectionPage {...page} section={{ ...bank, currency }} />, { at });
  click("Download file");
  expect(screen.getByRole("button", { name: "Wise CSV" })).toBeDefined();
  const offered = screen.queryAllByRole("button", { name: /^SEPA/ });
  expect(offered.map((one) => one.textContent)).toEqual(files);
});

it.each([
  ["stays", /^SEPA/, bank, "payout.xml"],
  ["is of the next part", /^Wise/, { ...bank, nextStep: { ...download, subject: "poc_2" } }, "payout.csv"],
  ["is gone", /^SEPA/, { ...bank, state: "sent" as const, nextStep: null }, "payout.xml"],
])("downloads the chosen file where the step %s", async (_name, format, later, file) => {
  const { posted, told } = listen();
  const loaded = () =>
    Promise.resolve({ section: { ...(posted.mock.calls.length > 0 ? later : bank), currency: "EUR" } });
  function Loaded() {
    return <SectionPage {...page} {...useLoaderData<typeof loaded>()} />;
  }
  renderPage(<Loaded />, { at, embedded: true, loaded, posts: { [steps]: told } });
  fireEvent.click(await screen.findByRole("button", { name: "Download file" }));
  expect(fetched).not.toHaveBeenCalled();
  click(format);
  const dialog = screen.queryByRole("dialog");
  if (dialog) fireEvent.click(within(dialog).getByRole("button", { name: "Download file" }));
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
  expect(posted).toHaveBeenCalledWith(expect.objectContaining({ intent: "createFile", request: "poc_1" }));
  expect(fetched.mock.calls[0]?.[0]).toBe(`/dashboard/payouts/files/poc_1/${file}`);
});
