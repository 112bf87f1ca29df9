/** One wrong thing that somebody could write, as the exact text that it replaces. */
export type Fault = {
  readonly what: string;
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
  readonly by: Noticing;
};

/** Tests that notice faults: histories without a database, roads through one, or payments with processes that die. */
export type Noticing = "histories" | "roads" | "credit" | "paypal";

/** Names a fault in `seeds.json`. */
export const faultKey = ({ file, what }: Fault): string => `${file}: ${what}`;

export const domain = (file: string, what: string, right: string, wrong: string): Fault => {
  return { what, file: `app/domain/${file}`, right, wrong, by: "histories" };
};

export const road = (file: string, what: string, right: string, wrong: string): Fault => {
  return { what, file: `app/${file}`, right, wrong, by: "roads" };
};
