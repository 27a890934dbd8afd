import type { StateKind } from "@/lib/contract/applied-state";

/** The form of a kind in a declared state. */
export interface KindForm {
	/** Its list in the document, or in the entry that it belongs to. */
	readonly list: string;
	readonly parent?: StateKind;
	/** Fields that tell one from the others of its list; the last one is its name. */
	readonly identity: readonly string[];
	/** Fields that cannot be changed. */
	readonly fixed?: readonly string[];
	/** Whether several may have one name in the service. */
	readonly repeats?: true;
	/** Whether it is never deleted. */
	readonly stays?: true;
	/** Whether it has no field that can be changed: another one takes its place. */
	readonly replaced?: true;
	/** The instant after which it is as if it were not there. */
	readonly ends?: string;
	/** Paths of fields that are secrets. */
	readonly secrets?: readonly string[];
	/** Paths of fields that name objects of another kind, one or several. */
	readonly names?: Readonly<Record<string, "organization" | "target">>;
}

const ORGANIZATION = { organization: "organization" } as const;

/** All kinds, in an order in which each comes after what it names. */
export const KIND_FORMS: Readonly<Record<StateKind, KindForm>> = {
	organization: { list: "organizations", identity: ["slug"], stays: true },
	person: { list: "people", identity: ["organization", "email"], names: ORGANIZATION },
	key: { list: "keys", parent: "person", identity: ["label"], repeats: true, replaced: true, ends: "expires_at" },
	target: {
		list: "targets",
		identity: ["slug"],
		fixed: ["organization"],
		stays: true,
		names: { ...ORGANIZATION, accepted_organizations: "organization" },
	},
	freeze: {
		list: "freezes",
		parent: "target",
		identity: ["starts_at", "ends_at", "reason"],
		repeats: true,
		ends: "ends_at",
	},
	rule: { list: "rules", parent: "target", identity: ["name"], names: { "conditions.organizations": "organization" } },
	agent_key: { list: "agent_keys", parent: "target", identity: ["label"], repeats: true },
	place_category: { list: "place_categories", identity: ["name"] },
	inventory_source: {
		list: "inventory_sources",
		identity: ["slug"],
		stays: true,
		names: { organizations: "organization" },
	},
	pull: {
		list: "pull",
		parent: "inventory_source",
		identity: [],
		secrets: ["url", "header.value", "s3_keys.secret_access_key"],
	},
	webhook: {
		list: "webhooks",
		identity: ["organization", "description"],
		repeats: true,
		secrets: ["url"],
		names: { ...ORGANIZATION, owner_organizations: "organization", targets: "target" },
	},
};

/** The kinds that belong to another one; to none: those of the document itself. */
export const kindsBelow = (parent: StateKind | undefined): StateKind[] =>
	(Object.keys(KIND_FORMS) as StateKind[]).filter((kind) => KIND_FORMS[kind].parent === parent);
