import { secretFingerprint } from "@/lib/domain/accounts/secrets";
import { SESSION_MAX_AGE_SECONDS } from "@/lib/domain/accounts/session";
import { resealValues } from "@/lib/platform/db/reseal-values";
import { log } from "@/lib/platform/log";
import { PREVIOUS_SECRET_FACT, SECRET_FACT } from "@/lib/platform/secrets";
import type { Service } from "@/lib/platform/service";

/**
 * Seals under the secret what is sealed under the previous one, and logs from when on the previous
 * one is needed no longer (docs/operations.md, Another secret). Until the secret has taken the place
 * of the previous one, which may be the next one so far, it does nothing. Returns the number of
 * values.
 */
export async function leavePreviousSecret(service: Service): Promise<number> {
	const { serviceFact } = service.prisma;
	const previous = await serviceFact.findUnique({ where: { name: PREVIOUS_SECRET_FACT } });
	if (service.previousSecret === undefined || previous?.value !== secretFingerprint(service.previousSecret)) {
		log.info("NEXTAUTH_SECRET_PREVIOUS is accepted; NEXTAUTH_SECRET has not taken its place");
		return 0;
	}
	const { resealed, unreadable } = await resealValues(service);
	if (unreadable > 0) log.error({ unreadable }, "sealed values were made under a secret that is not accepted");
	const fact = await serviceFact.findUniqueOrThrow({ where: { name: SECRET_FACT } });
	// Cookies are sealed again while they are used, and tokens made again when they have expired.
	const seconds = Math.max(SESSION_MAX_AGE_SECONDS, service.settings.TOKEN_TTL_SECONDS);
	const until = new Date(fact.created_at.getTime() + seconds * 1_000);
	const fields = { resealed, needed_until: until.toISOString() };
	if (service.now() < until) log.info(fields, "NEXTAUTH_SECRET_PREVIOUS is still needed");
	else log.warn(fields, "NEXTAUTH_SECRET_PREVIOUS is needed no longer: remove it");
	return resealed;
}
