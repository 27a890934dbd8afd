import { editTargetBody } from "@/lib/contract/target";
import { MAY_SIGN_IN, maySignIn } from "@/lib/domain/access/access";
import { isErased } from "@/lib/domain/accounts/people/erased-people";
import { storedConditions } from "@/lib/domain/deployments/activation-rules/stored-conditions";
import { openAddress } from "@/lib/domain/pulls/sealed-address";
import { HEADER_PURPOSE, KEY_PURPOSE } from "@/lib/domain/pulls/set-pull";
import { hoursOf } from "@/lib/domain/targets/activation-window";
import { openUrl } from "@/lib/domain/webhooks/sealed-values";
import type { Prisma, Pull } from "@/lib/generated/prisma/client";
import { unseal } from "@/lib/platform/seal";
import type { Service, Transaction } from "@/lib/platform/service";
import { priceCpmOf } from "@/lib/rules/price";
import { GRANTED } from "./entries-of";
import { type Fields, pick } from "./fields";

type Reader = Pick<Service, "now" | "secret">;
/** A transaction, and the slugs of organizations and targets by their ids. */
interface Source {
	readonly service: Reader;
	readonly tx: Transaction;
	readonly slugs: ReadonlyMap<string, string>;
}

/**
 * The state of the service in the form of a declared one, with its ids and secrets: for comparisons
 * alone.
 * @param emailKeys people who are read although they are not let in
 */
export async function readState(service: Reader, tx: Transaction, emailKeys: readonly string[] = []): Promise<Fields> {
	const organizations = await tx.organization.findMany({ orderBy: { slug: "asc" } });
	const named = await tx.target.findMany({ select: { id: true, slug: true } });
	const slugs = new Map([...organizations, ...named].map(({ id, slug }) => [id, slug]));
	const source = { service, tx, slugs };
	return {
		organizations: organizations.map(organizationOf),
		people: await readPeople(source, emailKeys),
		targets: await readTargets(source),
		place_categories: (await tx.placeCategory.findMany({ orderBy: { name: "asc" } })).map(
			({ id, name, sensitive }) => ({ id, name, sensitive }),
		),
		inventory_sources: await readInventorySources(source),
		webhooks: await readWebhooks(source),
	};
}

const organizationOf = (record: Prisma.OrganizationGetPayload<object>) => ({
	id: record.id,
	slug: record.slug,
	name: record.name,
	price_cpm: {
		proximity: priceCpmOf(record.price_proximity_cpm)?.base ?? null,
		audience: priceCpmOf(record.price_audience_cpm)?.base ?? null,
	},
	second_factor_required: record.second_factor_required,
	least_reach: record.least_reach,
	members_see: record.members_see,
	embed_origins: record.embed_origins,
});

const textOf = (time: Date | null) => time?.toISOString() ?? null;

async function readPeople({ service, tx, slugs }: Source, emailKeys: readonly string[]) {
	const isValid = { revoked_at: null, OR: [{ expires_at: null }, { expires_at: { gt: service.now() } }] };
	const letIn = [MAY_SIGN_IN, { signInLinks: { some: {} } }, { apiKeys: { some: isValid } }];
	const people = await tx.user.findMany({
		where: { OR: [{ disabled_at: null, OR: letIn }, { email_key: { in: [...emailKeys] } }] },
		include: {
			apiKeys: { where: isValid, orderBy: [{ label: "asc" }, { created_at: "asc" }, { id: "asc" }] },
			_count: { select: { signInLinks: true } },
		},
		orderBy: [{ email_key: "asc" }, { organization: { slug: "asc" } }],
	});
	return people
		.filter((person) => !isErased(person))
		.map((person) => {
			const isKnown = maySignIn(person) || person._count.signInLinks > 0 || person.apiKeys.length > 0;
			return {
				id: person.id,
				access: person.disabled_at !== null ? "disabled" : isKnown ? GRANTED : "token_only",
				email: person.email,
				organization: slugs.get(person.organization_id),
				first_name: person.first_name,
				last_name: person.last_name,
				role: person.role,
				keys: person.apiKeys.map(({ id, label, scopes, allowed_addresses, expires_at }) => {
					return { id, label, scopes, allowed_addresses, expires_at: textOf(expires_at) };
				}),
			};
		});
}

const TARGET_PARTS = {
	accepted: { select: { organization: { select: { slug: true } } }, orderBy: { organization: { slug: "asc" } } },
	rules: { orderBy: { name: "asc" } },
	agentKeys: { where: { revoked_at: null }, orderBy: [{ label: "asc" }, { created_at: "asc" }, { id: "asc" }] },
} satisfies Prisma.TargetInclude;

async function readTargets({ service, tx, slugs }: Source) {
	const freezes = {
		where: { ends_at: { gt: service.now() } },
		orderBy: [{ starts_at: "asc" }, { ends_at: "asc" }, { reason: "asc" }],
	} satisfies Prisma.TargetInclude["freezes"];
	const targets = await tx.target.findMany({ include: { ...TARGET_PARTS, freezes }, orderBy: { slug: "asc" } });
	return targets.map((target) => ({
		id: target.id,
		slug: target.slug,
		organization: slugs.get(target.organization_id),
		...pick(target, ...Object.keys(editTargetBody.shape)),
		memory_capacity: target.memory_capacity === null ? null : Number(target.memory_capacity),
		accepted_organizations: target.accepted.map(({ organization }) => organization.slug),
		activation_hours: hoursOf(target),
		freezes: target.freezes.map(({ id, starts_at, ends_at, reason }) => {
			return { id, starts_at: textOf(starts_at), ends_at: textOf(ends_at), reason };
		}),
		rules: target.rules.map((rule) => {
			const { organizationIds, ...conditions } = storedConditions(rule);
			const organizations = organizationIds?.flatMap((id) => slugs.get(id) ?? []).sort() ?? null;
			return { id: rule.id, name: rule.name, mode: rule.mode, conditions: { ...conditions, organizations } };
		}),
		agent_keys: target.agentKeys.map(({ id, label }) => ({ id, label })),
	}));
}

async function readInventorySources({ service, tx }: Source) {
	const sources = await tx.inventorySource.findMany({
		include: {
			organizations: {
				select: { organization: { select: { slug: true } } },
				orderBy: { organization: { slug: "asc" } },
			},
			pull: true,
		},
		orderBy: { slug: "asc" },
	});
	return sources.map(({ id, slug, name, organizations, keep_days, pull }) => ({
		...{ id, slug, name, organizations: organizations.map(({ organization }) => organization.slug), keep_days },
		pull: pull && pullOf(service, pull),
	}));
}

const pullOf = (service: Reader, pull: Pull) => ({
	id: pull.id,
	url: openAddress(service, pull),
	mode: pull.mode,
	every_hours: pull.every_hours,
	daily_at: pull.daily_at,
	time_zone: pull.time_zone,
	header: pull.header_value && {
		field: pull.header_name,
		value: unseal(service, HEADER_PURPOSE, pull.header_value),
	},
	s3_keys: pull.secret_access_key && {
		access_key_id: pull.access_key_id,
		secret_access_key: unseal(service, KEY_PURPOSE, pull.secret_access_key),
	},
});

async function readWebhooks({ service, tx, slugs }: Source) {
	const webhooks = await tx.webhook.findMany({
		orderBy: [{ description: "asc" }, { created_at: "asc" }, { id: "asc" }],
	});
	const slugsOf = (ids: readonly string[]) => ids.flatMap((id) => slugs.get(id) ?? []).sort();
	const rows = webhooks.map((webhook) => ({
		id: webhook.id,
		description: webhook.description,
		organization: webhook.organization_id && (slugs.get(webhook.organization_id) ?? null),
		url: openUrl(service, webhook.sealed_url),
		format: webhook.format,
		events: webhook.events,
		targets: slugsOf(webhook.target_ids),
		owner_organizations: slugsOf(webhook.owner_org_ids),
		enabled: webhook.enabled,
	}));
	return rows.sort((one, other) => compare(one.organization ?? "", other.organization ?? ""));
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
