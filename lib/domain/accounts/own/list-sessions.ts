import type { AccountSession } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import { SESSION_MAX_AGE_SECONDS } from "@/lib/domain/accounts/session";
import type { Page } from "@/lib/domain/lists/page";
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
	{ limit, offset }: { limit: number; offset: number },
): Promise<Page<AccountSession>> {
	const { id: currentId } = requireSession(principal);
	const { id: userId, sessionEpoch: epoch } = await findAccount(service.prisma, principal);
	const now = service.now();
	const unused = new Date(now.getTime() - SESSION_MAX_AGE_SECONDS * 1_000);
	const open = { endsAt: { gt: now }, OR: [{ usedAt: { gt: unused } }, { id: currentId }] };
	const where = { userId, epoch, ...open };
	const [records, total] = await Promise.all([
		limit === 0
			? []
			: service.prisma.session.findMany({
					where,
					orderBy: [{ createdAt: "desc" }, { id: "asc" }],
					take: limit,
					skip: offset,
				}),
		service.prisma.session.count({ where }),
	]);
	const rows = records.map((record) => ({
		id: record.id,
		current: record.id === currentId,
		opened_by: record.openedBy,
		second_factor: record.secondFactor,
		browser: record.browser,
		address: record.address,
		created_at: record.createdAt.toISOString(),
		used_at: record.usedAt.toISOString(),
		ends_at: record.endsAt.toISOString(),
	}));
	return { rows, total };
}
