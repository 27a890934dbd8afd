import type { EndedSessions } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { requireSession } from "./require-session";

/**
 * `DELETE /api/account/sessions/<id>`: ends one session of the caller; their own is signed out.
 * @throws ForbiddenError for keys and tokens; NotFoundError for a session that is not theirs
 */
export async function endOwnSession(service: Service, principal: Principal, id: string): Promise<void> {
	requireSession(principal);
	await transact(service.prisma, async (tx) => {
		const ended = await endSessions(service, tx, principal, { id });
		if (ended === 0) throw new NotFoundError("session not found");
	});
}

/**
 * `DELETE /api/account/sessions`: ends all sessions of the caller except the one of this request.
 * @throws ForbiddenError for keys and tokens
 */
export async function endOtherSessions(service: Service, principal: Principal): Promise<EndedSessions> {
	const { id } = requireSession(principal);
	return transact(service.prisma, async (tx) => ({
		ended: await endSessions(service, tx, principal, { id: { not: id } }),
	}));
}

async function endSessions(
	service: Service,
	tx: Transaction,
	principal: Principal,
	which: Pick<Prisma.SessionWhereInput, "id">,
): Promise<number> {
	const { count } = await tx.session.deleteMany({ where: { user_id: principal.userId, ...which } });
	if (count > 0) {
		await recordEvent(service, tx, principal, {
			action: "end_sessions",
			object_type: "user",
			object_id: principal.userId,
			organization_id: principal.organizationId,
			detail: { count },
		});
	}
	return count;
}
