import type { EditWebhook } from "@/lib/contract/webhook";
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
 * Setting an address or issuing a secret has effects that outlive the credential.
 * @throws ForbiddenError as `requireUnrestricted` does, and unless the caller may have webhooks
 */
export async function requireWebhookIssuer(tx: Transaction, principal: Principal): Promise<void> {
	requireWebhooks(principal);
	await requireUnrestricted(tx, principal, null, "webhooks");
}

/**
 * Checks that a filter names objects whose events the webhook can receive.
 * @param organizationId of the webhook; null for the whole service
 * @returns the columns of the given parts
 * @throws InvalidArgumentError naming the field and the first entry that is wrong
 */
export async function readFilter(
	tx: Transaction,
	principal: Principal,
	organizationId: string | null,
	{ target_ids, owner_organizations }: Pick<EditWebhook, "target_ids" | "owner_organizations">,
): Promise<{ target_ids?: string[]; owner_org_ids?: string[] }> {
	return {
		...(target_ids && { target_ids: await findTargets(tx, principal, organizationId, target_ids) }),
		...(owner_organizations && { owner_org_ids: await findOwners(tx, organizationId, owner_organizations) }),
	};
}

async function findTargets(
	tx: Transaction,
	principal: Principal,
	organizationId: string | null,
	ids: readonly string[],
): Promise<string[]> {
	const own =
		organizationId === null ? Prisma.sql`TRUE` : Prisma.sql`targets.organization_id = ${organizationId}::uuid`;
	const designs = Prisma.sql`EXISTS (SELECT 1 FROM target_accepted_organizations a
		WHERE a.target_id = targets.id AND a.organization_id = ${organizationId}::uuid)`;
	const targets = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`SELECT targets.id FROM targets
		WHERE targets.id = ANY (${ids}::uuid[]) AND (${own} OR ${designs} OR ${administeredTargets(principal)})`);
	const found = targets.map(({ id }) => id);
	requireAll("target_ids", "target", ids, found);
	return found;
}

async function findOwners(tx: Transaction, organizationId: string | null, slugs: readonly string[]): Promise<string[]> {
	const known =
		organizationId === null
			? Prisma.sql`TRUE`
			: Prisma.sql`(o.id = ${organizationId}::uuid OR EXISTS (
		SELECT 1 FROM target_accepted_organizations a JOIN targets t ON t.id = a.target_id
		WHERE a.organization_id = o.id AND t.organization_id = ${organizationId}::uuid))`;
	const owners = await tx.$queryRaw<{ id: string; slug: string }[]>(Prisma.sql`SELECT o.id, o.slug FROM organizations o
		WHERE o.slug = ANY (${slugs}::text[]) AND ${known}`);
	const found = owners.map(({ slug }) => slug);
	requireAll("owner_organizations", "organization", slugs, found);
	return owners.map(({ id }) => id);
}

function requireAll(field: string, what: string, wanted: readonly string[], found: readonly string[]): void {
	const missing = wanted.find((one) => !found.includes(one));
	if (missing === undefined) return;
	throw new InvalidArgumentError(`'${field}': there is no ${what} ${missing} whose events the webhook may receive`, {
		parameter: field,
	});
}
