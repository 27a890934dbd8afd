import { secretFingerprint } from "@/lib/auth/secrets";
import type { Service } from "@/lib/service";

/** Under which the database keeps the identity of its file store, since it was set up with it. */
export const FILE_STORE_FACT = "file_store_identity";

/** This process does not belong to the service whose database it has opened; the message names the variable. */
export class ServiceIdentityError extends Error {
	override name = "ServiceIdentityError";
}

/**
 * Compares this process's secret and file store with those of the service (design.md section 6): the first process writes
 * them down, every other must agree, or tokens and files would be lost to half of the processes.
 * @throws ServiceIdentityError
 */
export async function confirmServiceIdentity(service: Pick<Service, "prisma" | "secret" | "files">): Promise<void> {
	await confirm(
		service,
		"secret_fingerprint",
		secretFingerprint(service.secret),
		"NEXTAUTH_SECRET is not the secret that this database was set up with: sessions and access tokens would not be valid in every process.",
	);
	await confirm(
		service,
		FILE_STORE_FACT,
		await service.files.identity(),
		"FILE_STORE_URL is not the file store that this database was set up with: targeting files would be missing.",
	);
}

async function confirm(
	service: Pick<Service, "prisma">,
	name: string,
	value: string,
	disagreement: string,
): Promise<void> {
	await service.prisma.serviceFact.createMany({ data: [{ name, value }], skipDuplicates: true });
	const fact = await service.prisma.serviceFact.findUniqueOrThrow({ where: { name } });
	if (fact.value !== value) throw new ServiceIdentityError(disagreement);
}
