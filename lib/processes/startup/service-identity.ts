import type pg from "pg";
import { secretFingerprint } from "@/lib/domain/accounts/secrets";
import type { Service } from "@/lib/platform/service";

/** Name of the record in the database that identifies its file store. */
export const FILE_STORE_FACT = "file_store_identity";

/** The database belongs to a service with other settings; the message names the variable. */
export class ServiceIdentityError extends Error {
	override name = "ServiceIdentityError";
}

/** Messages for attributes that all processes of a service share, by the name of their record. */
const DISAGREEMENTS = {
	secret_fingerprint:
		"NEXTAUTH_SECRET is not the secret that this database was set up with: sessions and access tokens would not be valid in every process",
	[FILE_STORE_FACT]:
		"FILE_STORE_URL is not the file store that this database was set up with: targeting files would be missing",
};
type FactName = keyof typeof DISAGREEMENTS;

async function factsOf({ secret, files }: Pick<Service, "secret" | "files">): Promise<[FactName, string][]> {
	return [
		["secret_fingerprint", secretFingerprint(secret)],
		[FILE_STORE_FACT, await files.identity()],
	];
}

/**
 * Compares this process's secret and file store with those of the database, before any change to
 * it.
 * @throws ServiceIdentityError
 */
export async function refuseOtherService(pool: pg.Pool, own: Pick<Service, "secret" | "files">): Promise<void> {
	const { rows: tables } = await pool.query<{ there: boolean }>(
		"SELECT to_regclass('service_facts') IS NOT NULL AS there",
	);
	if (tables[0]?.there !== true) return;
	const { rows } = await pool.query<{ name: string; value: string }>("SELECT name, value FROM service_facts");
	for (const [name, value] of await factsOf(own)) {
		if (rows.some((fact) => fact.name === name && fact.value !== value)) {
			throw new ServiceIdentityError(DISAGREEMENTS[name]);
		}
	}
}

/**
 * Records or compares this process's secret and file store (docs/operations.md, Start). With
 * different ones, tokens and files would be valid in some processes only.
 * @throws ServiceIdentityError
 */
export async function confirmServiceIdentity(service: Pick<Service, "prisma" | "secret" | "files">): Promise<void> {
	for (const [name, value] of await factsOf(service)) {
		await service.prisma.serviceFact.createMany({ data: [{ name, value }], skipDuplicates: true });
		const fact = await service.prisma.serviceFact.findUniqueOrThrow({ where: { name } });
		if (fact.value !== value) throw new ServiceIdentityError(DISAGREEMENTS[name]);
	}
}
