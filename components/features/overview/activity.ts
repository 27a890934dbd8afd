import { changeAddress, toWhat } from "@/components/features/audit/change-words";
import type { AuditRecord } from "@/lib/contract/audit";
import { didWhat } from "@/lib/contract/events/events";
import { isAutomatic } from "@/lib/contract/sentences/actor-words";

/** Changes of one kind, and each object once, the latest first. */
export interface Deed {
	/** To stand between the actor and the objects: "activated". */
	readonly did: string;
	readonly objects: readonly { readonly name: string; readonly href: string | null }[];
}

/** What one actor did without a minute's pause. */
export interface ActivityGroup {
	readonly key: string;
	/** The latest of the changes. */
	readonly event: AuditRecord;
	readonly deeds: readonly Deed[];
}

/** Apart by more than this, changes are told apart. */
const TOGETHER_MS = 60_000;

interface OpenGroup extends ActivityGroup {
	readonly deeds: (Deed & { readonly objects: Deed["objects"][number][] })[];
	until: string;
}

/** Keys that the service makes for its demo world: nobody's act. */
const isSetup = (record: AuditRecord): boolean => record.object_type.endsWith("_key") && isAutomatic(record);

/**
 * Groups changes that one actor made in a row, by the minute.
 * @param records the latest first
 */
export function groupActivity(records: readonly AuditRecord[]): ActivityGroup[] {
	const groups: OpenGroup[] = [];
	for (const record of records) {
		if (isSetup(record)) continue;
		const last = groups.at(-1);
		const joins =
			last !== undefined &&
			last.event.actor === record.actor &&
			Date.parse(last.until) - Date.parse(record.at) <= TOGETHER_MS;
		const group: OpenGroup = joins ? last : { key: String(record.id), event: record, deeds: [], until: record.at };
		if (!joins) groups.push(group);
		group.until = record.at;
		const did = didWhat(record);
		const object = { name: toWhat(record), href: changeAddress(record) };
		const deed = group.deeds.find((own) => own.did === did);
		if (deed === undefined) group.deeds.push({ did, objects: [object] });
		else if (!deed.objects.some(({ name, href }) => name === object.name && href === object.href))
			deed.objects.push(object);
	}
	return groups.map(({ until: _, ...group }) => group);
}
