import type { SystemActor } from "@/lib/domain/access/principal";
import type { PersonRecord } from "@/lib/domain/accounts/people/people";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { findByEmail, type NamedPerson } from "./find-by-email";

/**
 * `npm run admin -- enable` (docs/operations.md, Locked out?): enables a disabled user, whose
 * password and keys work again.
 * @returns also whether anything changed
 * @throws NotFoundError, InvalidArgumentError when no user, or several, have the e-mail
 */
export async function enableByEmail(
	service: Pick<Service, "prisma" | "now">,
	actor: SystemActor,
	named: NamedPerson,
): Promise<{ readonly person: PersonRecord; readonly isChanged: boolean }> {
	return transact(service.prisma, async (tx) => {
		const person = await findByEmail(tx, named);
		if (person.disabled_at === null) return { person, isChanged: false };
		await tx.user.update({
			where: { id: person.id },
			data: { disabled_at: null, updated_at: service.now(), revision: { increment: 1 } },
			select: { id: true },
		});
		await recordEvent(service, tx, actor, {
			action: "enable",
			object_type: "user",
			object_id: person.id,
			organization_id: person.organization_id,
			detail: { changes: { disabled: false } },
		});
		return { person, isChanged: true };
	});
}
