import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { pageTexts } from "#app/http/page-texts.server.ts";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { TextsProvider } from "#app/ui/texts/texts-provider.tsx";
import { withData } from "../../support/answered.ts";
import { pageOf } from "../../support/route-requests.ts";
import { appUrl } from "../../support/browser.ts";
import { type ListedShop, makeListedShop, pagePaths } from "./listed-shop.ts";

let shop: ListedShop;
beforeAll(async () => {
  // React tells of each effect on the layout, which no server runs.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  shop = await makeListedShop();
});

/** Pages of one thing whose parts are a list; the ids of other pages are of things that have none. */
const ofOne = /\/payouts\/:id(\/skipped)?$|\/payouts\/reconcile\/:id$/;
/** Every page of the merchant's, and the one of an affiliate's that has pages. */
const paths = pagePaths.filter(
  (path) =>
    (path.startsWith("/dashboard") &&
      !/\.|\/(steps|paypal)$/.test(path) &&
      (!path.includes(":") || ofOne.test(path))) ||
    path === "/portal/links",
);

const paged = z.object({ pagination: z.object({}) }).or(z.object({ preview: z.object({}) }));
const faulty = z.object({ fault: z.string().nullable() });
const banner = "Part of this address isn&#x27;t valid and was ignored";
/** The portal says it in the reader's language, without naming fields. */
const portalBanner = "Part of this page&#x27;s address isn&#x27;t valid and was ignored.";

const host = { embedded: false, developing: true };
const InProviders = (props: { children: ReactNode }) =>
  createElement(AppProviders, { theme: "light", host, ...props });

const texts = pageTexts(new Request(appUrl), "en", ["home", "portal", "states"]);
const InTexts = (props: { children: ReactNode }) => createElement(TextsProvider, { texts, ...props });

/** The page for its loader's answer, as the server sends it. */
async function shownAt(address: string, answered: unknown): Promise<string> {
  const Page = await pageOf(`${appUrl}${address}`);
  if (!Page) throw new Error(`${address} shows nothing`);
  const page = createElement(Page);
  const worded = address.startsWith("/portal") ? createElement(InTexts, null, page) : page;
  const framed = createElement(Frame, null, worded);
  const Component = () => createElement(InProviders, null, framed);
  const [path = ""] = address.split("?");
  const Stub = createRemixStub([{ id: "page", path, Component, loader: () => null }]);
  const hydrationData = { loaderData: { page: answered } };
  return renderToString(createElement(Stub, { initialEntries: [address], hydrationData }));
}

/** True if the page shows the fault of a wrong address and none for a right one. */
async function isTold(path: string, rightData: unknown): Promise<boolean> {
  const wrong = `${path}?page=0`;
  const { data } = withData(await shop.ask(wrong));
  const [none, told] = [rightData, data].map((answered) => faulty.safeParse(answered).data?.fault);
  if (none !== null || !told?.startsWith("page: ")) return false;
  const html = await shownAt(shop.addressOf(wrong), data);
  const words = path.startsWith("/portal") ? [portalBanner] : [banner, told];
  if (words.some((one) => !html.includes(one))) return false;
  const right = await shownAt(shop.addressOf(path), rightData);
  return words.every((one) => !right.includes(one));
}

it("every page with a list says what of its address it does not show", async () => {
  const lists: string[] = [];
  const silent: string[] = [];
  for (const path of paths) {
    const right = withData(await shop.ask(path));
    if (!paged.safeParse(right.data).success) continue;
    lists.push(path);
    if (!(await isTold(path, right.data))) silent.push(path);
  }
  expect(silent).toEqual([]);
  expect(lists.length).toBeGreaterThanOrEqual(25);
});
