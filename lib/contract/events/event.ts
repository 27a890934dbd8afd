/**
 * Readers of a notice. `requester`: of the deployment, or of the build; of a build that an operator
 * attached, the design's owner; of an automation, the person who set it. `administrators`: of the
 * target's organization, or operators where it has none. `operators`: of the service. `owner`: of the
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

/** What people and webhooks are told of an event (docs/contract.md, Notices); never who did it. */
export interface NoticeWords {
	readonly kind: string;
	/** As settings name the kind. */
	readonly label: string;
	/** In a chat, above the names. */
	readonly heading: string;
	readonly look: NoticeLook;
	readonly readers: readonly NoticeReader[];
	/** What happened, without a full stop; names in braces (lib/contract/sentences/inbox-item.ts). */
	readonly title: string;
	/** What the button says, and where it leads. */
	readonly next: string;
	readonly page: NoticePage;
}

/** An event that is recorded in the audit log (docs/contract.md, Audit). */
export interface EventWords {
	/** What the actor did; the object follows. */
	readonly did: string;
	readonly notice?:
		| NoticeWords
		/** The notice of another action, with a title of its own. */
		| { readonly like: string; readonly title: string };
}

/** By action. */
export type EventsOfObject = Readonly<Record<string, EventWords>>;
