import { composeLetter, type AboutLetter } from "./letter.ts";
import type { Mail } from "./mail.ts";

/** A letter whose link carries a single-use token. */
export type AboutLink = AboutLetter & {
  /** Address with the single-use token in its fragment, which no server's log ever sees. */
  readonly link: string;
};

/** Tells an affiliate that a shop invites them. `days` is how long the link holds. */
export function invitationMail(about: AboutLink, days: number): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `${name} invites you to become an affiliate`,
    lines: [
      `${name} invites you to its affiliate program. You get a link of your own and earn a commission when someone buys through it.`,
      "Accept the invitation to see your link:",
    ],
    button: "Accept invitation",
    end: `The link works once and for ${days} days. If you do not want to take part, you need not do anything.`,
  });
}

/** Gives an affiliate the way into their page. `minutes` is how long the link holds. */
export function signInMail(about: AboutLink, minutes: number): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `Sign in to your affiliate page at ${name}`,
    lines: [`Here is your link to sign in to your affiliate page at ${name}:`],
    button: "Sign in",
    end: `The link works once and for ${minutes} minutes. If you did not ask for it, you need not do anything.`,
  });
}

/** Asks the reader of a new address to confirm it. `hours` is how long the link holds. */
export function confirmEmailMail(about: AboutLink, hours: number): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `Confirm your new email for ${name}`,
    lines: [`Confirm this address to use it for your affiliate page at ${name}.`],
    button: "Confirm email",
    end: `The link works once, within ${hours} hours. If you didn't ask for it, ignore this email.`,
  });
}

/** Tells the reader of the former address that it's no longer the affiliate's. */
export function emailChangedMail(about: AboutLetter): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `Your email for ${name} was changed`,
    lines: [
      `Your affiliate page at ${name} now uses another email address. Sign-in links no longer go to this one.`,
      `If you didn't change it, tell ${name} right away.`,
    ],
    button: "View your affiliate page",
    end: "You were signed out in all other browsers.",
  });
}
