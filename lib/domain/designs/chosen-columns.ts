import {
	type ChooseColumns,
	type ChosenColumns,
	type ChosenColumnsList,
	chooseColumnsBody,
} from "@/lib/contract/geofence-columns";
import type { Principal } from "@/lib/domain/access/principal";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";

/** Of one organization; older ones are forgotten. */
const MOST = 100;

/** `GET /api/geofence-columns`: what people of the organization named, the last ones first. */
export async function listChosenColumns(service: Service, principal: Principal): Promise<ChosenColumnsList> {
	return { choices: await loadChosenColumns(service.prisma, principal) };
}

/** The choices by which tables of the organization are read. */
export async function loadChosenColumns(
	db: Transaction | Service["prisma"],
	{ organizationId }: Pick<Principal, "organizationId">,
): Promise<ChosenColumns[]> {
	const rows = await db.chosenColumns.findMany({
		where: { organization_id: organizationId },
		orderBy: [{ chosen_at: "desc" }, { id: "desc" }],
		take: MOST,
	});
	return rows.map(({ columns, chosen_at: chosenAt }) => ({
		...chooseColumnsBody.parse(columns),
		chosen_at: chosenAt.toISOString(),
	}));
}

/**
 * `POST /api/geofence-columns`: remembers what the columns hold of a table whose headings do not say
 * it, for all later tables of the organization that have these columns (docs/contract.md, Imports).
 */
export async function chooseColumns(
	service: Service,
	{ organizationId }: Principal,
	columns: ChooseColumns,
): Promise<ChosenColumns> {
	const now = service.now();
	return transact(service.prisma, async (tx) => {
		await tx.chosenColumns.deleteMany({ where: { organization_id: organizationId, columns: { equals: columns } } });
		await tx.chosenColumns.create({
			data: { organization_id: organizationId, columns, chosen_at: now },
			select: { id: true },
		});
		const older = await tx.chosenColumns.findMany({
			where: { organization_id: organizationId },
			orderBy: [{ chosen_at: "desc" }, { id: "desc" }],
			skip: MOST,
			select: { id: true },
		});
		await tx.chosenColumns.deleteMany({ where: { id: { in: older.map(({ id }) => id) } } });
		return { ...columns, chosen_at: now.toISOString() };
	});
}
