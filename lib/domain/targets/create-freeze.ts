import type { CreateFreeze, TargetFreeze } from "@/lib/contract/activation-window";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError } from "@/lib/rules/errors";
import { reviewHeldSchedules } from "./activation-window";
import { findAdministeredTarget } from "./find-administered-target";
import { describeFreeze, freezeInclude } from "./list-freezes";

/** Freezes of a target that have not ended. */
export const MOST_FREEZES = 100;
/** How long a freeze is kept after its end; the audit trail keeps it for good. */
const RETENTION_MS = 90 * 86_400_000;

/**
 * `POST /api/targets/<id>/freezes`: allows no activations during a time (docs/contract.md,
 * Activation windows).
 * @throws NotFoundError, ForbiddenError; InvalidArgumentError for an end that has passed;
 * InvalidStateError when the target has too many
 */
export async function createFreeze(
	service: Service,
	principal: Principal,
	targetId: string,
	{ starts_at, ends_at, reason }: CreateFreeze,
): Promise<TargetFreeze> {
	const now = service.now();
	const [startsAt, endsAt] = [starts_at === undefined ? now : new Date(starts_at), new Date(ends_at)];
	if (endsAt <= now || endsAt <= startsAt) {
		const message = `'ends_at': must be in the future, and it is ${now.toISOString()} now`;
		throw new InvalidArgumentError(message, { parameter: "ends_at" });
	}
	return transact(service.prisma, async (tx) => {
		await tx.$queryRaw`SELECT 1 FROM targets WHERE id = ${targetId}::uuid FOR NO KEY UPDATE`;
		const target = await findAdministeredTarget(tx, principal, targetId);
		const kept = new Date(now.getTime() - RETENTION_MS);
		await tx.targetFreeze.deleteMany({ where: { target_id: targetId, ends_at: { lt: kept } } });
		if ((await tx.targetFreeze.count({ where: { target_id: targetId, ends_at: { gt: now } } })) >= MOST_FREEZES) {
			throw new InvalidStateError(
				`the target has ${MOST_FREEZES} freezes that have not ended, which is the most: remove one`,
			);
		}
		const record = await tx.targetFreeze.create({
			data: {
				target_id: targetId,
				starts_at: startsAt,
				ends_at: endsAt,
				reason: reason.trim(),
				created_by_id: principal.userId,
				created_at: now,
			},
			include: freezeInclude,
		});
		await noteFreeze(service, tx, principal, { action: "add_freeze", target, freeze: record });
		return describeFreeze(record);
	});
}

/** Raises the target's revision and records the event of a freeze that was added or removed. */
export async function noteFreeze(
	service: Pick<Service, "now">,
	tx: Parameters<typeof recordEvent>[1],
	principal: Principal,
	{
		action,
		target,
		freeze,
	}: {
		readonly action: "add_freeze" | "remove_freeze";
		readonly target: { readonly id: string; readonly organization_id: string };
		readonly freeze: { readonly starts_at: Date; readonly ends_at: Date; readonly reason: string };
	},
): Promise<void> {
	const now = service.now();
	await tx.$rows(
		Prisma.sql`UPDATE targets SET revision = revision + 1, updated_at = ${now}::timestamptz WHERE id = ${target.id}::uuid`,
	);
	await reviewHeldSchedules(tx, target.id, now);
	await recordEvent(service, tx, principal, {
		action,
		object_type: "target",
		object_id: target.id,
		target_id: target.id,
		organization_id: target.organization_id,
		reason: freeze.reason,
		detail: { starts_at: freeze.starts_at.toISOString(), ends_at: freeze.ends_at.toISOString() },
	});
}
