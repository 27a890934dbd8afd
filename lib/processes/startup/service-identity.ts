import { randomBytes } from "node:crypto";
import type pg from "pg";
import { DECOYS_FACT } from "@/lib/domain/accounts/second-factor/asks-second-factor";
import { secretFingerprint } from "@/lib/domain/accounts/secrets";
import { transact } from "@/lib/platform/db/transact";
import { log } from "@/lib/platform/log";
import { acceptedSecrets, PREVIOUS_SECRET_FACT, SECRET_FACT } from "@/lib/platform/secrets";
import type { Service } from "@/lib/platform/service";

/** Name of the record in the database that identifies its file store. */
export const FILE_STORE_FACT = "file_store_identity";

/** The database belongs to a service with other settings; the message names the variable. */
export class ServiceIdentityError extends Error {
	override name = "ServiceIdentityError";
}

/** Messages for attributes that all processes of a service share, by the name of their record. */
const DISAGREEMENTS = {
	[SECRET_FACT]:
		"NEXTAUTH_SECRET is not the secret that this database was set up with: sessions and access tokens would not be valid in every process",
	[FILE_STORE_FACT]:
		"FILE_STORE_URL is not the file store that this database was set up with: targeting files would be missing",
};
type FactName = keyof typeof DISAGREEMENTS;

type Identified = Pick<Service, "secret" | "previousSecret" | "files">;

/** The accepted values of each record, the one to write first. */
async function factsOf(own: Identified): Promise<[FactName, readonly string[]][]> {
	return [
		[SECRET_FACT, acceptedSecrets(own).map(secretFingerprint)],
		[FILE_STORE_FACT, [await own.files.identity()]],
	];
}

/**
 * Compares this process's secret and file store with those of the database, before any change to
 * it.
 * @throws ServiceIdentityError
 */
export async function refuseOtherService(pool: pg.Pool, own: Identified): Promise<void> {
	const { rows: tables } = await pool.query<{ there: boolean }>(
		"SELECT to_regclass('service_facts') IS NOT NULL AS there",
	);
	if (tables[0]?.there !== true) return;
	const { rows } = await pool.query<{ name: string; value: string }>("SELECT name, value FROM service_facts");
	for (const [name, accepted] of await factsOf(own)) {
		if (rows.some((fact) => fact.name === name && !accepted.includes(fact.value))) {
			throw new ServiceIdentityError(DISAGREEMENTS[name]);
		}
	}
}

/**
 * Records or compares this process's secret and file store (docs/operations.md, Start). With
 * different ones, tokens and files would be valid in some processes only. A secret whose previous one
 * is recorded takes its place.
 * @throws ServiceIdentityError
 */
export async function confirmServiceIdentity(service: Identified & Pick<Service, "prisma" | "now">): Promise<void> {
	const { serviceFact } = service.prisma;
	const decoys = { name: DECOYS_FACT, value: randomBytes(32).toString("base64url") };
	await serviceFact.createMany({ data: [decoys], skipDuplicates: true });
	for (const [name, [value = "", ...others]] of await factsOf(service)) {
		await serviceFact.createMany({ data: [{ name, value }], skipDuplicates: true });
		const [previous] = others;
		if (previous !== undefined) await takePlaceOf(service, previous, value);
		const fact = await serviceFact.findUniqueOrThrow({ where: { name } });
		if (fact.value !== value) throw new ServiceIdentityError(DISAGREEMENTS[name]);
	}
}

/** Records a secret whose previous one is recorded, and the previous one as such. */
async function takePlaceOf(
	{ prisma, now }: Pick<Service, "prisma" | "now">,
	previous: string,
	value: string,
): Promise<void> {
	const changed = await transact(prisma, async (tx) => {
		const createdAt = now();
		const where = { name: SECRET_FACT, value: previous };
		const { count } = await tx.serviceFact.updateMany({ where, data: { value, created_at: createdAt } });
		if (count === 0) return false;
		const [name, record] = [PREVIOUS_SECRET_FACT, { value: previous, created_at: createdAt }];
		await tx.serviceFact.upsert({ where: { name }, create: { name, ...record }, update: record });
		return true;
	});
	if (changed)
		log.info({ record: SECRET_FACT }, "the service's secret was changed: the previous one is still accepted");
}
