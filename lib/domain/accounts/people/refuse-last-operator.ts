import { ACTIVE_PEOPLE_SQL } from "@/lib/domain/access/access";
import type { Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";

/**
 * Locks all operators, so that of two operators who disable each other at once the second one is
 * refused.
 * @throws InvalidStateError when no other operator can sign in
 */
export async function refuseLastOperator(tx: Transaction, id: string): Promise<void> {
	const operators = await tx.$queryRaw<{ id: string }[]>`
		SELECT u.id FROM users u WHERE u.role = 'operator' AND ${ACTIVE_PEOPLE_SQL}
		ORDER BY u.id FOR NO KEY UPDATE`;
	if (operators.every((operator) => operator.id === id)) {
		throw new InvalidStateError("this is the last operator who can sign in: add another one first");
	}
}
