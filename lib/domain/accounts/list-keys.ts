import type { ApiKey } from "@/lib/contract/key";
import { visibleKeysSql } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOf } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { describeKey, keySelect } from "./describe-key";

/** `GET /api/keys`: the visible keys without deleted ones, newest first. */
export async function listKeys(
	service: Service,
	principal: Principal,
	{ user_id: userId, ...paging }: { limit: number; offset: number; user_id?: string | undefined },
): Promise<Page<ApiKey>> {
	const where = [visibleKeysSql(principal)];
	if (userId !== undefined) where.push(Prisma.sql`k.user_id = ${userId}::uuid`);
	const list = {
		...{ from: Prisma.sql`api_keys k`, where },
		...{ sort: Prisma.sql`k.created_at`, id: Prisma.sql`k.id`, order: "desc" as const, ...paging },
	};
	const { rows, total } = await pageOf(service.prisma, list, (ids) =>
		service.prisma.apiKey.findMany({ where: { id: { in: [...ids] } }, select: keySelect }),
	);
	const now = service.now();
	return { rows: rows.map((record) => describeKey(principal, now, record)), total };
}
