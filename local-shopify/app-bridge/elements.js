/** The elements that App Bridge brings along; served behind app-bridge.js, as one script with it. */
(() => {
  /** The admin draws it: its text, and its title bar with the buttons. */
  class UiModal extends HTMLElement {
    /** Where the app puts the content; on the platform, in a document of its own. */
    content = document.createElement("div");

    show() {
      if (this.hasAttribute("open")) return;
      this.setAttribute("open", "");
      this.#tell(true);
      this.dispatchEvent(new Event("show"));
    }
    hide() {
      if (!this.hasAttribute("open")) return;
      this.removeAttribute("open");
      this.#tell(false);
      this.dispatchEvent(new Event("hide"));
    }
    #tell(isOpen) {
      window.dispatchEvent(new CustomEvent("app-bridge:modal", { detail: { modal: this, isOpen } }));
    }
    toggle() {
      if (this.hasAttribute("open")) this.hide();
      else this.show();
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
      ui-nav-menu, s-app-nav, ui-save-bar, ui-title-bar, ui-modal { display: none; }`);
    document.adoptedStyleSheets.push(style);
  }

  defineElements();
})();
