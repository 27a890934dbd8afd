import type { Prisma } from "@/lib/generated/prisma/client";
import type { PlanMode } from "@/lib/platform/db/prisma-client";
import type { Service } from "@/lib/platform/service";

/**
 * The service, on whose database something happens once, as soon as a statement has found a row by its id: what another caller
 * may do between two statements of one operation.
 */
export function meanwhile<Opened extends Service>(
	service: Opened,
	id: string,
	happens: () => Promise<unknown>,
): Opened {
	let happened = false;
	const prisma = new Proxy(service.prisma, {
		get: (client, name) => {
			if (name !== "$queryRaw" && name !== "$rows") return Reflect.get(client, name);
			return async (query: Prisma.Sql, mode?: PlanMode) => {
				const rows = await (name === "$rows" ? client.$rows(query, mode) : client.$queryRaw<object[]>(query));
				if (!happened && JSON.stringify(rows).includes(id)) {
					happened = true;
					await happens();
				}
				return rows;
			};
		},
	});
	return { ...service, prisma };
}
