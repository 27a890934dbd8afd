import { type AccountSession, session } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import { SESSION_MAX_AGE_SECONDS } from "@/lib/domain/accounts/session";
import { type Page, pageOf } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { findAccount } from "./find-account";
import { requireSession } from "./require-session";

/**
 * `GET /api/account/sessions`: the caller's open sessions, the newest first.
 * @throws ForbiddenError for keys and tokens
 */
export async function listSessions(
	service: Service,
	principal: Principal,
	paging: { limit: number; offset: number },
): Promise<Page<AccountSession>> {
	const { id: currentId } = requireSession(principal);
	const { id: userId, session_epoch: epoch } = await findAccount(service.prisma, principal);
	const now = service.now();
	const unused = new Date(now.getTime() - SESSION_MAX_AGE_SECONDS * 1_000);
	const list = {
		from: Prisma.sql`sessions s`,
		where: [
			Prisma.sql`s.user_id = ${userId}::uuid AND s.epoch = ${epoch}::int AND s.ends_at > ${now}::timestamptz`,
			Prisma.sql`(s.used_at > ${unused}::timestamptz OR s.id = ${currentId}::uuid)`,
		],
		...{ sort: Prisma.sql`s.created_at`, id: Prisma.sql`s.id`, order: "desc" as const, ...paging },
	};
	const { rows: records, total } = await pageOf(service.prisma, list, (ids) =>
		service.prisma.session.findMany({ where: { id: { in: [...ids] } } }),
	);
	const rows = records.map((record) =>
		rowOf(session, record, {
			current: record.id === currentId,
		}),
	);
	return { rows, total };
}
