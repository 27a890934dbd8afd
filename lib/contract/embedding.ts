/** Marks the messages between an embedded page and the page around it (docs/contract.md, Embedding). */
export const EMBED_MESSAGE = "targeting-designer";

/**
 * The properties of CSS that the page around may set, with those of the pages that each one is, and
 * what its value is.
 */
export const THEME_PROPERTIES = {
	"--targeting-accent": { sets: ["--color-accent"], is: "color" },
	"--targeting-accent-text": { sets: ["--color-accent-text"], is: "color" },
	"--targeting-background": { sets: ["--color-bg"], is: "color" },
	"--targeting-surface": { sets: ["--color-surface"], is: "color" },
	"--targeting-text": { sets: ["--color-text"], is: "color" },
	"--targeting-muted": { sets: ["--color-muted"], is: "color" },
	"--targeting-line": { sets: ["--color-line"], is: "color" },
	"--targeting-radius": { sets: ["--radius-sm", "--radius-md"], is: "length" },
	"--targeting-font": { sets: ["--font-sans"], is: "font" },
} as const;

/** What a page around an embedded one hears of it. */
export type EmbedEvent =
	/** The page shows what the token's user sees. */
	| { readonly type: "ready"; readonly user_id: string }
	/** A design was created or changed. */
	| { readonly type: "saved"; readonly design_id: string }
	/** A build, or the deployment of one, was requested. */
	| { readonly type: "requested"; readonly what: "build"; readonly design_id: string }
	| {
			readonly type: "requested";
			readonly what: "deployment";
			readonly deployment_id: string;
			readonly build_id: string;
	  }
	/** A build that was requested here is done. */
	| { readonly type: "built"; readonly design_id: string; readonly build_id: string }
	/** The token has ended, and the page around had no other one. */
	| { readonly type: "expired" }
	/** A message was not taken: it came from another origin, or its token is of another organization. */
	| { readonly type: "refused"; readonly reason: "origin" | "organization" };

/** The answer of the page around to `token`: an answer of the token API, and how to show designs. */
export interface EmbedToken {
	readonly type: "token";
	readonly token: string;
	/** Epoch seconds. */
	readonly expiration: number;
	/** `view` hides what changes designs; the token's user may do the same as before. */
	readonly mode?: "edit" | "view";
	readonly theme?: EmbedTheme;
}

export interface EmbedTheme {
	readonly scheme?: "system" | "light" | "dark";
	/** Of {@link THEME_PROPERTIES}. */
	readonly properties?: Readonly<Record<string, string>>;
}
