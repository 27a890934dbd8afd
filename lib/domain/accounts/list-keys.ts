import type { ApiKey } from "@/lib/contract/key";
import { visibleKeys } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { describeKey, keySelect } from "./describe-key";

/** `GET /api/keys`: the visible keys without deleted ones, newest first. */
export async function listKeys(
	service: Service,
	principal: Principal,
	{ limit, offset, user_id: userId }: { limit: number; offset: number; user_id?: string | undefined },
): Promise<Page<ApiKey>> {
	const where = { AND: [visibleKeys(principal), userId === undefined ? {} : { userId }] };
	const records =
		limit === 0
			? []
			: await service.prisma.apiKey.findMany({
					where,
					select: keySelect,
					orderBy: [{ createdAt: "desc" }, { id: "asc" }],
					take: limit,
					skip: offset,
				});
	const total = await service.prisma.apiKey.count({ where });
	const now = service.now();
	return { rows: records.map((record) => describeKey(principal, now, record)), total };
}
