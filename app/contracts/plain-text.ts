import { z } from "zod";

/** Signs of markup, code and paths that no name of a person, a program or a store needs. */
const importedLinkToNames = /[<>;={}`\\]|--|\.\.\//;
/** Control characters, and those that turn the direction of a line so that it reads as something else. */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const tag = /<[a-z!/?]/i;

const inNames = "Must not contain < > ; = { } ` \\ -- or ../";

/** A name in one line, of 1 to `most` characters. Whatever is shown or mailed escapes it all the same. */
export function plainName(most: number, missing = "Enter a name") {
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(most, `Must be at most ${most} characters`)
    .refine((text) => !importedLinkToNames.test(text), inNames)
    .refine((text) => !unseen.test(text), "Must not contain characters that cannot be seen");
}

/** Text of any lines, up to `most` characters, without HTML. */
export function plainText(most: number) {
  return z
    .string("Must be a text")
    .trim()
    .max(most, `Must be at most ${most} characters`)
    .refine((text) => !tag.test(text), "Must be plain text, without HTML")
    .refine(
      (text) => !unseen.test(text.replaceAll(/[\n\r\t]/g, " ")),
      "Must not contain characters that cannot be seen",
    );
}
