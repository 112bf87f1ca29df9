/** One wrong thing that somebody could write, as the exact text that it replaces. */
export type Fault = {
  readonly what: string;
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
  /** What has to notice it: histories without a database, roads through one, or payments with processes that die. */
  readonly by: "histories" | "roads" | "payouts";
};

export const domain = (file: string, what: string, right: string, wrong: string): Fault => {
  return { what, file: `app/domain/${file}`, right, wrong, by: "histories" };
};

export const road = (file: string, what: string, right: string, wrong: string): Fault => {
  return { what, file: `app/${file}`, right, wrong, by: "roads" };
};
