import type { StateKind } from "@/lib/contract/applied-state";
import { priceCpmOf } from "@/lib/rules/price";
import { emailKey } from "@/lib/rules/text/email-key";
import { type Fields, isReference, Secret, withValueAt } from "./fields";
import { KIND_FORMS, kindsBelow } from "./state-kinds";

/** An object of a state. */
export interface Entry {
	readonly kind: StateKind;
	/** Where it stands: `targets[2].rules[0]`. */
	readonly path: string;
	/** For people; `of` is the name of what it belongs to. */
	readonly name: string;
	readonly of: string | null;
	/** Equal for what is one object in two states. */
	readonly key: string;
	readonly parentKey: string | null;
	/** Without its identity and the lists below it. */
	readonly fields: Fields;
	/** Identity. */
	readonly identity: Fields;
	/** Of the service's own state. */
	readonly id: string | null;
}

/** A state as a flat list. */
export interface Entries {
	readonly entries: readonly Entry[];
	/** The lists that it has, in whole: kind, and key of what they belong to. */
	readonly lists: ReadonlySet<string>;
}

/** The key of an object by what it belongs to and by its names. */
export const keyOf = (kind: StateKind, parentKey: string | null, names: readonly unknown[]): string =>
	JSON.stringify([kind, parentKey, ...names]);

/** A list as {@link Entries} name it. */
export const listKey = (kind: StateKind, parentKey: string | null) => `${kind} in ${parentKey}`;

/**
 * Flattens a state, each object after what it belongs to.
 * @param now leaves out what has ended
 */
export function entriesOf(state: Fields, now: Date): Entries {
	const entries: Entry[] = [];
	const lists = new Set<string>();
	const walk = (holder: Fields, path: string, parent: Entry | null): void => {
		for (const kind of kindsBelow(parent?.kind)) {
			const { list, ends } = KIND_FORMS[kind];
			const given = holder[list];
			if (given === undefined) continue;
			lists.add(listKey(kind, parent?.key ?? null));
			const items = (given === null ? [] : Array.isArray(given) ? given : [given]) as Fields[];
			for (const [index, item] of items.entries()) {
				const end = ends === undefined ? undefined : item[ends];
				if (typeof end === "string" && Date.parse(end) <= now.getTime()) continue;
				const at = `${path}${list}${Array.isArray(given) ? `[${index}]` : ""}`;
				const entry = entryOf(kind, at, item, parent);
				entries.push(entry);
				walk(item, `${at}.`, entry);
			}
		}
	};
	walk(state, "", null);
	return { entries, lists };
}

function entryOf(kind: StateKind, path: string, item: Fields, parent: Entry | null): Entry {
	const { identity, secrets = [] } = KIND_FORMS[kind];
	const { id, ...normal } = normalized(kind, item);
	const own = identity.map((field) => comparableName(field, normal[field]));
	const below = kindsBelow(kind).map((child) => KIND_FORMS[child].list);
	const fields = Object.fromEntries(
		Object.entries(normal).filter(([name]) => !identity.includes(name) && !below.includes(name)),
	);
	const name = String(normal[identity.at(-1) ?? ""] ?? kind);
	return {
		kind,
		path,
		name: name.trim() === "" ? "(unnamed)" : name,
		of: parent?.name ?? (identity.length > 1 ? ((normal.organization as string | null) ?? null) : null),
		key: keyOf(kind, parent?.key ?? null, own),
		parentKey: parent?.key ?? null,
		fields: secrets.reduce((marked, secret) => withValueAt(marked, secret, asSecret), fields),
		identity: Object.fromEntries(identity.map((field) => [field, normal[field]])),
		id: typeof id === "string" ? id : null,
	};
}

const asSecret = (value: unknown) => (isReference(value) ? value : new Secret(String(value)));

function comparableName(field: string, value: unknown): unknown {
	if (typeof value !== "string") return value ?? null;
	return field === "email" ? emailKey(value) : value.trim();
}

/** Access of people whom a state names; others are disabled, or have tokens alone. */
export const GRANTED = "granted";

/** Values as the service stores them, where it takes several forms of one. */
function normalized(kind: StateKind, item: Fields): Fields {
	if (kind === "organization" && item.price_cpm) {
		const price = Object.entries(item.price_cpm).map(([type, amount]) => [type, priceOf(amount)]);
		return { ...item, price_cpm: Object.fromEntries(price) };
	}
	if (kind === "freeze" || kind === "key") {
		return ["starts_at", "ends_at", "expires_at"].reduce((fields, name) => withValueAt(fields, name, utc), item);
	}
	if (kind === "person") return { access: GRANTED, ...item };
	if (kind === "webhook") return withValueAt(item, "url", (url) => (typeof url === "string" ? hrefOf(url) : url));
	if (kind !== "pull") return item;
	const { daily_at, time_zone } = item;
	const pull = { ...item, time_zone: typeof daily_at === "string" ? (time_zone ?? "UTC") : null };
	return withValueAt(pull, "url", (url) => (typeof url === "string" ? url.trim().replace(/#.*$|\?$/s, "") : url));
}

/** As prices are stored and shown: with at least two decimals. */
function priceOf(amount: unknown): unknown {
	if (typeof amount !== "string") return amount;
	const [whole = "", decimals = ""] = amount.split(".");
	return priceCpmOf(`${whole.replace(/^0+(?=\d)/, "")}.${decimals.padEnd(4, "0")}`)?.base;
}

const utc = (time: unknown) => new Date(String(time)).toISOString();

function hrefOf(text: string): string {
	if (!URL.canParse(text.trim())) return text;
	const url = new URL(text.trim());
	url.hash = "";
	return url.href;
}
