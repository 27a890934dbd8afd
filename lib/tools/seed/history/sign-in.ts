import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import type { Stage } from "./stage";

/** Who has been away for longer signs in again. */
const AWAY_MS = 12 * 3600 * 1000;

/** Signs a person of the demo world in at the service's time, as they act in a session. */
export async function signIn({ signedIn }: Stage, service: Service, person: Principal): Promise<void> {
	const now = service.now();
	const before = signedIn.get(person.userId);
	if (before !== undefined && now.getTime() - before.getTime() < AWAY_MS) return;
	signedIn.set(person.userId, now);
	await transact(service.prisma, async (tx) => {
		await tx.user.update({ where: { id: person.userId }, data: { last_sign_in_at: now, updated_at: now } });
		await recordEvent(service, tx, person, {
			action: "sign_in",
			object_type: "user",
			object_id: person.userId,
			organization_id: person.organizationId,
			detail: { second_factor: false },
		});
	});
}
