import { changeAddress, toWhat } from "@/components/features/audit/change-words";
import type { AuditRecord } from "@/lib/contract/audit";
import { didWhat } from "@/lib/contract/events/events";
import { isAutomatic } from "@/lib/contract/sentences/actor-words";

/** Changes of one kind that one actor made in a row. */
export interface ActivityGroup {
	readonly key: string;
	/** The latest of the changes. */
	readonly event: AuditRecord;
	/** To stand between the actor and the objects: "activated". */
	readonly did: string;
	/** Each object once, the latest first. */
	readonly objects: readonly { readonly name: string; readonly href: string | null }[];
}

/** Apart by more than this, changes are told apart. */
const TOGETHER_MS = 3_600_000;

/** Keys that the service makes for its demo world: nobody's act. */
const isSetup = (record: AuditRecord): boolean => record.object_type.endsWith("_key") && isAutomatic(record);

/**
 * Groups changes that one actor made in a row.
 * @param records the latest first
 */
export function groupActivity(records: readonly AuditRecord[]): ActivityGroup[] {
	const groups: (ActivityGroup & { objects: ActivityGroup["objects"][number][]; until: string })[] = [];
	for (const record of records) {
		if (isSetup(record)) continue;
		const last = groups.at(-1);
		const object = { name: toWhat(record), href: changeAddress(record) };
		const did = didWhat(record);
		const joins =
			last !== undefined &&
			last.event.actor === record.actor &&
			last.did === did &&
			Date.parse(last.until) - Date.parse(record.at) <= TOGETHER_MS;
		if (!joins) {
			groups.push({
				key: String(record.id),
				event: record,
				did,
				objects: [object],
				until: record.at,
			});
			continue;
		}
		last.until = record.at;
		if (!last.objects.some(({ name, href }) => name === object.name && href === object.href)) last.objects.push(object);
	}
	return groups.map(({ until: _, ...group }) => group);
}
