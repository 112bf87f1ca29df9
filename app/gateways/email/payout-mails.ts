import { composeLetter, type AboutLetter } from "./letter.ts";
import type { Mail } from "./mail.ts";

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
