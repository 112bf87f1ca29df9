import { signIn, submit } from "./install.ts";
import type { Person, People } from "./people.ts";
import { acceptInvitation, buy, follow, openInStore } from "./selling.ts";
import type { JourneyShop } from "./stack.ts";

/** A shop that has been at work for a while, and the addresses of what is in it. */
export type BusyShop = {
  program: string;
  affiliate: string;
  /** Its first sale, of which a part came back. */
  order: string;
  portal: Person;
};

const partners = [
  "Iris Vale",
  "Tomás Rivera",
  "Noor Haddad",
  "Wen Li",
  "Ásta Jónsdóttir",
  "Kofi Mensah",
  "Priya Raman",
  "Jun Tanaka",
  "Lena Brandt",
  "Mateo Cruz",
  "Zofia Nowak",
  "Bartholomew Featherstonehaugh-Montgomery",
];

/** Speaks to the API with the token that the browser keeps; a text is the body itself, a file. */
export async function callAs<Answer>({ page }: Person, path: string, body?: unknown, method = "POST") {
  const token = await page.evaluate(() => window.localStorage.getItem("shopify_affiliate_token"));
  const answer = await fetch(new URL(`/api/v1${path}`, page.url()), {
    method: body === undefined ? "GET" : method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { "Idempotency-Key": crypto.randomUUID() }),
      "Content-Type": typeof body === "string" ? "text/csv" : "application/json",
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

type Named = { id: string };

type TermsOf = (merchant: Person) => Promise<unknown>;

const plainTerms: TermsOf = async () => ({ commission: { type: "percentage", percent: "12.5" } });

async function addPrograms(merchant: Person, termsOf: TermsOf): Promise<string> {
  const create = (name: string, terms: unknown, status: string) =>
    callAs<Named>(merchant, "/programs", { name, status, terms });
  const main = await create("Friends of the house", await termsOf(merchant), "active");
  const fixed = { type: "fixed", amount: { amount: "5.00", currencyCode: "USD" } };
  await create("Summer bloggers", { commission: fixed }, "draft");
  const market = { commission: { type: "percentage", percent: "8" } };
  const paused = await create("Winter market", market, "active");
  await callAs(merchant, `/programs/${paused.id}`, { status: "paused" }, "PUT");
  return main.id;
}

/** The mailbox is one for all journeys: a shop's partners have addresses of their own. */
export const partnerEmail = (shop: JourneyShop, number: number) => `partner-${number}@${shop}.example`;

async function addAffiliates(merchant: Person, shop: JourneyShop, programId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, name] of partners.entries()) {
    const email = partnerEmail(shop, index + 1);
    const { id } = await callAs<Named>(merchant, "/affiliates/invite", {
      name,
      email,
      programIds: [programId],
    });
    ids.push(id);
    // The first one accepts by email; of the others some are active, one is suspended, one rejected.
    const steps = [[], ["pending", "active"], ["pending"], ["rejected"], ["pending", "active", "suspended"]];
    for (const status of index === 0 ? [] : (steps[index % steps.length] ?? [])) {
      await callAs(merchant, `/affiliates/${id}/status`, { status }, "PUT");
    }
  }
  return ids;
}

/** As many people as this look at the link and buy nothing. */
async function visit(link: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const agent = `Mozilla/5.0 (X11; Linux x86_64; rv:1${index}.0) Gecko/20100101 Firefox/1${index}.0`;
    await fetch(link, { redirect: "manual", headers: { "User-Agent": agent } });
  }
}

/** Fills the merchant's shop: programs, affiliates of every status, two sales of which one came back in part. */
export async function makeBusy(
  people: People,
  merchant: Person,
  shop: JourneyShop,
  termsOf = plainTerms,
): Promise<BusyShop> {
  await signIn(merchant, shop);
  const program = await addPrograms(merchant, termsOf);
  const [affiliate = ""] = await addAffiliates(merchant, shop, program);
  const [portal, shopper] = [await people.meet(), await people.meet()];
  const link = await acceptInvitation(portal, partnerEmail(shop, 1));
  await visit(link, 14);
  await follow(shopper, link);
  const name = await buy(shopper, "Steel bottle");
  await follow(shopper, link);
  await buy(shopper, "Wool blanket");
  await openInStore(shopper.page, shop, name);
  await shopper.page
    .getByLabel(/Steel bottle/)
    .first()
    .fill("1");
  await submit(shopper.page, "Refund");
  await shopper.context.close();
  await portal.page.reload();
  const { orders } = await callAs<{ orders: Named[] }>(merchant, "/orders");
  return { program, affiliate, order: orders.at(-1)?.id ?? "", portal };
}
