import { secretFingerprint } from "@/lib/domain/accounts/secrets";
import { SESSION_MAX_AGE_SECONDS } from "@/lib/domain/accounts/session";
import { resealValues } from "@/lib/platform/db/reseal-values";
import { log } from "@/lib/platform/log";
import { PREVIOUS_SECRET_FACT, SECRET_FACT } from "@/lib/platform/secrets";
import type { Service } from "@/lib/platform/service";

/**
 * Seals values of the previous secret under the present one, and logs when the previous one is no
 * longer needed (docs/operations.md, Another secret). Does nothing until the present secret has
 * taken effect: during a rolling change, the "previous" secret may still be the next one. Returns
 * the number of values.
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
	else log.warn(fields, "NEXTAUTH_SECRET_PREVIOUS is no longer needed: remove it");
	return resealed;
}
