/** The elements that App Bridge brings along; served behind app-bridge.js, as one script with it. */
(() => {
  class UiModal extends HTMLElement {
    show() {
      if (this.hasAttribute("open")) return;
      this.setAttribute("open", "");
      this.setAttribute("role", "dialog");
      this.setAttribute("aria-modal", "true");
      const bar = this.querySelector("ui-title-bar");
      if (bar) this.setAttribute("aria-label", bar.getAttribute("title") ?? "");
      this.querySelector("button, a, input, select, textarea")?.focus();
      this.dispatchEvent(new Event("show"));
    }
    hide() {
      if (!this.hasAttribute("open")) return;
      this.removeAttribute("open");
      this.dispatchEvent(new Event("hide"));
    }
    toggle() {
      if (this.hasAttribute("open")) this.hide();
      else this.show();
    }
    connectedCallback() {
      this.addEventListener("keydown", (event) => {
        if (event.key === "Escape") this.hide();
      });
    }
  }

  class UiSaveBar extends HTMLElement {
    show() {
      return window.shopify.saveBar.show(this.id);
    }
    hide() {
      return window.shopify.saveBar.hide(this.id);
    }
    get showing() {
      return this.hasAttribute("showing");
    }
    connectedCallback() {
      this.addEventListener("show", () => this.setAttribute("showing", ""));
      this.addEventListener("hide", () => this.removeAttribute("showing"));
    }
  }

  function defineElements() {
    if (customElements.get("ui-modal")) return;
    customElements.define("ui-modal", UiModal);
    customElements.define("ui-save-bar", UiSaveBar);
    // Not an element: an app that renders its whole document on the server would find it in its way.
    const style = new CSSStyleSheet();
    style.replaceSync(`
      ui-nav-menu, s-app-nav, ui-save-bar, ui-title-bar, ui-modal:not([open]) { display: none; }
      ui-modal[open] { position: fixed; inset: 10vh auto auto 50%; transform: translateX(-50%); z-index: 9999;
        display: block; min-width: 20rem; max-width: 90vw; padding: 1rem; border-radius: 12px;
        background: Canvas; color: CanvasText; box-shadow: 0 0 0 100vmax rgb(0 0 0 / 50%); }
      ui-modal[open] ui-title-bar { display: block; }
      ui-modal[open] ui-title-bar::before { content: attr(title); display: block; font-weight: 600; }`);
    document.adoptedStyleSheets.push(style);
  }

  defineElements();
})();
