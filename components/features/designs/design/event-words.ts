import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { formatBytes, formatPlural } from "@/lib/browser/format";
import type { DesignEvent } from "@/lib/contract/design-history";
import { didWhat } from "@/lib/contract/events/events";
import { isolate } from "@/lib/rules/text/isolate";

/** `requested the deployment on Northgrid EU`. */
export function eventInWords(event: DesignEvent): string {
	const { object_type, target } = event;
	return `${didWhat(event)} the ${object_type}${target === null ? "" : ` on ${isolate(target)}`}`;
}

const number = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** The details of the event in a few words, or null. */
export function eventDetail({ detail }: DesignEvent): string | null {
	if (detail === null) return null;
	const words: string[] = [];
	const accepted = number(detail.accepted);
	const refused = number(detail.refused);
	const size = number(detail.size);
	if (accepted !== null) words.push(`${formatPlural(accepted, "geofence")} imported`);
	if (refused !== null && refused > 0) words.push(rowsWithErrors(refused));
	if (size !== null) words.push(formatBytes(size));
	return words.length === 0 ? null : words.join(", ");
}
