import { SESSION_MAX_AGE_SECONDS } from "@/lib/domain/accounts/session";
import { resealValues } from "@/lib/platform/db/reseal-values";
import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { SECRET_FACT } from "@/lib/processes/startup/service-identity";

/**
 * Seals under the secret what is sealed under the previous one, and logs from when on the previous
 * one is needed no longer (docs/operations.md, Another secret). Returns the number of values.
 */
export async function leavePreviousSecret(service: Service): Promise<number> {
	const { resealed, unreadable } = await resealValues(service);
	if (unreadable > 0) log.error({ unreadable }, "sealed values were made under a secret that is not accepted");
	const fact = await service.prisma.serviceFact.findUniqueOrThrow({ where: { name: SECRET_FACT } });
	// Cookies are sealed again while they are used, and tokens made again when they have expired.
	const seconds = Math.max(SESSION_MAX_AGE_SECONDS, service.settings.TOKEN_TTL_SECONDS);
	const until = new Date(fact.createdAt.getTime() + seconds * 1_000);
	const fields = { resealed, needed_until: until.toISOString() };
	if (service.now() < until) log.info(fields, "NEXTAUTH_SECRET_PREVIOUS is still needed");
	else log.warn(fields, "NEXTAUTH_SECRET_PREVIOUS is needed no longer: remove it");
	return resealed;
}
