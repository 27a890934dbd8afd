import { administeredTargets, mayHaveWebhooks, requireRight } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { requireUnrestricted } from "@/lib/domain/accounts/key-rules";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";

/** @throws ForbiddenError unless the caller may have webhooks */
export function requireWebhooks(principal: Principal): void {
	requireRight(principal, mayHaveWebhooks, "only administrators and operators have webhooks");
}

/**
 * Who sets a webhook's address or takes a secret gets what outlives the credential.
 * @throws ForbiddenError as `requireUnrestricted` does, and unless the caller may have webhooks
 */
export async function requireWebhookIssuer(tx: Transaction, principal: Principal): Promise<void> {
	requireWebhooks(principal);
	await requireUnrestricted(tx, principal, null, "webhooks");
}

/**
 * Checks that the ids of a filter stand for something that the webhook can be told of.
 * @param organizationId of the webhook; null for the whole service
 * @throws InvalidArgumentError naming the field and the first id that is wrong
 */
export async function checkFilter(
	tx: Transaction,
	principal: Principal,
	organizationId: string | null,
	{ target_ids = [], owner_org_ids = [] }: Partial<Record<"target_ids" | "owner_org_ids", string[] | undefined>>,
): Promise<void> {
	const own = organizationId === null ? Prisma.sql`TRUE` : Prisma.sql`t.organization_id = ${organizationId}::uuid`;
	const designs = Prisma.sql`EXISTS (SELECT 1 FROM target_accepted_organizations a
		WHERE a.target_id = t.id AND a.organization_id = ${organizationId}::uuid)`;
	const targets = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`SELECT t.id FROM targets t
		WHERE t.id = ANY (${target_ids}::uuid[]) AND (${own} OR ${designs} OR ${administeredTargets(principal)})`);
	requireAll("target_ids", "target", target_ids, targets);
	const known =
		organizationId === null
			? Prisma.sql`TRUE`
			: Prisma.sql`(o.id = ${organizationId}::uuid OR EXISTS (
		SELECT 1 FROM target_accepted_organizations a JOIN targets t ON t.id = a.target_id
		WHERE a.organization_id = o.id AND t.organization_id = ${organizationId}::uuid))`;
	const owners = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`SELECT o.id FROM organizations o
		WHERE o.id = ANY (${owner_org_ids}::uuid[]) AND ${known}`);
	requireAll("owner_org_ids", "organization", owner_org_ids, owners);
}

function requireAll(field: string, what: string, wanted: readonly string[], found: readonly { id: string }[]): void {
	const known = new Set(found.map(({ id }) => id));
	const missing = wanted.find((id) => !known.has(id));
	if (missing === undefined) return;
	throw new InvalidArgumentError(`'${field}': there is no ${what} ${missing} that the webhook could be told of`, {
		parameter: field,
	});
}
