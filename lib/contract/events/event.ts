/**
 * Readers of a notice. `requester`: of the deployment, or of the build; of a build that an operator
 * attached, the design's owner; of an automation, its author. `administrators`: of the target's
 * organization, or operators where it has none. `operators`: of the service. `owner`: of the
 * webhook or the design.
 */
export type NoticeReader = "requester" | "administrators" | "operators" | "owner";

/** Where the button of a notice leads. */
export type NoticePage =
	| "decision"
	| "deployment"
	| "conversation"
	| "failed loads"
	| "target's deployments"
	| "design"
	| "editor"
	| "target"
	| "overview"
	| "sources"
	| "webhooks";

/** How a notice looks beside its words. */
export type NoticeLook = "asks" | "says" | "good" | "bad" | "late" | "trouble" | "over";

/**
 * The notice of an event to people and webhooks (docs/contract.md, Notices); the actor gets none.
 */
export interface NoticeWords {
	readonly kind: string;
	/** As settings name the kind. */
	readonly label: string;
	/** In a chat, above the names. */
	readonly heading: string;
	readonly look: NoticeLook;
	readonly readers: readonly NoticeReader[];
	/** The event, without a full stop; names in braces (lib/contract/sentences/inbox-item.ts). */
	readonly title: string;
	/** The words of the button, and the page it opens. */
	readonly next: string;
	readonly page: NoticePage;
}

/** An event that is recorded in the audit log (docs/contract.md, Audit). */
export interface EventWords {
	/** The actor's deed; the object follows. */
	readonly did: string;
	/** The deed is complete without its object. */
	readonly alone?: true;
	readonly notice?:
		| NoticeWords
		/** The notice of another action, with a title of its own. */
		| { readonly like: string; readonly title: string };
}

/** By action. */
export type EventsOfObject = Readonly<Record<string, EventWords>>;
