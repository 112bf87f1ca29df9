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

/** A text in the characters that SEPA carries: letters lose their accents, others are written out or dropped. */
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
