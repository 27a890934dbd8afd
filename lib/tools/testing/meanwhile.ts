import type { Prisma } from "@/lib/generated/prisma/client";
import type { PlanMode } from "@/lib/platform/db/prisma-client";
import type { Service } from "@/lib/platform/service";

/**
 * A service in whose database other work happens once, as soon as a statement has found a row by
 * its id: as a concurrent caller may do between two statements of an operation.
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
			return async (query: Prisma.Sql, ...rest: unknown[]) => {
				const read = () =>
					name === "$rows" ? client.$rows(query, rest[0] as PlanMode) : client.$queryRaw<object[]>(query, ...rest);
				const rows = await read();
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
