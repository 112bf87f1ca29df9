/**
 * Carries affiliates' clicks from the landing page to the cart, so that the order names them.
 * It keeps and tells nothing until the visitor's consent allows it, and it never holds up the page.
 */
(() => {
  const clicksKey = "aff_clicks";
  const cartAttribute = "__aff_click";
  const visitKey = "aff_visit";
  const latestKept = 5;
  const dayMs = 86400000;
  const sameVisitMs = 1800000;
  const base32 = "0123456789abcdefghjkmnpqrstvwxyz";

  const block = document.getElementById("affiliate-embed")?.dataset ?? {};
  const windowDays = Math.min(3650, Math.max(1, Number(block.windowDays) || 365));
  const parameters = (block.parameters || "ref").toLowerCase().split(/[\s,;?&=]+/);
  const adClick =
    /^(gclid|gad_|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|li_fat_id|epik|rdt_cid|sccid|yclid|obclid|tblci)/i;
  // Signed ids never contain a comma, which parts them in the cart's attribute.
  const plainText = /^[\w.~:-]{1,256}$/;
  const query = new URLSearchParams(location.search);
  const root = window.Shopify?.routes?.root ?? "/";
  let landedId = recent(plain(query.get("aff_click")));
  let written = "";
  let restoresLeft = 50;
  const restoredAt = [];

  function plain(text) {
    return plainText.test(text ?? "") ? text : "";
  }

  /**
   * An address that was copied from somebody's visit, or made up of an old one, names a click of then: whoever comes by
   * it is another visit. A signed id begins with its time, ten digits of base 32.
   */
  function recent(id) {
    const digits = /^clk_(\w{10})\w{16}\./.exec(id)?.[1] ?? "";
    const at = digits.split("").reduce((ms, digit) => ms * 32 + base32.indexOf(digit), 0);
    return digits && at < Date.now() - dayMs ? "" : id;
  }

  function read(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  function keep(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Storage may be full or forbidden; the cart's attribute still carries this visit's click.
    }
  }

  function drop(key) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Where storage is forbidden nothing was kept.
    }
  }

  function readClicks() {
    const list = read(clicksKey, []);
    if (!Array.isArray(list)) return [];
    return list.filter((each) => plain(each?.id) && each.at > Date.now() - windowDays * dayMs);
  }

  /** The first click stays for terms that pay the first, and the latest five for those that pay the last. */
  function remember(id) {
    const clicks = readClicks();
    if (id && !clicks.some((each) => each.id === id)) clicks.push({ id, at: Date.now() });
    if (clicks.length > latestKept + 1) clicks.splice(1, clicks.length - latestKept - 1);
    keep(clicksKey, clicks);
    return clicks.map((each) => each.id);
  }

  async function writeToCart(value) {
    written = value;
    const answer = await fetch(`${root}cart/update.js`, {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ attributes: { [cartAttribute]: value } }),
    }).catch(() => undefined);
    if (answer?.ok) return;
    written = "";
    restoresLeft = 0;
  }

  /** On each page, since no script can read whether the cart still has a private attribute. */
  async function carry(id) {
    const value = remember(id).join(",") || id;
    if (value && value !== written) await writeToCart(value);
  }

  /**
   * Another script's `Shopify.actions.updateCart` replaces all attributes; its event comes before the cart changes.
   * Writing is limited, in case a script answers each write with an event.
   */
  async function restore({ attributes, promise }) {
    if (attributes?.some(({ key, value }) => key === cartAttribute && value === written)) return;
    await Promise.resolve(promise).catch(() => undefined);
    if (!written || !isAllowed() || restoresLeft < 1 || restoredAt.at(-5) > Date.now() - 10000) return;
    restoresLeft -= 1;
    restoredAt.push(Date.now());
    await writeToCart(written);
  }

  /** An address that names an affiliate without a signed click: what the app has to be told of it. */
  function visitHere() {
    const told = new URLSearchParams();
    for (const [name, value] of query) {
      if (parameters.includes(name.toLowerCase()) && value) told.append(name, value.slice(0, 200));
    }
    if (landedId || !`${told}`) return undefined;
    for (const [name, value] of query) {
      if (name === "sub") told.append(name, value.slice(0, 64));
      else if (adClick.test(name)) told.append(name, "1");
    }
    const path = `/${location.pathname.slice(root.length)}`.slice(0, 500);
    return { query: `${told}`, path, from: document.referrer.split("/")[2] ?? "", at: Date.now() };
  }

  /** The landing that the app is still to be told of: this page's, or one that could not be told before. */
  function visitToTell() {
    const last = read(visitKey);
    const here = visitHere();
    const isAgain = last?.told && last.query === here?.query && last.at > Date.now() - sameVisitMs;
    const visit = here && !isAgain ? here : last;
    return visit && !visit.told && visit.at > Date.now() - dayMs ? visit : undefined;
  }

  async function tellVisit() {
    const visit = visitToTell();
    if (!visit) return;
    keep(visitKey, visit);
    const { query: landed, path, from } = visit;
    const address = new URLSearchParams({ query: landed, path, from });
    const answer = await fetch(`${root}apps/affiliates/visit?${address}`);
    // Too many, or an app that is away: the next page tries again. Any other refusal is final.
    if (answer.status === 429 || answer.status >= 500) return;
    keep(visitKey, { ...visit, told: true });
    const click = answer.ok ? plain((await answer.json()).click) : "";
    // The consent may have been taken back while the app was asked.
    if (!isAllowed()) return forget();
    landedId = click || landedId;
    if (click) await carry(click);
  }

  async function follow() {
    await carry(landedId);
    await tellVisit();
  }

  /** Takes back what was kept, from the cart too. */
  function forget() {
    const wasWritten = written || read(clicksKey, []).length > 0;
    written = "";
    [clicksKey, visitKey].forEach(drop);
    if (wasWritten) void writeToCart("");
  }

  /** Shopify's consent: true where the law or the merchant asks for none, or the visitor has given it. */
  function isAllowed() {
    if (!window.Shopify?.loadFeatures) return true;
    const privacy = window.Shopify.customerPrivacy;
    if (!privacy) return false;
    return privacy.marketingAllowed() && privacy.analyticsProcessingAllowed() && privacy.saleOfDataAllowed();
  }

  function obey() {
    // A cart or an app that cannot be reached costs the visitor nothing: the next page tries again.
    if (isAllowed()) follow().catch(() => undefined);
    else forget();
  }

  for (const part of ["attributes", "lines", "note", "discount"]) {
    document.addEventListener(`shopify:cart:${part}-update`, (event) => {
      restore(event).catch(() => undefined);
    });
  }
  const load = window.Shopify?.loadFeatures;
  if (!load) {
    // A storefront without the consent feature has nobody to ask.
    obey();
    return;
  }
  document.addEventListener("visitorConsentCollected", obey);
  load([{ name: "consent-tracking-api", version: "0.1" }], (error) => {
    if (!error) obey();
  });
})();
