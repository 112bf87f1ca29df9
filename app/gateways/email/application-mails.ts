import { composeLetter, type AboutLetter } from "./letter.ts";
import type { Mail } from "./mail.ts";

/** Asks whether it was the owner of the address who applied. `days` is how long the link works. */
export function confirmApplicationMail(about: AboutLetter, of: { program: string; days: number }): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `Confirm your application to ${name}`,
    lines: [
      `You applied to the affiliate program "${of.program}" of ${name}. Confirm your email address to finish.`,
    ],
    button: "Confirm email address",
    end: `The link works once, for ${of.days} days. If you didn't apply, ignore this email.`,
  });
}

/** Tells an affiliate that somebody applied with their address. */
export function alreadyAffiliateMail(about: AboutLetter, of: { program: string; minutes: number }): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `You already have an account at ${name}`,
    lines: [
      `Your email address was used to apply to the affiliate program "${of.program}" of ${name}. You already have an affiliate account there.`,
      "If it was you, sign in to see your programs and links.",
    ],
    button: "Sign in",
    end: `The link works once, for ${of.minutes} minutes. If you didn't apply, ignore this email. Nothing has changed.`,
  });
}

/** Tells an applicant that the store has their application. */
export function alreadyAppliedMail(about: AboutLetter, of: { program: string }): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `${name} has your application`,
    lines: [
      `You already applied to the affiliate program "${of.program}". ${name} will email you its answer.`,
    ],
    button: "View program",
    end: "If you didn't apply again, ignore this email. Nothing has changed.",
  });
}

/** Tells somebody who was declined from which day they can apply again. */
export function applyLaterMail(about: AboutLetter, of: { program: string; day: string }): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `Your application to ${name}`,
    lines: [`You can apply to the affiliate program "${of.program}" again from ${of.day}.`],
    button: "View program",
    end: "If you didn't apply again, ignore this email. Nothing has changed.",
  });
}

/** Welcomes an approved applicant. `days` is how long the sign-in link works. */
export function applicationApprovedMail(
  about: AboutLetter,
  of: { program: string; message: string; days: number },
): Mail {
  const { name } = about.shop;
  return composeLetter(about, {
    subject: `You're now a ${name} affiliate`,
    lines: [
      `${name} approved your application to "${of.program}".`,
      ...(of.message === "" ? [] : [of.message]),
      "Sign in to get your link and code.",
    ],
    button: "Sign in",
    end: `The link works once, for ${of.days} days. After that, request a new one on the sign-in page.`,
  });
}

/** Tells an applicant that they were declined. `days` until they can apply again. */
export function applicationDeclinedMail(
  about: AboutLetter,
  of: { program: string; message: string; days: number },
): Mail {
  const { name } = about.shop;
  const again = of.days === 1 ? "1 day" : `${of.days} days`;
  return composeLetter(about, {
    subject: `Your application to ${name}`,
    lines: [
      `${name} didn't approve your application to the affiliate program "${of.program}".`,
      ...(of.message === "" ? [] : [of.message]),
    ],
    button: "View program",
    end: of.days === 0 ? "You can apply again at any time." : `You can apply again after ${again}.`,
  });
}
