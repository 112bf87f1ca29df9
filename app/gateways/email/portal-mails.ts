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
