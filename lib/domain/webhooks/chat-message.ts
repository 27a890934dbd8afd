import { NOTICES, type NoticeKind } from "@/lib/contract/events/events";
import { NOT_IN_NAMES } from "@/lib/contract/parameters";
import { AUTOMATIC } from "@/lib/contract/sentences/actor-words";
import { periodWords } from "@/lib/contract/sentences/moments";
import { cutText } from "@/lib/rules/text/cut-text";
import { isolate } from "@/lib/rules/text/isolate";
import type { WebhookMessage } from "./compose-message";
import type { EventData } from "./describe-event";

/** The contents of a message, without the syntax of a chat. */
export interface ChatMessage {
	readonly title: string;
	readonly facts: readonly { readonly label: string; readonly value: string }[];
	readonly warnings: readonly string[];
	/** Null where PUBLIC_URL is not set: a chat has no page that a path would lead from. */
	readonly link: { readonly label: string; readonly url: string } | null;
}

const LONGEST_NAME = 100;
const LONGEST_TEXT = 500;
const MOST_WARNINGS = 5;

/** Puts a message into the words of a chat: for a request, all that a decision needs. */
export function chatMessageOf({ type, data }: WebhookMessage): ChatMessage {
	const heading = type in NOTICES ? NOTICES[type as NoticeKind].heading : type;
	if (!("object" in data)) {
		const facts = [{ label: "Webhook", value: text(data.webhook.description || data.webhook.id) }];
		return { title: data.message, facts, warnings: [], link: null };
	}
	const { design, target, activation, links } = data;
	const about = [design?.name, target?.name].flatMap((name) => (name === undefined ? [] : [text(name, LONGEST_NAME)]));
	const [label, path] = Object.entries(links)[0] ?? [];
	return {
		title: about.length === 0 ? heading : `${heading}: ${about.join(" on ")}`,
		facts: factsOf(data),
		warnings: (activation?.warnings ?? []).slice(0, MOST_WARNINGS).map(({ message }) => text(message)),
		link: isAbsolute(path) ? { label: label === "decide" ? "Review request" : `Open ${label}`, url: path } : null,
	};
}

const isAbsolute = (link: string | undefined): link is string => /^https?:/.test(link ?? "");

function factsOf(data: EventData): ChatMessage["facts"] {
	const { actor, reason, comment, deployment, build, activation, links } = data;
	const facts: [string, string | null | undefined][] = [
		["By", actor.includes("@") ? actor : AUTOMATIC],
		["Reason", reason],
		["Says", comment?.text],
		["Message", deployment?.message === reason ? null : deployment?.message],
		["Proposed", deployment && periodWords(deployment.proposed ?? {})],
		["Build", activation === null ? build?.name : null],
		...(activation === null ? [] : activationFacts(activation)),
		["Link", isAbsolute(Object.values(links)[0]) ? null : Object.values(links)[0]],
	];
	return facts.flatMap(([label, value]) => (value ? [{ label, value: text(value) }] : []));
}

function activationFacts(activation: NonNullable<EventData["activation"]>): [string, string][] {
	const { size, memory, replaces, sets, items, refusal } = activation;
	const change = size.change === null ? "" : ` (${size.change < 0 ? "−" : "+"}${bytes(Math.abs(size.change))})`;
	const free = memory?.free_after ?? null;
	return [
		["Size", `${bytes(size.after)}${change}`],
		[
			"Replaces",
			replaces === null ? "nothing" : `the build of ${replaces.build_date.slice(0, 10)}, ${bytes(replaces.filesize)}`,
		],
		[
			"Contents",
			`${items.after.toLocaleString("en-US")} items; sets: ${sets.added} added, ${sets.removed} removed, ${sets.changed} changed`,
		],
		...(free === null
			? []
			: [["Memory left", free < 0 ? `${bytes(-free)} too little` : bytes(free)] satisfies [string, string]]),
		...(refusal === null ? [] : [["Cannot be activated", refusal.message] satisfies [string, string]]),
	];
}

/** A person's text on one line of bounded length, isolated from the words around it. */
const text = (value: string, length = LONGEST_TEXT) =>
	isolate(cutText(value.replace(NOT_IN_NAMES, " ").trim(), length));

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** `1.2 MB`, as the pages write it. */
function bytes(count: number): string {
	const power = Math.min(UNITS.length - 1, count < 1_000 ? 0 : Math.floor(Math.log10(count) / 3));
	const scaled = count / 1_000 ** power;
	return `${scaled < 10 && power > 0 ? scaled.toFixed(1) : Math.round(scaled)} ${UNITS[power]}`;
}
