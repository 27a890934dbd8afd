import type { TokenGrant } from "./tokens.js";

/** Marks the messages between this page and the service's in the frame. */
const MESSAGE = "targeting-designer";
const EVENTS = ["ready", "saved", "requested", "built", "expired", "refused"] as const;
/** Properties of CSS that the page in the frame takes over. */
const PROPERTIES = ["accent", "accent-text", "background", "surface", "text", "muted", "line", "radius", "font"].map(
	(name) => `--targeting-${name}`,
);
/** Nothing in the frame leads this page elsewhere. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-downloads";

/** The token of a user, and when it ends (epoch seconds), as the token API answers. */
export type DesignerToken = Pick<TokenGrant, "token" | "expiration">;

/** What the element tells of, as the `detail` of its DOM events. */
export interface DesignerEvents {
	ready: { readonly user_id: string };
	saved: { readonly design_id: string };
	requested:
		| { readonly what: "build"; readonly design_id: string }
		| { readonly what: "deployment"; readonly build_id: string; readonly deployment_id: string };
	built: { readonly design_id: string; readonly build_id: string };
	expired: Record<never, never>;
	/** `token`: this page's own `token` failed. */
	refused: { readonly reason: "origin" | "organization" | "token" };
}

/**
 * `<targeting-designer service organization design mode scheme>`: designs of a service within this page.
 * `service` is its address, `organization` a slug, `design` an id, `new`, or absent for the list, `mode`
 * `edit` or `view`, `scheme` `light`, `dark` or `system`. Properties of CSS such as `--targeting-accent`
 * give it this page's colors. Its events are those of {@link DesignerEvents}.
 */
export class TargetingDesigner extends HTMLElement {
	static readonly observedAttributes = ["service", "organization", "design", "mode", "scheme"];

	/** Gives a token of a user of the organization: at the start, and again before it ends. */
	token: (() => DesignerToken | Promise<DesignerToken>) | null = null;

	readonly #frame = document.createElement("iframe");

	connectedCallback(): void {
		if (getComputedStyle(this).display === "inline") this.style.display = "block";
		this.#frame.title = "Targeting designer";
		this.#frame.allow = "clipboard-write";
		this.#frame.setAttribute("sandbox", SANDBOX);
		Object.assign(this.#frame.style, { border: "0", display: "block", width: "100%", height: "100%" });
		window.addEventListener("message", this.#hear);
		this.#open();
		this.append(this.#frame);
	}

	disconnectedCallback(): void {
		window.removeEventListener("message", this.#hear);
		this.#frame.remove();
	}

	attributeChangedCallback(name: string): void {
		if (!this.isConnected) return;
		if (name === "scheme") this.applyTheme();
		else this.#open();
	}

	/** Sends the element's colors again, after its properties of CSS have changed. */
	applyTheme(): void {
		this.#post({ type: "theme", theme: this.#theme() });
	}

	/** The service's address without a slash at its end. */
	get #service(): string {
		return (this.getAttribute("service") ?? "").replace(/\/+$/, "");
	}

	/** Null where the address is none. */
	get #origin(): string | null {
		return URL.canParse(this.#service) ? new URL(this.#service).origin : null;
	}

	#open(): void {
		const organization = this.getAttribute("organization");
		if (this.#origin === null || organization === null) return;
		const design = this.getAttribute("design");
		const page = design === null ? "designs" : design === "new" ? "new" : `designs/${encodeURIComponent(design)}`;
		// Loads it again where it is the same page in another mode, too.
		this.#frame.src = `${this.#service}/embed/${encodeURIComponent(organization)}/${page}`;
	}

	#theme(): object {
		const style = getComputedStyle(this);
		const set = PROPERTIES.map((name) => [name, style.getPropertyValue(name).trim()] as const);
		return {
			scheme: this.getAttribute("scheme") ?? "system",
			properties: Object.fromEntries(set.filter(([, value]) => value !== "")),
		};
	}

	/** To the service alone, whatever the frame shows. */
	#post(message: object): void {
		if (this.#origin === null) return;
		this.#frame.contentWindow?.postMessage({ source: MESSAGE, ...message }, this.#origin);
	}

	async #sendToken(): Promise<void> {
		try {
			if (this.token === null) return;
			const { token, expiration } = await this.token();
			const mode = this.getAttribute("mode") ?? "edit";
			this.#post({ type: "token", token, expiration, mode, theme: this.#theme() });
		} catch {
			this.#tell("refused", { reason: "token" });
		}
	}

	#tell(name: string, detail: object): void {
		this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
	}

	/** Only the page in the frame is heard, and only while it is the service's. */
	readonly #hear = ({ source, origin, data }: MessageEvent): void => {
		if (source === null || source !== this.#frame.contentWindow) return;
		if (origin !== this.#origin || data?.source !== MESSAGE) return;
		const { source: _, type, ...detail } = data;
		if (type === "token") void this.#sendToken();
		else if (EVENTS.includes(type)) this.#tell(type, detail);
	};
}

if (customElements.get(MESSAGE) === undefined) customElements.define(MESSAGE, TargetingDesigner);

declare global {
	interface HTMLElementTagNameMap {
		"targeting-designer": TargetingDesigner;
	}
}
