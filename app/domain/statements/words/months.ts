/** Beginnings of month names in eight languages, without accents. French juin and juil need four letters. */
export const monthBeginnings: readonly (readonly string[])[] = [
  ["jan", "sty", "ene", "gen"],
  ["feb", "fev", "lut"],
  ["mar", "mrz", "maa", "mrt"],
  ["apr", "avr", "abr", "kwi"],
  ["mai", "may", "maj", "mag", "mei"],
  ["jun", "juin", "giu", "cze"],
  ["jul", "juil", "lug", "lip"],
  ["aug", "aou", "ago", "sie"],
  ["sep", "set", "wrz"],
  ["okt", "oct", "ott", "out", "paz"],
  ["nov", "lis"],
  ["dez", "dec", "dic", "gru"],
];
