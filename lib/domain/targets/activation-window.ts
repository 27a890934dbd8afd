import type { ActivationHours, ActivationWindow } from "@/lib/contract/activation-window";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { nextClosing, nextOpening, type OpeningHours, opennessAt } from "@/lib/rules/opening-hours";
import { loadOpeningHours } from "./load-opening-hours";

/** Whether a target allows activations at an instant (docs/contract.md, Activation windows). */
export function activationWindowAt(rules: OpeningHours, at: Date): ActivationWindow {
	const openness = opennessAt(rules, at);
	if (openness.open) {
		const closes = nextClosing(rules, at)?.toISOString() ?? null;
		return { open: true, reason: null, freeze_reason: null, opens_at: null, closes_at: closes };
	}
	return {
		open: false,
		reason: openness.reason,
		freeze_reason: openness.reason === "frozen" ? openness.freeze.reason : null,
		opens_at: nextOpening(rules, at)?.toISOString() ?? null,
		closes_at: null,
	};
}

/** The windows of targets now, by target; targets that always allow activations are missing. */
export async function loadActivationWindows(
	service: Pick<Service, "now">,
	db: Pick<Transaction, "$rows">,
	targetIds: readonly string[],
): Promise<Map<string, ActivationWindow>> {
	const now = service.now();
	const rules = await loadOpeningHours(db, targetIds, now);
	return new Map([...rules].map(([id, hours]) => [id, activationWindowAt(hours, now)]));
}

/** The window of a target now; null where it always allows activations. */
export async function loadActivationWindow(
	service: Pick<Service, "now">,
	db: Pick<Transaction, "$rows">,
	targetId: string,
): Promise<ActivationWindow | null> {
	return (await loadActivationWindows(service, db, [targetId])).get(targetId) ?? null;
}

/** The hours of a target's row. */
export const hoursOf = ({
	activation_hours: activationHours,
}: {
	readonly activation_hours: Prisma.JsonValue;
}): ActivationHours | null =>
	// Written by createTarget and editTarget alone, after the schema's check.
	activationHours as ActivationHours | null;

/** The column of a target's hours; absent fields stay as they are. */
export const hoursColumn = (hours: ActivationHours | null | undefined) =>
	hours === undefined ? {} : { activation_hours: hours ?? Prisma.DbNull };

/** Has scheduled activations that wait for the target look at its changed hours or freezes. */
export async function reviewHeldSchedules(tx: Transaction, targetId: string, now: Date): Promise<void> {
	await tx.$rows(Prisma.sql`
		UPDATE deployment_schedules s SET held_until = ${now}::timestamptz FROM deployments x
		WHERE x.id = s.deployment_id AND x.target_id = ${targetId}::uuid AND s.ran_at IS NULL AND s.held_until > ${now}::timestamptz`);
}
