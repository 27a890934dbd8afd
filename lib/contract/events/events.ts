import { DEPLOYMENT_EVENTS } from "./deployment-events";
import { DESIGN_EVENTS } from "./design-events";
import type { EventsOfObject, EventWords, NoticeReader, NoticeWords } from "./event";
import { SERVICE_EVENTS } from "./service-events";

export type { NoticeLook, NoticePage, NoticeReader } from "./event";

/**
 * Every event that is recorded, by the kind of its object and its action: its words, and the
 * readers of its notice. A new one is a line here and where it happens.
 */
export const EVENTS = { deployment: DEPLOYMENT_EVENTS, design: DESIGN_EVENTS, ...SERVICE_EVENTS } as const;
type Events = typeof EVENTS;

/** Kinds of the objects of events. */
export type EventObject = keyof Events;
/** The recorded actions on a kind of object. */
export type ActionOf<Type extends EventObject> = keyof Events[Type] & string;

type KindOf<Event> = Event extends { notice: { kind: infer Kind extends string } } ? Kind : never;
type KindsOf<Table> = { [Action in keyof Table]: KindOf<Table[Action]> }[keyof Table];
export type NoticeKind = { [Type in EventObject]: KindsOf<Events[Type]> }[EventObject];

/** A kind of notice, with the events that it follows from. */
export interface Notice extends Omit<NoticeWords, "kind" | "title"> {
	readonly on: EventObject;
	/** Title of each action. */
	readonly titles: Readonly<Record<string, string>>;
}

/** Readers for whom one item covers many similar events; an event's `bundle` has their number. */
export type BundledReader = Extract<NoticeReader, "requester" | "administrators">;

const noticeEntries: [NoticeKind, Notice][] = Object.entries(EVENTS as Record<string, EventsOfObject>).flatMap(
	([on, actions]) =>
		Object.entries(actions).flatMap(([action, { notice }]) => {
			if (notice === undefined || "like" in notice) return [];
			const { kind, title, ...words } = notice;
			const alike = Object.entries(actions).flatMap(([other, { notice: own }]) =>
				own !== undefined && "like" in own && own.like === action ? [[other, own.title] as const] : [],
			);
			const titles = Object.fromEntries([[action, title] as const, ...alike]);
			return [[kind, { ...words, on, titles }] as [NoticeKind, Notice]];
		}),
);

/** The notices to people and webhooks, by kind. */
export const NOTICES = Object.fromEntries(noticeEntries) as Readonly<Record<NoticeKind, Notice>>;
export const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[];

const KIND_OF_EVENT: ReadonlyMap<string, NoticeKind> = new Map(
	noticeEntries.flatMap(([kind, { on, titles }]) =>
		Object.keys(titles).map((action) => [`${on} ${action}`, kind] as const),
	),
);

/** The notice that follows from an audit event; null for an event without a notice. */
export function noticeOf(event: { readonly object_type: string; readonly action: string }): NoticeKind | null {
	return KIND_OF_EVENT.get(`${event.object_type} ${event.action}`) ?? null;
}

interface Deed {
	readonly object_type: string;
	readonly action: string;
	readonly detail?: Readonly<Record<string, unknown>> | null;
}

function wordsOf({ object_type, action }: Deed): EventWords | undefined {
	const table: EventsOfObject = Object.hasOwn(EVENTS, object_type) ? EVENTS[object_type as EventObject] : {};
	return Object.hasOwn(table, action) ? table[action] : undefined;
}

const UNDONE: Readonly<Record<string, string>> = {
	activate: "undid the activation of",
	reject: "undid the rejection of",
};

/** The actor's deed, between their name and the object. */
export function didWhat(event: Deed): string {
	const undone = event.action === "undo" ? UNDONE[String(event.detail?.undone)] : undefined;
	return undone ?? wordsOf(event)?.did ?? event.action.replaceAll("_", " ");
}

/** Whether the object follows the deed. */
export const namesObject = (event: Deed): boolean => wordsOf(event)?.alone !== true;
