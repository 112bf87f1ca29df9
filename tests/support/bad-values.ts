/** Texts that somebody sends who means harm, or whose program is broken. */
export const hostileTexts = [
  "'; DROP TABLE affiliates; --",
  "1; select pg_sleep(10) --",
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "{{constructor.constructor('return process')()}}",
  "nul\u0000inside",
  "unpaired \ud800 surrogate",
  "right-to-left \u202e override",
  "bell \u0007",
  "x".repeat(60_000),
] as const;

/** Values that are no text. */
const noTexts = [null, true, 12, -1.5, [], ["x"], {}, { $gt: "" }];
const noNumbers = [null, true, [], {}, "", "ten", "1e3", "0x10", -1, 1.5, 1e21, "９"];

/** Looks hostile but is harmless in free text: it is kept and shown as text. */
const harmlessAsText = new Set<string>(
  hostileTexts.filter((text) => /^[\x20-\x7e]{1,200}$/.test(text) && !/<[a-z]/.test(text)),
);

/** No text of an email: braces hold a variable of its own, and nothing unseen is kept. */
const noTemplates = [
  ...noTexts,
  "",
  "   ",
  "Hi {unknown}",
  "Hi {constructor}",
  "Hi {name",
  "Hi {{name}}",
  ...hostileTexts.filter(
    (text) => /[{}]|\p{Cc}|\u202e/u.test(text) || text.length > 10_000 || !text.isWellFormed(),
  ),
];

/** Invalid values of each kind of field. A hostile note without markup is a valid note: it is only text. */
export const badValues: Record<string, readonly unknown[]> = {
  name: [...noTexts, "", "   ", "x".repeat(300), ...hostileTexts],
  text: [...noTexts, "x".repeat(3000), ...hostileTexts.filter((text) => !harmlessAsText.has(text))],
  // Names something, by any text that can be stored.
  reference: [...noTexts, "x".repeat(3000), "nul\u0000inside", "unpaired \ud800 surrogate"],
  questionText: [
    ...noTexts,
    "",
    "two\nlines",
    "x".repeat(300),
    ...hostileTexts.filter((text) => !harmlessAsText.has(text)),
  ],
  email: [
    ...noTexts,
    "",
    "nobody",
    "a@",
    "@b.example",
    "a b@c.example",
    `${"x".repeat(300)}@c.example`,
    ...hostileTexts,
  ],
  code: [...noTexts, "", "a", "-a", "with space", "ä".repeat(3), "x".repeat(33), ...hostileTexts],
  storePage: [
    ...noTexts,
    "",
    "//evil.example",
    "/.//evil.example",
    "https:evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "x".repeat(3000),
    // A path may look however it likes.
    ...hostileTexts.filter((text) => !text.isWellFormed() || /[\p{Cc}\\]|^x/u.test(text)),
  ],
  parameter: [...noTexts, "", "a=b", "a&b", "aff_click", "x".repeat(41), ...hostileTexts],
  id: [...noTexts, "prg_0", "x".repeat(100), ...hostileTexts],
  orderName: [...noTexts, "#404", "x".repeat(300), ...hostileTexts],
  ids: [
    "prg_0",
    12,
    [12],
    [null],
    ["prg_0"],
    Array.from({ length: 60 }, () => "prg_0"),
    ...hostileTexts.map((text) => [text]),
  ],
  tags: [
    "vip",
    12,
    [12],
    [null],
    [""],
    ["a,b"],
    ["x".repeat(41)],
    Array.from({ length: 21 }, (_, index) => `tag ${index}`),
    ...hostileTexts.map((text) => [text]),
  ],
  word: [...noTexts, "", "ACTIVE ", "constructor", "__proto__", ...hostileTexts],
  flag: [...noTexts.filter((value) => value !== true), "", "true", "on", 0, 1, ...hostileTexts],
  templateSubject: [...noTemplates, "x".repeat(201), "Hi\r\nBcc: all@example.com", "two\nlines"],
  templateBody: noTemplates,
  days: [...noNumbers, 100_000, ...hostileTexts],
  day: [
    ...noTexts,
    "",
    "2026-13-01",
    "2026-02-30",
    "01.02.2026",
    "1969-12-31",
    "99999-01-01",
    "yesterday",
    ...hostileTexts,
  ],
  month: [...noTexts, "", "2026-13", "2026-1", "03/2026", "9999-12", "2026-03-01", ...hostileTexts],
  percent: [
    ...noNumbers.filter((value) => value !== 1.5),
    0,
    101,
    "0.001",
    "1,5",
    "NaN",
    "Infinity",
    ...hostileTexts,
  ],
  amount: [...noTexts, "", "1,00", "0", "-1", "1.005", "9".repeat(400), "NaN", ...hostileTexts],
  signedAmount: [
    ...noTexts,
    "",
    "1,00",
    "0",
    "-0.00",
    "1.005",
    "--1",
    "9".repeat(400),
    "NaN",
    ...hostileTexts,
  ],
  currency: [...noTexts, "", "usd", "US", "XXX1", ...hostileTexts],
  address: [null, ...hostileTexts]
    .slice(1)
    .concat("http://plain.example/logo.png", "javascript:alert(1)", "https://"),
  measured: [...noNumbers.filter((value) => value !== 1.5), 1e12, ...hostileTexts],
  revision: [...noNumbers, 0, ...hostileTexts],
};
