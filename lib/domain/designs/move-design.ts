import type { DesignStatus } from "@/lib/contract/design";
import { DESIGN_TRANSITIONS, type DesignAction, type DesignMove, designAllows } from "@/lib/contract/transitions";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";

/** A change of a design's status, with the fields of its audit event. */
export interface DesignStep {
	readonly design_id: string;
	readonly event: DesignMove;
	readonly detail: Prisma.InputJsonObject;
	/** The reason in the audit event. */
	readonly reason?: string | null;
	/** The reason that the design shows; none by default. */
	readonly status_reason?: string | null;
	/** Conditions in addition to the transition table's, over `designs`. */
	readonly where?: readonly Prisma.Sql[];
	/** Columns that change with the status. */
	readonly set?: readonly Prisma.Sql[];
}

/**
 * Moves a design along the transition table with one conditional statement, which also records the
 * audit event.
 * @returns false when its status or another condition does not allow it, and nothing was written
 */
export async function moveDesign(
	service: Pick<Service, "now">,
	tx: Transaction,
	actor: Principal | SystemActor,
	{
		design_id: designId,
		event,
		detail,
		reason = null,
		status_reason: statusReason = null,
		where = [],
		set = [],
	}: DesignStep,
): Promise<boolean> {
	const { from, to } = DESIGN_TRANSITIONS[event];
	const now = service.now();
	const columns = [
		Prisma.sql`status = ${to}::"DesignStatus"`,
		Prisma.sql`status_reason = ${statusReason}`,
		Prisma.sql`updated_at = ${now}::timestamptz`,
		Prisma.sql`revision = designs.revision + 1`,
		...set,
	];
	const conditions = [
		Prisma.sql`designs.id = ${designId}::uuid`,
		Prisma.sql`designs.status::text = ANY (${[...from]}::text[])`,
		...where,
	];
	const [before] = await tx.$rows<{ status: DesignStatus; organization_id: string }>(
		Prisma.sql`WITH before AS (
				SELECT id, status FROM designs WHERE ${Prisma.join(conditions, " AND ")} FOR NO KEY UPDATE)
			UPDATE designs SET ${Prisma.join(columns)} FROM before WHERE designs.id = before.id
			RETURNING before.status::text AS status, designs.owner_org_id AS organization_id`,
	);
	if (before === undefined) return false;
	await recordEvent(service, tx, actor, {
		action: event,
		object_type: "design",
		object_id: designId,
		design_id: designId,
		organization_id: before.organization_id,
		status_before: before.status,
		status_after: to,
		reason,
		detail,
	});
	return true;
}

const WORDS = {
	edit: "edit",
	request_build: "request a build of",
	attach_external_build: "attach an external build to",
} as const satisfies Partial<Record<DesignAction, string>>;

/** The error when the status of a design does not allow an event, else null. */
export function designRefusal(event: keyof typeof WORDS, status: DesignStatus): InvalidStateError | null {
	if (designAllows(event, status)) return null;
	const required = DESIGN_TRANSITIONS[event].from.join("', '");
	return new InvalidStateError(`cannot ${WORDS[event]} a design whose status is '${status}': it must be '${required}'`);
}
