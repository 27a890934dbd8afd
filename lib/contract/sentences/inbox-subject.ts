import type { BundledReader, NoticeKind } from "@/lib/contract/events/events";

/**
 * Why a person gets a notice: as the requester, as an administrator of the target, or as an
 * operator.
 */
export type InboxReader = "requester" | "administrator" | "operator" | "owner";

/**
 * The attributes in an item's words, at the time of the event. A name is null where there is no
 * such object.
 */
export interface InboxFacts {
	readonly design: string | null;
	readonly target: string | null;
	/** Name of a failing job or a webhook, directory of a full disk. */
	readonly subject?: string | null;
	/** E-mail of the actor; null where the service acted. */
	readonly by: string | null;
	/** Whether it was done when they had scheduled it. */
	readonly scheduled?: boolean | null;
	/** The audit event's action, where a kind follows from several. */
	readonly action: string;
	/** Whether the design's file was uploaded: it cannot be edited. */
	readonly external?: boolean | null;
	readonly reason: string | null;
	/** How long a request or a question has been waiting. */
	readonly hours?: number | null;
	/** When the requester proposes to activate and to deactivate it. */
	readonly activate_at?: string | null;
	readonly deactivate_at?: string | null;
	/** For how many events the item stands, by reader. */
	readonly bundle?: Readonly<Record<BundledReader, number>> | null;
	/** Ids of the deployments that one item asks about; absent where it is the item's own. */
	readonly requests?: readonly string[] | null;
	/** The deployment's status then. */
	readonly status?: string | null;
}

/** The objects of an item, and its reader. */
export interface InboxSubject {
	readonly kind: NoticeKind;
	readonly reader: InboxReader;
	readonly at: string;
	readonly design_id: string | null;
	readonly deployment_id: string | null;
	readonly target_id: string | null;
	readonly facts: InboxFacts;
	/** The actor as the title names them, where more than the e-mail is known. */
	readonly name?: string | null;
	/** Ids of the deployments that still wait for what it asks; absent where it asks for nothing. */
	readonly open?: readonly string[];
	/** Whether the reader still sees its objects; else the item names none. */
	readonly visible: boolean;
}
