import type { Random } from "@/lib/tools/seed/inventory/random";
import type { Operation } from "./operations";

/** Values kept of each kind; later ones replace random earlier ones. */
const KEPT = 30;
const OTHER_NAMES: Readonly<Record<string, string>> = {
	targetId: "target_id",
	owner: "user_id",
	owner_id: "user_id",
	requester_org_id: "organization_id",
	owner_org_id: "organization_id",
	source: "inventory_source_slug",
	sources: "inventory_source_slug",
	organization: "organization_slug",
	organizations: "organization_slug",
	accepted_organizations: "organization_slug",
	requester_org: "organization_slug",
	"Last-Event-ID": "until",
	"If-None-Match": "etag",
	rawId: "passkey_id",
};
/** Names that wrap an answer and say nothing of what is in it. */
const WRAPPERS = ["response", "data", "rows", "items", "item", "detail"];

/** Where a value came from: the answer of a step, and the pointer into it. */
export interface Origin {
	readonly step: number;
	readonly pointer: string;
}

/**
 * What answers have named so far, by the name under which requests take it: ids go back to the
 * service as parameters of other operations.
 */
export class Pool {
	readonly #values = new Map<string, unknown[]>();
	readonly #origins = new Map<string, Origin>();
	readonly #random: Random;

	constructor(random: Random) {
		this.#random = random;
	}

	/** A value that was answered under this name; undefined without one. */
	pick(name: string, owner = ""): unknown {
		const kind = kindOf(name, owner);
		const found = this.#values.get(kind === "object_id" ? this.#anyId() : kind) ?? [];
		return found[this.#random.between(0, Math.max(0, found.length - 1))];
	}

	add(name: string, value: unknown, origin?: Origin): void {
		const kept = this.#values.get(name) ?? [];
		this.#values.set(name, kept);
		if (kept.includes(value)) return;
		if (kept.length < KEPT) kept.push(value);
		else kept[this.#random.between(0, KEPT - 1)] = value;
		if (origin !== undefined && typeof value === "string" && value.length >= 8 && !this.#origins.has(value))
			this.#origins.set(value, origin);
	}

	/** Takes over ids, names and numbers of an answer. */
	harvest(answer: unknown, owner: string, step: number, pointer = ""): void {
		if (Array.isArray(answer)) {
			for (const [index, each] of answer.slice(0, 10).entries()) this.harvest(each, owner, step, `${pointer}/${index}`);
			return;
		}
		if (typeof answer !== "object" || answer === null) return;
		for (const [name, value] of Object.entries(answer)) {
			const at = `${pointer}/${name}`;
			if (typeof value === "object") this.harvest(value, WRAPPERS.includes(name) ? owner : singular(name), step, at);
			else if (isWorthKeeping(value)) this.add(kindOf(name, owner), value, { step, pointer: at });
		}
	}

	/** The values with an origin that a text contains. */
	originsIn(text: string): [value: string, origin: Origin][] {
		return [...this.#origins].filter(([value]) => text.includes(value));
	}

	#anyId(): string {
		const ids = [...this.#values.keys()].filter((name) => name.endsWith("_id"));
		return ids[this.#random.between(0, Math.max(0, ids.length - 1))] ?? "";
	}
}

/** What `id` is the id of in the answers and bodies of an operation: `design` in `/api/designs`. */
export function ownerOf({ path }: Pick<Operation, "path">, all: readonly Pick<Operation, "path">[]): string {
	const inside = all.map((each) => each.path).find((other) => other.startsWith(`${path}/{`)) ?? path;
	const names = [...(path.endsWith("}") ? path : inside).matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
	return (names.at(-1) ?? "").replace(/_(id|slug)$/, "");
}

function kindOf(name: string, owner: string): string {
	if (name === "id" || name === "ids") return `${owner.replace(/^(last|first|active)_/, "")}_id`;
	if (name === "slug") return `${owner}_slug`;
	return OTHER_NAMES[name] ?? name;
}

const singular = (name: string): string => name.replace(/ies$/, "y").replace(/s$/, "");

function isWorthKeeping(value: unknown): boolean {
	return (typeof value === "string" && value !== "" && value.length <= 300) || typeof value === "number";
}
