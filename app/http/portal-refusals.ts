import type { TFunction } from "i18next";
import type { Language } from "#app/domain/languages.ts";
import type { FieldError } from "#app/domain/refusal.ts";
import { textsIn } from "#app/i18n/texts.ts";

type Write = (t: TFunction<"refusals">, values: readonly string[]) => string;

/** Refusals are made in English, for the API too: each sentence that the portal can get, and its text. */
const sentences: readonly (readonly [RegExp, Write])[] = [
  [/^Is missing$/, (t) => t("required")],
  [/^Must be at most (\d+) characters/, (t, [count = ""]) => t("tooLong", { count: Number(count) })],
  [/^Must be at least (\d+) characters/, (t, [count = ""]) => t("tooShort", { count: Number(count) })],
  [
    /^(?:Contains characters that cannot be stored|Must not contain|Must be plain text)/,
    (t) => t("badCharacters"),
  ],
  [/^Must be one line$/, (t) => t("oneLine")],
  [/^Too many requests\. Please try again later\.$/, (t) => t("tooMany")],
  [/^Enter (?:your|an) e-mail address$/, (t) => t("enterEmail")],
  [/^Enter a valid e-mail address$/, (t) => t("validEmail")],
  [/^Enter the store's name$/, (t) => t("enterStore")],
  [/^Is not a store$/, (t) => t("notStore")],
  [
    /^(?:The link is not complete|Is not a link's token|This link is not valid|This link doesn't work)/,
    (t) => t("linkIncomplete"),
  ],
  [/^This link was already used, or a newer one was sent to you\.$/, (t) => t("linkUsed")],
  [/^This link has expired\.$/, (t) => t("linkExpired")],
  [/^The affiliate program of this store is closed at the moment\.$/, (t) => t("programClosed")],
  [/^The store has withdrawn this invitation\.$/, (t) => t("invitationWithdrawn")],
  [/^These payout details were withdrawn\.$/, (t) => t("detailsWithdrawn")],
  [/^Enter the order's number$/, (t) => t("enterOrder")],
  [/^Must be an order's number, like #1001 or EN-1001-X$/, (t) => t("orderExample")],
  [/^Only an active affiliate can claim an order$/, (t) => t("claimInactive")],
  [/^(\d+) of your claims are open/, (t, [count = ""]) => t("claimsOpen", { count: Number(count) })],
  [/^You have claimed this order already$/, (t) => t("claimedAlready")],
  [/^Enter the e-mail address of your PayPal account$/, (t) => t("paypalEmail")],
  [/^Enter the name in which the account is$/, (t) => t("holder")],
  [/^Must have letters$/, (t) => t("letters")],
  [/^Enter the currency of the account$/, (t) => t("currency")],
  [/^Is not a currency: enter its three letters, as in EUR$/, (t) => t("notCurrency")],
  [/^A BIC has 8 or 11 letters and digits, as in COBADEFF$/, (t) => t("bic")],
  [/^Enter the routing number$/, (t) => t("routingNumber")],
  [/^A routing number has 9 digits$/, (t) => t("routingDigits")],
  [/^Is not a valid routing number; look for a typing mistake$/, (t) => t("routingTypo")],
  [/^Enter the account number$/, (t) => t("accountNumber")],
  [/^An account number has 4 to 17 digits$/, (t) => t("accountUs")],
  [/^Choose checking or savings$/, (t) => t("accountType")],
  [/^Enter the sort code$/, (t) => t("sortCode")],
  [/^A sort code has 6 digits, as in 60-16-13$/, (t) => t("sortCodeDigits")],
  [/^An account number has 8 digits: put zeros in front of a shorter one$/, (t) => t("accountUk")],
  [/^Enter the code of the bank or branch$/, (t) => t("bankCode")],
  [/^A bank code has 2 to 15 letters and digits$/, (t) => t("bankCodeForm")],
  [/^An account number has 4 to 34 letters and digits$/, (t) => t("accountOther")],
  [/^Choose the country of the bank$/, (t) => t("country")],
  [/^Choose the form for a bank account of this country$/, (t) => t("countryForm")],
  [/^Accounts of this country have an IBAN: choose the form for it$/, (t) => t("countryIban")],
  [/^Is not a country$/, (t) => t("notCountry")],
  [/^Enter the IBAN$/, (t) => t("iban")],
  [/^Must begin with two letters and two digits, as in DE89 3704 0044 0532 0130 00$/, (t) => t("ibanStart")],
  [
    /^(\w+) is not a country whose accounts have an IBAN/,
    (t, [country = ""]) => t("ibanCountry", { country }),
  ],
  [
    /^An IBAN that begins with (\w+) has (\d+) characters; this one has (\d+)/,
    (t, [country = "", length = "", given = ""]) => t("ibanLength", { country, length, given }),
  ],
  [/^Is not a valid IBAN; look for a typing mistake$/, (t) => t("ibanTypo")],
  [
    /^The store has no email server, so you can't confirm payout details yet\. Contact the store\.$/,
    (t) => t("noEmailServer"),
  ],
  [/^You were sent several (?:mails already|emails)\. Try again in an hour\.$/, (t) => t("emailedEnough")],
  [
    /^The store has no email server, so you can't confirm an address yet\. Contact the store\.$/,
    (t) => t("noEmailServer"),
  ],
  [/^This is your present email$/, (t) => t("sameEmail")],
  [/^Another affiliate of this store uses this email\.$/, (t) => t("emailTaken")],
  [/^The store does not pay by this way/, (t) => t("methodNotOffered")],
  [/^(?:No details wait for a confirmation|These details do not wait)/, (t) => t("nothingToConfirm")],
  [/^These are the details that you have already$/, (t) => t("sameDetails")],
  [
    /^The store knows no customer account for (.+)\. Make one/,
    (t, [email = ""]) => t("customerUnknown", { email }),
  ],
  [/^The store could not be asked for your customer account/, (t) => t("customerUnasked")],
  [/^Enter a name$/, (t) => t("name")],
  [/^Enter a page of the store$/, (t) => t("page")],
  [/^Enter a path such as/, (t) => t("pageForm")],
  [/^Is not a page of this store$/, (t) => t("otherStore")],
  [/^Use 2 to 32 letters, digits/, (t) => t("slug")],
  [/^This address is taken\. (\S+) is free\./, (t, [free = ""]) => t("slugTaken", { free })],
  [/^The affiliate has no such discount code$/, (t) => t("noCode")],
  [/^You do not take part at the moment, so you cannot make links\.$/, (t) => t("linksInactive")],
  [/^You have (\d+) links\./, (t, [count = ""]) => t("linksFull", { count: Number(count) })],
  [/^Someone else changed this link/, (t) => t("linkChanged")],
  [/^There is no such link$/, (t) => t("linkUnknown")],
];

/** A refusal's sentence for an affiliate. One that has no text says in English what is wrong, or else only that. */
export function refusalText(language: Language, message: string): string {
  const t = textsIn(language, "refusals");
  for (const [pattern, write] of sentences) {
    const found = pattern.exec(message);
    if (found) return write(t, found.slice(1));
  }
  return language === "en" ? message : t("other");
}

type Told = { readonly message: string; readonly errors: readonly FieldError[] };

/** A refusal with its sentences in the affiliate's language. */
export function refusalIn<Refused extends Told>(language: Language, refused: Refused): Refused {
  const errors = refused.errors.map(({ field, message }) => ({
    field,
    message: refusalText(language, message),
  }));
  return { ...refused, message: refusalText(language, refused.message), errors };
}
