import type { Chance } from "../../histories/random.ts";
import {
  addressOf,
  type Labelled,
  type Person,
  plain,
  registeredEmail,
  surnames,
  type Telling,
  times,
} from "./labelled.ts";
import { clicker, couple, newsletter, nightOfOrders, twoAccounts } from "./labelled-affiliates.ts";

const searchers = ["https://www.google.com/", "https://duckduckgo.com/", null, null];
const couponSites = [
  "https://www.retailmenot.com/view/mugs",
  "https://couponfollow.com/site/mugs",
  "https://www.wethrift.com/mugs",
  "https://simplycodes.com/store/mugs",
];

/** Tells stories until there are so many orders of each label; what is told is drawn anew for every person. */
export function tellStories(chance: Chance, each: number): Labelled[] {
  const told = { fraud: [] as Labelled[], honest: [] as Labelled[] };
  let affiliate = 0;
  let people = 1000;
  const stranger = () => {
    people += 1;
    return {
      customer: people,
      email: `someone${people}@${chance.pick(["gmail.com", "web.example", "mail.example"])}`,
      address: addressOf(chance, chance.pick(surnames)),
    };
  };
  const tellers = [
    selfBuyer,
    podcast,
    leakedLater,
    selfBuyer,
    blog,
    leakedAtOnce,
    selfBuyer,
    office,
    regulars,
    nightOfOrders,
    newsletter,
    twoAccounts,
    couple,
    clicker,
  ];
  for (let turn = 0; told.fraud.length < each || told.honest.length < each; turn += 1) {
    const teller = tellers[turn % tellers.length] ?? blog;
    for (const one of teller({ chance, affiliate, stranger })) {
      (one.isFraud ? told.fraud : told.honest).push(one);
    }
    affiliate += affiliatesOfStory;
  }
  return [...told.fraud.slice(0, each), ...told.honest.slice(0, each)].toSorted((a, b) => a.day - b.day);
}

/** Some stories are of two affiliates: this one and the next. */
const affiliatesOfStory = 2;

/** Buys with the own link: with the own address however written, or behind a second one; a few leave no trace. */
function* selfBuyer({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  const home = addressOf(chance, "Jones");
  const account = 500_000 + affiliate;
  const spellings = [
    registeredEmail(affiliate),
    `patjones${affiliate}@gmail.com`,
    `Pat.Jones.${affiliate}+shop@googlemail.com`,
    `p.a.t.j.o.n.e.s${affiliate}@gmail.com`,
  ];
  const from = chance.int(0, 60);
  for (const [place, day] of times(chance.int(10, 24), (at) => [at, from + at * 1.3] as const)) {
    const hidden = { email: `aunt${affiliate}-${place}@other.example`, customer: stranger().customer };
    const ways = [
      { email: chance.pick(spellings), customer: account, address: home },
      { email: `pj${affiliate}@other.example`, customer: account, address: home },
      { ...hidden, address: { ...home, address1: respelt(home.address1) } },
    ];
    const way = place === 0 ? ways[0] : chance.pick(ways);
    const who = chance.is(0.04) || !way ? stranger() : way;
    yield { ...plain, ...who, isFraud: true, story: "self", affiliate, day };
  }
}

function respelt(street: string): string {
  return street.replace("Street", "St.").replace("Road", "rd").replace("Avenue", "Ave").toUpperCase();
}

/** A code that came with visits for weeks, and is then on the coupon sites. */
function* leakedLater({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  const since = chance.int(58, 68);
  const visits = chance.int(60, 95) / 100;
  const listed = chance.int(10, 70) / 100;
  for (const day of times(chance.int(14, 40), () => chance.int(0, (since - 1) * 10) / 10)) {
    const visited = chance.is(visits);
    yield { ...plain, ...stranger(), story: "before the leak", affiliate, day, code: true, visited };
  }
  for (const day of times(chance.int(25, 60), () => since + chance.int(0, 200) / 10)) {
    // Among them are still people whom the affiliate sent.
    if (chance.is(0.06)) {
      yield { ...plain, ...stranger(), story: "sent after the leak", affiliate, day, code: true };
      continue;
    }
    yield { ...leakedUse(chance, stranger, listed), affiliate, day, story: "leaked later" };
  }
}

/** A new code that is on the coupon sites within days: nothing was before that could have changed. */
function* leakedAtOnce({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  const since = chance.int(60, 66);
  const listed = chance.int(45, 90) / 100;
  for (const day of times(chance.int(25, 50), () => since + chance.int(0, 220) / 10)) {
    yield { ...leakedUse(chance, stranger, listed), affiliate, day, story: "leaked at once" };
  }
}

function leakedUse(chance: Chance, stranger: () => Person, listed: number) {
  const referrer = chance.is(listed) ? chance.pick(couponSites) : chance.pick(searchers);
  return { ...plain, ...stranger(), isFraud: true, code: true, visited: false, referrer };
}

/** A code that is spoken: many new customers who never clicked, more of them after each episode. */
function* podcast({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  const episodes = times(chance.int(2, 5), () => chance.int(5, 85));
  for (const episode of episodes) {
    for (const day of times(chance.int(6, 16), () => Math.min(89, episode + chance.int(0, 40) / 10))) {
      const referrer = chance.is(0.05) ? chance.pick(couponSites) : chance.pick(searchers);
      const visited = chance.is(0.08);
      yield { ...plain, ...stranger(), story: "podcast", affiliate, day, code: true, visited, referrer };
    }
  }
}

/** Clicks and codes as they should be, with people who know what they want and buy at once. */
function* blog({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  for (const day of times(chance.int(15, 40), () => chance.int(0, 890) / 10)) {
    const clickedBefore = chance.is(0.5) ? chance.int(18, 900) : null;
    const visited = clickedBefore === null;
    yield {
      ...plain,
      ...stranger(),
      story: "blog",
      affiliate,
      day,
      code: chance.is(0.4),
      visited,
      clickedBefore,
    };
  }
}

/** The affiliate orders to the office once; the colleagues buy by the same link, to the same address. */
function* office({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  const house = addressOf(chance, "Jones");
  const day = chance.int(5, 30);
  const own = { email: registeredEmail(affiliate), customer: 600_000 + affiliate, address: house };
  yield { ...plain, ...own, isFraud: true, story: "self", affiliate, day };
  for (const at of times(chance.int(8, 20), () => day + 1 + chance.int(0, 500) / 10)) {
    // Now and then somebody is called as the affiliate is.
    const address = { ...house, last_name: chance.pick(surnames.slice(chance.is(0.1) ? 0 : 1)) };
    yield { ...plain, ...stranger(), address, story: "office", affiliate, day: at };
  }
}

/** Loyal customers, in the affiliate's own city, some with the affiliate's surname. */
function* regulars({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  const friends = times(chance.int(3, 6), () => ({ ...stranger(), address: addressOf(chance, "Jones") }));
  for (const day of times(chance.int(12, 30), () => chance.int(0, 890) / 10)) {
    yield { ...plain, ...chance.pick(friends), story: "regulars", affiliate, day };
  }
}
