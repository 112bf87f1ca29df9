import type { TextFunction } from "./text-function.ts";
import type { AdminSubject, Catalogs, Subject } from "./catalog-types.ts";
import { de } from "./de/index.ts";
import { admin } from "./en/admin/index.ts";
import { en } from "./en/index.ts";
import { textsOf } from "./message.ts";
import { i18nInstance, textsOfInstance } from "./page-texts.ts";
import type { Language } from "#app/domain/languages.ts";

const catalogs: Readonly<Record<Language, Catalogs>> = { en, de };
const instances = new Map<Language, ReturnType<typeof i18nInstance>>();
const merchants = new Map<AdminSubject, unknown>();

/** Catalogs of a language, to send with a page. */
export function catalogsOf<Name extends Subject>(
  language: Language,
  subjects: readonly Name[],
): Pick<Catalogs, Name> {
  return Object.fromEntries(subjects.map((name) => [name, catalogs[language][name]])) as Pick<Catalogs, Name>;
}

/** The texts of a subject outside of React: `textsIn("de", "portal")("signIn.title")`. */
export function textsIn<Name extends Subject>(language: Language, subject: Name): TextFunction<Name> {
  return textsOfInstance(instanceIn(language), subject);
}

/** The texts of a subject for merchants outside of React: API messages, files and headings. */
export function merchantTexts<Name extends AdminSubject>(subject: Name): TextFunction<Name> {
  const known = merchants.get(subject) ?? textsOf(subject, admin[subject]);
  merchants.set(subject, known);
  return known as TextFunction<Name>;
}

/** The message of a catalog, with placeholders. */
export function messageIn(language: Language, subject: Subject, key: string): string {
  return String(instanceIn(language).getResource(language, subject, key));
}

function instanceIn(language: Language): ReturnType<typeof i18nInstance> {
  const known = instances.get(language) ?? i18nInstance(language, catalogs[language]);
  instances.set(language, known);
  return known;
}
