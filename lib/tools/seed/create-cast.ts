import { recordEvent } from "@/lib/domain/audit/record-event";
import { translateConflict } from "@/lib/platform/db/conflicts";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { emailKey } from "@/lib/rules/text/email-key";
import { type CastUser, CUSTOMERS, KEY_HOLDERS, ORGANIZATIONS, PERSONAS, TARGETS } from "./cast";

/** Actor of the seed's own audit records. */
export const SEED_ACTOR = { system: "demo world setup" } as const;

/** Key of the record that marks a database with the demo world. */
const FACT = "demo_world";

/**
 * Creates the organizations, people and targets of the demo world atomically, unless they exist.
 * @throws InvalidStateError when a slug or email address of the demo world is taken
 */
export async function createCast(service: Service): Promise<void> {
	await service.prisma
		.$transaction(async (tx) => {
			const { count } = await tx.serviceFact.createMany({ data: [{ name: FACT, value: "1" }], skipDuplicates: true });
			if (count === 0) return;
			await refuseTakenNames(tx);
			await tx.organization.createMany({
				data: ORGANIZATIONS.map(({ slug, name, membersSee, prices }) => ({
					slug,
					name,
					members_see: membersSee,
					created_at: service.now(),
					updated_at: service.now(),
					...(prices ? { price_proximity_cpm: prices.proximity, price_audience_cpm: prices.audience } : {}),
				})),
			});
			const organizationIds = await organizationIdsBySlug(tx);
			for (const user of everyone()) await createUser(service, tx, user, organizationIds);
			for (const target of TARGETS) {
				const organizationId = organizationIds.get(target.organization) ?? "";
				const { id } = await tx.target.create({
					data: {
						slug: target.slug,
						name: target.name,
						organization_id: organizationId,
						memory_capacity: target.memoryCapacity,
						request_ttl_seconds: target.requestTtlDays === undefined ? null : target.requestTtlDays * 24 * 3600,
						created_at: service.now(),
						accepted: { create: CUSTOMERS.map((slug) => ({ organization_id: organizationIds.get(slug) ?? "" })) },
					},
					select: { id: true },
				});
				const entry = {
					action: "create",
					object_type: "target",
					object_id: id,
					target_id: id,
					organization_id: organizationId,
				} as const;
				await recordEvent(service, tx, SEED_ACTOR, entry);
			}
		})
		.catch(translateConflict("the demo world was created by another process at the same time"));
}

function everyone(): CastUser[] {
	return [...Object.values(PERSONAS), ...Object.values(KEY_HOLDERS)];
}

async function refuseTakenNames(tx: Transaction): Promise<void> {
	const organization = await tx.organization.findFirst({
		where: { slug: { in: ORGANIZATIONS.map(({ slug }) => slug) } },
		select: { slug: true },
	});
	const user = await tx.user.findFirst({
		where: { email_key: { in: everyone().map(({ email }) => emailKey(email)) } },
		select: { email: true },
	});
	const target = await tx.target.findFirst({
		where: { slug: { in: TARGETS.map(({ slug }) => slug) } },
		select: { slug: true },
	});
	const taken = organization?.slug ?? user?.email ?? target?.slug;
	if (taken === undefined) return;
	throw new InvalidStateError(
		`the demo world cannot be added to this database: '${taken}' is in use there and was not made by the seed`,
	);
}

async function organizationIdsBySlug(tx: Transaction): Promise<Map<string, string>> {
	const organizations = await tx.organization.findMany({
		where: { slug: { in: ORGANIZATIONS.map(({ slug }) => slug) } },
		select: { id: true, slug: true },
	});
	return new Map(organizations.map(({ id, slug }) => [slug, id]));
}

async function createUser(
	service: Service,
	tx: Transaction,
	{ organization, ...user }: CastUser,
	organizationIds: ReadonlyMap<string, string>,
): Promise<void> {
	const organizationId = organizationIds.get(organization) ?? "";
	const { id } = await tx.user.create({
		data: {
			...user,
			email_key: emailKey(user.email),
			organization_id: organizationId,
			created_at: service.now(),
			updated_at: service.now(),
		},
		select: { id: true },
	});
	await recordEvent(service, tx, SEED_ACTOR, {
		action: "create",
		object_type: "user",
		object_id: id,
		organization_id: organizationId,
	});
}
