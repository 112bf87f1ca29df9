import type { PayoutMethod } from "../../domain/payouts/method.ts";
import { composeLetter, type AboutLetter } from "./letter.ts";
import type { Mail } from "./mail.ts";
import type { AboutLink } from "./portal-mails.ts";

/** Asks an affiliate whether it was them who entered payout details. `hours` is how long the link holds. */
export function confirmDetailsMail(about: AboutLink, of: { account: string; hours: number }): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `Confirm where ${name} pays you`,
    lines: [
      `Somebody who is signed in to your affiliate page at ${name} wants your money to go to: ${of.account}.`,
      "If it was you, confirm it. The new details are used 24 hours after that; until then nothing changes.",
    ],
    button: "Look at it and confirm",
    end: `The link works once and for ${of.hours} hours. If it was not you, do not confirm: nothing changes then. Sign in to your page and withdraw it, and tell ${name}.`,
  });
}

/** Tells a shop that money of an affiliate is to go elsewhere. */
export function detailsChangedMail(
  about: AboutLetter,
  of: { affiliate: string; before: string; after: string; from: string },
): Mail {
  return composeLetter(about, {
    subject: `${of.affiliate} changes their payout details`,
    lines: [
      `${of.affiliate} confirmed new payout details: ${of.after}. They were paid to: ${of.before}.`,
      `The new ones are used from ${of.from} on. If this seems odd, ask them, and put their payouts on hold until they answer.`,
    ],
    button: "See the affiliate",
    end: "Accounts are shown in part only; nobody at the store can change them.",
  });
}

/** Tells an affiliate that the store ended the waiting period of their new payout details. */
export function detailsUsedEarlyMail(
  about: AboutLetter,
  of: { readonly before: string | null; readonly after: string },
): Mail {
  const { name } = about.shop;
  const former = of.before === null ? "" : ` instead of ${of.before}`;
  return composeLetter(about, {
    subject: `${name} now pays you to your new payout details`,
    lines: [
      `${name} ended the waiting period of your new payout details. You're now paid to ${of.after}${former}.`,
      `If you didn't change your payout details, tell ${name} right away.`,
    ],
    button: "View payout details",
    end: "Accounts are shown in part only.",
  });
}

/** Tells an affiliate that money waits until they say where it goes. */
export function detailsMissingMail(about: AboutLetter, amounts: readonly string[]): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `${name} would like to pay you`,
    lines: [
      `You have earned ${amounts.join(" and ")} at ${name}, and it can be paid. What is missing is where it should go.`,
      "Enter your payout details on your affiliate page:",
    ],
    button: "Enter payout details",
    end: "You are reminded after a week, and then once a month. On the same page you can switch the reminders off.",
  });
}

/** Tells an affiliate who is paid by store credit that the store has no customer account for them. */
export function customerMissingMail(about: AboutLetter): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `${name} can't find your customer account`,
    lines: [
      `${name} pays you by store credit, but can't find a customer account for ${about.to.email} anymore.`,
      "Create the account again with this address and choose store credit again, or choose another way to be paid.",
    ],
    button: "Open payout details",
    end: "Your balance stays yours and is paid with a later payout.",
  });
}

export type ToldPayout = {
  /** "12.50 USD". */
  readonly amount: string;
  readonly method: PayoutMethod;
  /** Masked; '' where nothing is known of it. */
  readonly receiver: string;
};

const paidTexts: Readonly<Record<PayoutMethod, (amount: string, to: string) => string>> = {
  paypal: (amount, to) => `${amount} went to your PayPal account${to}.`,
  store_credit: (amount, to) =>
    `${amount} was added to your store credit${to}. You can use it at the checkout.`,
  bank: (amount, to) => `${amount} was sent to your bank account${to}. Banks may take some days to show it.`,
  outside: (amount) => `The store says that it has paid you ${amount}.`,
};

/** Tells an affiliate that they were paid. */
export function paidMail(about: AboutLetter, { amount, method, receiver }: ToldPayout): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `${name} has paid you ${amount}`,
    lines: [paidTexts[method](amount, receiver === "" ? "" : ` (${receiver})`)],
    button: "See the payout",
    end: "Is something wrong with it? Answer to this mail.",
  });
}

/** Tells an affiliate that a payment waits for them at PayPal, and what they can do. */
export function unclaimedMail(about: AboutLetter, { amount, receiver }: ToldPayout): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `${amount} from ${name} waits for you at PayPal`,
    lines: [
      `${name} sent you ${amount} by PayPal, but there is no confirmed PayPal account for ${receiver}.`,
      "Open an account with this address, or add the address to yours and confirm it. Then PayPal hands the money out.",
    ],
    button: "See the payout",
    end: "What is not claimed within 30 days comes back to your balance, and is paid with the next payout.",
  });
}

/** Tells an affiliate that a payment did not arrive, and what they can do. */
export function cameBackMail(about: AboutLetter, { amount, receiver }: ToldPayout): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `A payout of ${amount} came back`,
    lines: [
      `${name} wanted to pay you ${amount}${receiver === "" ? "" : ` to ${receiver}`}, but it could not be paid there. The money is on your balance again.`,
      "Please look whether your payout details are right, and enter others if not. It is paid with the next payout.",
    ],
    button: "Look at your payout details",
    end: `Do you not know why? Answer to this mail: ${name} reads it.`,
  });
}

export type WaitingSection = {
  readonly method: string;
  /** "12.50 USD". */
  readonly amount: string;
  readonly state: string;
  readonly reason: string;
  /** The words of the next step's button. */
  readonly step: string;
  /** Affiliates whom this scheduled payout skipped, with reasons and a link to their list, or null. */
  readonly skipped: { readonly count: number; readonly reasons: string; readonly link: string } | null;
};

/** Tells a merchant that a section of a payout waits for them. */
export function payoutWaitsMail(about: AboutLetter, section: WaitingSection): Mail {
  const { method, amount, state, reason, step, skipped } = section;
  return composeLetter(about, {
    subject: `${method} payout of ${amount}: ${state.toLowerCase()}`,
    lines: [
      `Your ${method} payout of ${amount} is waiting for you.`,
      ...(reason === "" ? [] : [reason]),
      ...(skipped ? [skippedLine(skipped)] : []),
    ],
    button: step,
    end: "Payouts that wait for you are also on your dashboard.",
  });
}

function skippedLine({ count, reasons, link }: NonNullable<WaitingSection["skipped"]>): string {
  const who = count === 1 ? "1 affiliate was" : `${count} affiliates were`;
  return `${who} skipped: ${reasons}. View them: ${link}`;
}
