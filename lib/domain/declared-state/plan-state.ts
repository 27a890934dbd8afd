import { isDeepStrictEqual } from "node:util";
import type { StateChange } from "@/lib/contract/applied-state";
import { type Entries, type Entry, GRANTED, listKey } from "./entries-of";
import { type Fields, hasFields, isReference, referencesIn, Secret, valueAt } from "./fields";
import { KIND_FORMS } from "./state-kinds";

/** A field that differs. */
export interface Difference {
	readonly field: string;
	readonly before: unknown;
	readonly after: unknown;
}

/** What is to be done with one object. */
export interface Change {
	readonly action: StateChange["action"];
	/** As it is to be; for a removal, as it is. */
	readonly entry: Entry;
	/** As it is in the service. */
	readonly current: Entry | null;
	readonly differences: readonly Difference[];
}

/** What is wrong at a place of the wanted state. */
export interface Problem {
	readonly path: string;
	readonly message: string;
}

/** Who applies a state, and with which key; null for another credential. */
export interface Own {
	readonly userId: string;
	readonly keyId: string | null;
}

/** What brings a service from one state to another. */
export interface Plan {
	readonly changes: readonly Change[];
	/** What the wanted state lacks, and is never deleted. */
	readonly unlisted: readonly Entry[];
	readonly problems: readonly Problem[];
}

/**
 * Compares the state that is wanted with the service's. Reads nothing, and changes nothing.
 * @param own the caller and the credential, of which neither is taken away
 */
export function planState(wanted: Entries, current: Entries, own: Own): Plan {
	const changes: Change[] = [];
	const problems: Problem[] = unknownNames(wanted, current);
	const [there, given] = [byKey(current.entries), byKey(wanted.entries)];
	const seen = new Map<string, number>();
	for (const entry of wanted.entries) {
		const place = seen.get(entry.key) ?? 0;
		seen.set(entry.key, place + 1);
		const same = there.get(entry.key) ?? [];
		const problem = place === 0 ? ambiguity(entry, given.get(entry.key) ?? [], same) : null;
		if (problem !== null) problems.push(problem);
		const found = same[place];
		if (found === undefined) changes.push(creation(entry, problems));
		else changes.push(...changeOf(entry, found, problems, own));
	}
	const gone = current.entries.filter(
		({ kind, parentKey, key, id, fields }) =>
			wanted.lists.has(listKey(kind, parentKey)) &&
			!given.has(key) &&
			(kind !== "key" || id !== own.keyId) &&
			(kind !== "person" || fields.access === GRANTED),
	);
	const stays = ({ kind, id }: Entry) => KIND_FORMS[kind].stays === true || (kind === "person" && id === own.userId);
	const removals = gone.filter((entry) => !stays(entry)).map(removal);
	return { changes: [...changes, ...removals], unlisted: gone.filter(stays), problems };
}

function byKey(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
	const found = new Map<string, Entry[]>();
	for (const entry of entries) found.set(entry.key, [...(found.get(entry.key) ?? []), entry]);
	return found;
}

/** A name that stands several times, and does not say which one is meant. */
function ambiguity(entry: Entry, given: readonly Entry[], there: readonly Entry[]): Problem | null {
	const { repeats, identity } = KIND_FORMS[entry.kind];
	const [, second] = given;
	const what = `${words(entry)} '${entry.name}'`;
	if (repeats !== true) {
		if (second === undefined) return null;
		return { path: second.path, message: `names the ${what} again, which stands at ${entry.path}` };
	}
	const isClear = given.length === there.length || there.length === 0 || Math.max(given.length, there.length) === 1;
	if (isClear) return null;
	const field = identity.at(-1) ?? "name";
	return {
		path: `${entry.path}.${field}`,
		message: `the service has ${there.length} times the ${what}, and the state ${given.length} times: give each a ${field} of its own`,
	};
}

/** A kind for people: `place category`. */
export const words = ({ kind }: Pick<Entry, "kind">): string => kind.replace("_", " ");

function creation(entry: Entry, problems: Problem[]): Change {
	problems.push(...unresolved(entry, entry.fields, entry.path));
	return { action: "create", entry, current: null, differences: differencesOf(entry.fields, {}) };
}

function removal(entry: Entry): Change {
	const differences = Object.entries(entry.fields).map(([field, before]) => ({ field, before, after: null }));
	return { action: "remove", entry, current: entry, differences };
}

function changeOf(entry: Entry, current: Entry, problems: Problem[], own: Own): Change[] {
	const { fixed = [], replaced = false } = KIND_FORMS[entry.kind];
	const differences = differencesOf(entry.fields, current.fields);
	if (differences.length === 0) return [];
	for (const { field, before, after } of differences) {
		if (fixed.includes(field)) {
			const message = `is '${before}' and cannot be changed to '${after}'`;
			problems.push({ path: `${entry.path}.${field}`, message });
		}
		problems.push(...unresolved(entry, after, `${entry.path}.${field}`));
	}
	if (replaced && current.id === own.keyId) {
		problems.push({ path: entry.path, message: "is the key of this call, which cannot replace itself" });
	}
	return [{ action: replaced ? "replace" : "change", entry, current, differences }];
}

/** References to secrets that the sender did not have, and the service does not have either. */
function unresolved(entry: Entry, value: unknown, path: string): Problem[] {
	return referencesIn(value, path).map((at) => {
		const { env } = valueAt(entry.fields, at.slice(entry.path.length + 1)) as { env: string };
		return { path: at, message: `the service has no value, and the variable ${env} was not set` };
	});
}

/** The given fields that differ; those of objects by their paths. */
function differencesOf(wanted: Fields, current: Fields, above = ""): Difference[] {
	return Object.entries(wanted).flatMap(([name, after]): Difference[] => {
		const before = current[name] ?? null;
		const isKept = isReference(after) && before instanceof Secret;
		if (after === undefined || isKept) return [];
		const field = `${above}${name}`;
		if (hasFields(after) && hasFields(before)) return differencesOf(after, before, `${field}.`);
		return isDeepStrictEqual(comparable(before), comparable(after)) ? [] : [{ field, before, after }];
	});
}

/** Lists of texts are sets. */
function comparable(value: unknown): unknown {
	if (typeof value === "string") return value.trim();
	if (Array.isArray(value)) {
		return value.every((item) => typeof item === "string") ? [...new Set(value)].sort() : value.map(comparable);
	}
	if (!hasFields(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, comparable(inner)]));
}

/** Names of objects that are neither in the state nor in the service. */
function unknownNames(wanted: Entries, current: Entries): Problem[] {
	const known = new Set([...current.entries, ...wanted.entries].map(({ kind, name }) => `${kind} ${name}`));
	return wanted.entries.flatMap((entry) =>
		Object.entries(KIND_FORMS[entry.kind].names ?? {}).flatMap(([field, kind]) => {
			const value = valueAt({ ...entry.fields, ...entry.identity }, field);
			const named = Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
			return named.flatMap((name, index) => {
				if (known.has(`${kind} ${name}`)) return [];
				const path = `${entry.path}.${field}${Array.isArray(value) ? `[${index}]` : ""}`;
				return [{ path, message: `there is no ${kind} '${name}' in the state or the service` }];
			});
		}),
	);
}
