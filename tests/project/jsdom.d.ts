/** The part of jsdom that the tests use; the package brings no types of its own. */
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string, options: { url: string; runScripts: "outside-only" });
    readonly window: Window & typeof globalThis;
  }
}
