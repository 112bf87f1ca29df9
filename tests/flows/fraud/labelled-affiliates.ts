import type { Chance } from "../../histories/random.ts";
import { addressOf, type Labelled, plain, registeredEmail, type Telling, times } from "./labelled.ts";

/** A quiet affiliate, and one night of orders that nobody was sent for: hardly anybody comes who does not buy. */
export function* nightOfOrders({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  for (const day of times(chance.int(0, 12), () => chance.int(0, 890) / 10)) {
    yield { ...plain, ...stranger(), story: "quiet days", affiliate, day };
  }
  const [from, hours] = [chance.int(50, 870) / 10, chance.int(1, 10)];
  // Some know that this is looked at, and have others come as well.
  const mostVisitors = chance.is(0.1) ? 12 : 2;
  for (const hour of times(chance.int(11, 35), () => (hours * chance.int(0, 100)) / 100)) {
    const lookers = { visitors: chance.int(0, mostVisitors), clicksOfEach: 1 };
    const clickedBefore = chance.int(20, 1500);
    const order = { ...plain, ...stranger(), clickedBefore, visited: false, lookers, isFraud: true };
    yield { ...order, story: "night of orders", affiliate, day: from + hour / 24 };
  }
}

/** A letter to many readers: on its day far more orders than on others, and far more readers who only look. */
export function* newsletter({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  for (const letter of times(chance.int(2, 5), () => chance.int(20, 880) / 10)) {
    // The author tries the link first, again and again.
    const tried = { visitors: 1, clicksOfEach: chance.int(5, 30) };
    for (const place of times(chance.int(8, 24), (at) => at)) {
      const read = { visitors: chance.int(3, 40), clicksOfEach: 1 };
      const clickedBefore = chance.int(20, 7200);
      const lookers = place === 0 ? tried : read;
      const day = letter + chance.int(0, 100) / 240;
      const order = { ...plain, ...stranger(), clickedBefore, visited: false, lookers };
      yield { ...order, story: "newsletter", affiliate, day };
    }
  }
}

/** One person as two affiliates: the second is paid to the first one's account, which is spelt another way. */
export function* twoAccounts({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  const [account, from] = [accountOf(chance), chance.int(0, 50)];
  const second = affiliate + 1;
  for (const [who, spelt, named] of [
    [affiliate, account, 0],
    [second, account.replaceAll(" ", ""), chance.int(0, 4)],
  ] as const) {
    const days = times(chance.int(6, 18), () => from + chance.int(0, 350) / 10).toSorted((a, b) => a - b);
    for (const [place, day] of days.entries()) {
      const order = { ...plain, ...stranger(), isFraud: true, account: place === named ? spelt : null };
      yield { ...order, story: "two accounts", affiliate: who, day };
    }
  }
}

/** A couple: one house, one bank, and each an account of their own. One bought by the own link once, which is no honest order. */
export function* couple({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  const account = accountOf(chance);
  const house = addressOf(chance, "Jones");
  const partner = affiliate + 1;
  const from = chance.int(0, 30);
  const own = { email: registeredEmail(affiliate), customer: 700_000 + affiliate, address: house };
  yield { ...plain, ...own, isFraud: true, story: "self", affiliate, day: from };
  // The other one is called otherwise and has an account at the store too.
  const other = { email: registeredEmail(partner), customer: 700_000 + partner };
  const address = { ...house, last_name: "Okafor" };
  for (const day of times(chance.int(1, 3), (at) => from + 2 + at * 9)) {
    yield { ...plain, ...other, address, story: "couple", affiliate, day };
  }
  for (const [who, last] of [
    [affiliate, "17"],
    [partner, "44"],
  ] as const) {
    for (const place of times(chance.int(6, 16), (at) => at)) {
      const order = { ...plain, ...stranger(), account: place === 0 ? account.slice(0, -2) + last : null };
      yield { ...order, story: "couple", affiliate: who, day: from + chance.int(0, 500) / 10 };
    }
  }
}

/** One browser follows the link all day long, so that shoppers who came by themselves seem to be sent; codes are honest. */
export function* clicker({ chance, affiliate, stranger }: Telling): Generator<Labelled> {
  const day = chance.int(10, 88);
  for (const [place, part] of times(chance.int(5, 14), (at) => [at, chance.int(30, 95) / 100] as const)) {
    const clicksOfEach = place < 3 ? chance.int(15, 80) : 0;
    const order = { ...plain, ...stranger(), lookers: { visitors: 1, clicksOfEach }, isFraud: true };
    yield { ...order, story: "clicks of one visitor", affiliate, day: day + part };
  }
  for (const part of times(chance.int(1, 4), () => chance.int(5, 95) / 100)) {
    const order = { ...plain, ...stranger(), code: true, visited: false };
    yield { ...order, story: "codes of that day", affiliate, day: day + part };
  }
}

function accountOf(chance: Chance): string {
  return `DE${chance.int(10, 99)} ${times(4, () => chance.int(1000, 9999)).join(" ")} ${chance.int(10, 99)}`;
}
