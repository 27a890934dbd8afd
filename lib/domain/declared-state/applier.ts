import type { IssuedSecret, StateKind } from "@/lib/contract/applied-state";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import type { Entry } from "./entries-of";
import { type Fields, withSecrets } from "./fields";
import type { Change } from "./plan-state";

/** A value that an act has made. */
export type Issued = Pick<IssuedSecret, "what" | "secret" | "mailed">;

/** What an act on one object needs. */
export interface Act extends Change {
	readonly service: Service;
	readonly principal: Principal;
	/** The id of the object in the service. */
	readonly id: string;
	/** The id of what it belongs to. */
	readonly parentId: string;
	/** Its fields and identity, with secrets as texts. */
	readonly wanted: Fields;
	/** Those of them that differ. */
	readonly changed: Fields;
	/** The id of a target by its slug. */
	readonly targetId: (slug: string) => string;
}

/** The operations of a kind; the result of `create` is the object's id. */
export interface Applier {
	readonly create: (act: Act) => Promise<{ readonly id: string; readonly issued?: Issued }>;
	readonly change?: (act: Act) => Promise<Issued | undefined>;
	readonly remove?: (act: Act) => Promise<unknown>;
}

/** The given fields and identity, as operations take them. */
export const wantedOf = ({ fields, identity }: Pick<Entry, "fields" | "identity">): Fields => {
	const { access: _, ...given } = fields;
	return Object.fromEntries(
		Object.entries({ ...identity, ...given }).flatMap(([name, value]) => {
			const plain = withSecrets(value);
			return plain === undefined ? [] : [[name, plain]];
		}),
	);
};

/** The whole fields of which a part differs. */
export const changedOf = ({ entry, differences }: Change, wanted: Fields): Fields => {
	const names = new Set(differences.map(({ field }) => field.split(".", 1)[0]));
	return Object.fromEntries(Object.entries(wanted).filter(([name]) => names.has(name) && name in entry.fields));
};

/** Appliers of some kinds. */
export type Appliers<Kinds extends StateKind> = Readonly<Record<Kinds, Applier>>;
