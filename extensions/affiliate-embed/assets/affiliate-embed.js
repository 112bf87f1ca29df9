/**
 * Carries an affiliate's click from the landing page to the cart, so that the order names it.
 * It keeps nothing until the visitor's consent allows it, and it never holds up the page.
 */
(() => {
  const clicksKey = "aff_clicks";
  const cartKey = "aff_cart";
  const latestKept = 5;
  const dayMs = 86400000;

  const block = document.getElementById("affiliate-embed");
  const windowDays = Number(block?.dataset.windowDays) || 30;
  const query = new URLSearchParams(location.search);
  // Signed ids never contain a comma, which parts them in the cart's attribute.
  const plainText = /^[\w.~:-]{1,256}$/;
  const landed = { id: plain(query.get("aff_click")), ref: plain(query.get("ref")), at: Date.now() };
  const root = window.Shopify?.routes?.root ?? "/";
  let landingWritten = false;

  function plain(text) {
    return plainText.test(text ?? "") ? text : "";
  }

  function read() {
    try {
      const list = JSON.parse(localStorage.getItem(clicksKey) ?? "[]");
      return list.filter((each) => typeof each.id === "string" && each.at > Date.now() - windowDays * dayMs);
    } catch {
      return [];
    }
  }

  function remember(clicks) {
    if (!landed.id && !landed.ref) return clicks;
    if (clicks.some((each) => each.id === landed.id && each.ref === landed.ref)) return clicks;
    const all = [...clicks, landed];
    return all.length > latestKept + 1 ? [all[0], ...all.slice(-latestKept)] : all;
  }

  function keep(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Storage may be full or forbidden; the cart's attribute still carries this visit's click.
    }
  }

  function cartCookie() {
    return /(?:^|; )cart=([^;]+)/.exec(document.cookie)?.[1];
  }

  async function cartToken() {
    const cookie = cartCookie();
    if (cookie) return cookie;
    const answer = await fetch(`${root}cart.js`, { headers: { accept: "application/json" } });
    return answer.ok ? (await answer.json()).token : undefined;
  }

  async function writeToCart(ids) {
    const value = [...new Set([ids[0], ids[ids.length - 1]])].join(",");
    const answer = await fetch(`${root}cart/update.js`, {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ attributes: { __aff_click: value } }),
    });
    if (!answer.ok) return;
    const token = cartCookie() ?? (await answer.json()).token;
    if (token) keep(cartKey, token);
  }

  async function carry() {
    const clicks = remember(read());
    keep(clicksKey, JSON.stringify(clicks));
    const ids = clicks.map((each) => each.id).filter(Boolean);
    if (ids.length === 0) return;
    // A new cart (after an order, or one that another device emptied) does not know the click yet.
    const onLanding = landed.id && !landingWritten;
    landingWritten = true;
    if (onLanding || (await cartToken()) !== localStorage.getItem(cartKey)) await writeToCart(ids);
  }

  function forget() {
    try {
      localStorage.removeItem(clicksKey);
      localStorage.removeItem(cartKey);
    } catch {
      // Where storage is forbidden nothing was kept.
    }
  }

  /** Shopify's consent: true where the law or the merchant asks for none, or the visitor has given it. */
  function allowed() {
    const privacy = window.Shopify?.customerPrivacy;
    if (!privacy) return false;
    return privacy.marketingAllowed() && privacy.analyticsProcessingAllowed() && privacy.saleOfDataAllowed();
  }

  function obey() {
    // A cart that cannot be reached costs the visitor nothing: the next page tries again.
    if (allowed()) carry().catch(() => undefined);
    else forget();
  }

  const load = window.Shopify?.loadFeatures;
  if (!load) {
    // A storefront without the consent feature has nobody to ask.
    carry().catch(() => undefined);
    return;
  }
  document.addEventListener("visitorConsentCollected", obey);
  load([{ name: "consent-tracking-api", version: "0.1" }], (error) => {
    if (!error) obey();
  });
})();
