import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { formatBytes, formatPlural } from "@/lib/browser/format";
import type { DesignEvent } from "@/lib/contract/design-history";
import { isolate } from "@/lib/rules/text/isolate";

/** Actions, to follow the actor's name. Other actions are shown by their name. */
const WORDS: Record<string, string> = {
	"design:create": "created the design",
	"design:edit": "edited the design",
	"design:duplicate": "duplicated the design",
	"design:import_geofences": "imported geofences into a set",
	"design:remove_geofences": "removed the geofences of a set",
	"design:share": "changed who the design is shared with",
	"design:set_price": "set the price",
	"design:change_owner": "changed the owner",
	"design:set_visibility": "changed the visibility tags",
	"design:set_automation": "set what follows new data",
	"design:automation_failed": "could not update to new data",
	"design:request_build": "requested a build",
	"design:delete": "deleted the design",
	"build:request_build": "requested a build",
	"build:start_build": "started the build",
	"build:complete_build": "completed the build",
	"build:reject_build": "rejected the build",
	"build:fail_build": "failed the build after the last retry",
	"build:retry_build": "retried the build",
	"build:abandon_build": "abandoned the failed build",
	"build:attach_external_build": "uploaded an external build",
	"deployment:request": "requested deployment",
	"deployment:activate": "activated the deployment",
	"deployment:deactivate": "deactivated the deployment",
	"deployment:reject": "rejected the deployment",
	"deployment:cancel": "cancelled the request",
	"deployment:delete": "deleted the deployment",
	"deployment:rollback": "rolled back",
	"deployment:undo": "put back into the queue",
	"deployment:schedule": "scheduled the deployment",
	"deployment:unschedule": "removed the schedule",
	"deployment:schedule_failed": "could not run the schedule",
	"deployment:expire": "request expired",
	"deployment:tag": "set the deployment's tags",
};

/** `requested deployment to Northgrid EU`. */
export function eventInWords({ object_type, action, target }: DesignEvent): string {
	// Events of deleted builds are recorded on their design.
	const known = WORDS[`${object_type}:${action}`] ?? WORDS[`build:${action}`];
	const done = known ?? `${action.replaceAll("_", " ")} (${object_type})`;
	return target === null ? done : `${done} ${action === "request" ? "to" : "on"} ${isolate(target)}`;
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
