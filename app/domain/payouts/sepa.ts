import { dayAfter } from "../terms/period-days.ts";

/**
 * Source of the character set: EPC Implementation Guidelines, "SEPA requirements for an extended character set"
 * (EPC217-08). Banks reject a file with other characters or drop them.
 */
const letters: Readonly<Record<string, string>> = {
  ...pairs("ä:ae ö:oe ü:ue ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ħ:h ı:i ŀ:l ŋ:n"),
  ...pairs(
    "α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o",
  ),
  ...pairs(
    "а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:ts ч:ch ш:sh щ:sht " +
      "ъ:a ы:y ь:y э:e ю:yu я:ya ё:e ђ:dj ј:j љ:lj њ:nj ћ:c џ:dz ѓ:gj ќ:kj ѕ:dz і:i ї:i є:e ґ:g",
  ),
};

const marks: Readonly<Record<string, string>> = {
  "&": "+",
  _: "-",
  "–": "-",
  "—": "-",
  "‐": "-",
  "‘": "'",
  "’": "'",
  "´": "'",
  "`": "'",
  "€": "E",
  ";": ",",
  "[": "(",
  "]": ")",
  "{": "(",
  "}": ")",
};

const allowed = /[a-zA-Z0-9/\-?:().,'+ ]/;

/** A text in SEPA's characters: letters lose their accents, others are written out or dropped. */
export function sepaText(text: string): string {
  const written = Array.from(text.normalize("NFC"), characterOf).join("");
  return written.replaceAll(/ {2,}/g, " ").trim();
}

function characterOf(character: string): string {
  if (allowed.test(character)) return character;
  const known = marks[character] ?? letterOf(character);
  if (known !== undefined) return known;
  if (/\s/u.test(character)) return " ";
  const plain = Array.from(character.normalize("NFKD")).filter((one) => !/\p{M}/u.test(one));
  return plain.map((one) => (allowed.test(one) ? one : (letterOf(one) ?? ""))).join("");
}

function letterOf(character: string): string | undefined {
  const small = letters[character.toLowerCase()];
  if (small === undefined || character === character.toLowerCase()) return small;
  return small.slice(0, 1).toUpperCase() + small.slice(1);
}

function pairs(text: string): Record<string, string> {
  return Object.fromEntries(text.split(" ").map((pair) => pair.split(":")));
}

/**
 * Countries whose accounts a SEPA credit transfer reaches, by the first two letters of their IBANs. Source: EPC409-09,
 * "EPC list of SEPA scheme countries", 2025: the EEA, and AD, AL, CH, GB (with Jersey, Guernsey and the Isle of Man), GI,
 * MC, MD, ME, MK, RS, SM and VA.
 */
const sepaCountries: ReadonlySet<string> = new Set(
  (
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK " +
    "AD AL CH GB GI MC MD ME MK RS SM VA"
  ).split(" "),
);

/** True for an IBAN that a SEPA credit transfer reaches. */
export function isSepaIban(iban: string): boolean {
  return sepaCountries.has(iban.slice(0, 2));
}

/**
 * The next day on which banks settle euros. Source: the TARGET calendar of the European Central Bank: no
 * weekends, January 1, Good Friday, Easter Monday, May 1, December 25 and 26.
 */
export function targetDayAfter(day: string): string {
  let next = dayAfter(day, 1);
  while (!isTargetDay(next)) next = dayAfter(next, 1);
  return next;
}

const executionDaysAhead = 30;

export const lastExecutionDay = (today: string): string => dayAfter(today, executionDaysAhead);

/** Reason why a file downloaded today can't be executed on this day, or null. */
export function whyNotExecutionDay(day: string, today: string): "closed" | "far" | "past" | null {
  if (day < today) return "past";
  if (day > lastExecutionDay(today)) return "far";
  return isTargetDay(day) ? null : "closed";
}

function isTargetDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (["01-01", "05-01", "12-25", "12-26"].includes(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== dayAfter(easter, -2) && day !== dayAfter(easter, 1);
}

/** Source: the anonymous Gregorian computus (Meeus, Jones, Butcher). */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  const month = Math.floor(days / 31);
  return `${year}-${String(month).padStart(2, "0")}-${String((days % 31) + 1).padStart(2, "0")}`;
}

/**
 * The store's own bank account, which its SEPA files are paid from. Stored sealed, with its IBAN masked on
 * screens.
 */
export type StoreAccount = {
  readonly name: string;
  readonly iban: string;
  /** '' if not given. Within SEPA none is needed. */
  readonly bic: string;
};

/** An account as a person entered it. */
export type StoreAccountInput = Omit<StoreAccount, "iban"> & {
  /** Null keeps the stored IBAN. */
  readonly iban: string | null;
};

/** The masked IBAN. */
export function maskedIban(iban: string): string {
  return `${iban.slice(0, 2)}…${iban.slice(-4)}`;
}
