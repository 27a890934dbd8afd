import { formatBytes, formatPlural } from "@/lib/browser/format";
import type { DesignEvent } from "@/lib/contract/design-history";

/** What was done, as the sentence goes on after who did it. An action that has no words here is told by its name. */
const WORDS: Record<string, string> = {
	"design:create": "created the design",
	"design:edit": "edited the design",
	"design:duplicate": "copied the design",
	"design:import_geofences": "replaced the geofences of a set",
	"design:share": "changed who the design is shared with",
	"design:set_price": "set the price",
	"design:change_owner": "gave the design to another owner",
	"design:set_visibility": "changed the visibility tags",
	"design:request_build": "requested a build",
	"design:delete": "deleted the design",
	"build:request_build": "requested a build",
	"build:start_build": "began the build",
	"build:complete_build": "completed the build",
	"build:reject_build": "rejected the build",
	"build:fail_build": "gave the build up after its last attempt",
	"build:retry_build": "had the build tried again",
	"build:abandon_build": "abandoned the failed build",
	"build:attach_external_build": "uploaded a build made elsewhere",
	"deployment:request": "requested deployment",
	"deployment:activate": "activated the deployment",
	"deployment:deactivate": "deactivated the deployment",
	"deployment:reject": "rejected the deployment",
	"deployment:cancel": "cancelled the request",
	"deployment:delete": "deleted the deployment",
	"deployment:rollback": "activated the build of before again",
	"deployment:schedule": "scheduled the deployment",
	"deployment:unschedule": "took the schedule away",
	"deployment:schedule_failed": "could not do what was scheduled",
	"deployment:expire": "let the request expire",
	"deployment:tag": "set the deployment's tags",
};

/** `requested deployment to Northgrid EU`. */
export function eventInWords({ object_type, action, target }: DesignEvent): string {
	// A build's own steps are noted with its design where the build's row is gone.
	const known = WORDS[`${object_type}:${action}`] ?? WORDS[`build:${action}`];
	const done = known ?? `${action.replaceAll("_", " ")} (${object_type})`;
	return target === null ? done : `${done} ${action === "request" ? "to" : "on"} ${target}`;
}

const number = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** What the event says besides, in a few words; null where it has nothing to add. */
export function eventDetail({ detail }: DesignEvent): string | null {
	if (detail === null) return null;
	const words: string[] = [];
	const accepted = number(detail.accepted);
	const refused = number(detail.refused);
	const size = number(detail.size);
	if (accepted !== null) words.push(`${formatPlural(accepted, "geofence")} taken`);
	if (refused !== null && refused > 0) words.push(`${formatPlural(refused, "row")} refused`);
	if (size !== null) words.push(formatBytes(size));
	return words.length === 0 ? null : words.join(", ");
}
