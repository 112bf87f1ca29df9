const givenName = /^\p{L}[\p{L}\p{M}'’-]+$/u;

/** How an email or page greets somebody: "Maya" for Maya Lin; the whole name where its first word is none of a person. */
export function greetingName(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ""] = words;
  const isPerson = words.length > 1 && givenName.test(first) && first !== "The";
  return isPerson ? first : name;
}
