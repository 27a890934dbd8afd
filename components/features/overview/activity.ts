import { changeAddress, toWhat } from "@/components/features/audit/change-words";
import type { AuditRecord } from "@/lib/contract/audit";
import { didWhat } from "@/lib/contract/events/events";

/** Changes of one kind that one actor made in a row. */
export interface ActivityGroup {
	readonly key: string;
	/** Their e-mail, or the part of the service that acted automatically. */
	readonly actor: string;
	readonly person: AuditRecord["actor_person"];
	/** To stand between the actor and the objects: "activated". */
	readonly did: string;
	/** Each object once, the latest first. */
	readonly objects: readonly { readonly name: string; readonly href: string | null }[];
	/** When the latest of them was made. */
	readonly at: string;
}

/** Apart by more than this, changes are told apart. */
const TOGETHER_MS = 3_600_000;

/**
 * Groups changes that one actor made in a row.
 * @param records the latest first
 */
export function groupActivity(records: readonly AuditRecord[]): ActivityGroup[] {
	const groups: (ActivityGroup & { objects: ActivityGroup["objects"][number][]; until: string })[] = [];
	for (const record of records) {
		const last = groups.at(-1);
		const object = { name: toWhat(record), href: changeAddress(record) };
		const did = didWhat(record);
		const joins =
			last !== undefined &&
			last.actor === record.actor &&
			last.did === did &&
			Date.parse(last.until) - Date.parse(record.at) <= TOGETHER_MS;
		if (!joins) {
			groups.push({
				key: String(record.id),
				actor: record.actor,
				person: record.actor_person,
				did,
				objects: [object],
				at: record.at,
				until: record.at,
			});
			continue;
		}
		last.until = record.at;
		if (!last.objects.some(({ name, href }) => name === object.name && href === object.href)) last.objects.push(object);
	}
	return groups.map(({ until: _, ...group }) => group);
}
