import { randomBytes } from "node:crypto";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { newKey } from "@/lib/domain/accounts/secrets";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { KeyScope, User } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { emailKey } from "@/lib/rules/text/email-key";
import { KEY_HOLDERS, PERSONA_NAMES, PERSONAS, type PersonaName, TARGETS } from "./cast";
import { SEED_ACTOR } from "./create-cast";
import type { DemoPersona, DemoWorld } from "./demo-world";

/** Labels by which a later run finds the keys to replace. */
const OWN_KEY = "Demo";
const AGENT_KEY = "Demo agent";

/**
 * Gives every persona a new password and new keys, and every target a new agent key, and revokes
 * the old ones, of which only hashes are stored. Restores roles and enables the personas.
 * @throws InvalidStateError when a persona or target no longer has its name
 */
export async function issueCredentials(service: Service): Promise<DemoWorld> {
	const passwords = Object.fromEntries(
		await Promise.all(
			PERSONA_NAMES.map(async (name) => {
				const password = randomBytes(12).toString("base64url");
				return [name, { password, passwordHash: await hashPassword(password) }] as const;
			}),
		),
	) as Record<PersonaName, { password: string; passwordHash: string }>;
	return service.prisma.$transaction(async (tx) => {
		const personas = {} as Record<PersonaName, DemoPersona>;
		for (const name of PERSONA_NAMES) personas[name] = await equip(service, tx, name, passwords[name]);
		const targets = await loadTargets(tx);
		const agents: DemoWorld["agents"] = [];
		for (const target of targets) {
			agents.push({
				target_id: target.id,
				key: await issueAgentKey(service, tx, target.id, personas.operator.user_id),
			});
		}
		return { ...personas, targets, agents };
	});
}

async function equip(
	service: Service,
	tx: Transaction,
	name: PersonaName,
	{ password, passwordHash }: { password: string; passwordHash: string },
): Promise<DemoPersona> {
	const { email, role, organization: slug } = PERSONAS[name];
	const found = await findUser(tx, email, slug);
	const user = await tx.user.update({
		where: { id: found.id },
		data: {
			role,
			password_hash: passwordHash,
			disabled_at: null,
			...(found.password_hash === null ? {} : { session_epoch: { increment: 1 }, revision: { increment: 1 } }),
		},
	});
	const scopes: KeyScope[] = role === "designer" ? ["manage"] : ["manage", "administer"];
	const holderUser = KEY_HOLDERS[slug];
	const holder = holderUser === undefined ? user : await findUser(tx, holderUser.email, slug);
	return {
		email: user.email,
		password,
		key: await issueKey(service, tx, user, user, OWN_KEY, scopes),
		server_key: await issueKey(service, tx, holder, holder, `Demo server (${name.replaceAll("_", " ")})`, [
			"manage",
			"tokens",
		]),
		user_id: user.id,
		org_id: user.organization_id,
		org_slug: slug,
	};
}

async function findUser(tx: Transaction, email: string, organizationSlug: string): Promise<User> {
	const found = await tx.user.findFirst({
		where: { email_key: emailKey(email), organization: { slug: organizationSlug } },
	});
	if (found === null) {
		throw new InvalidStateError(`${email} of the demo world was renamed or moved: the seed cannot find its people`);
	}
	return found;
}

async function issueKey(
	service: Service,
	tx: Transaction,
	user: User,
	issuer: User,
	label: string,
	scopes: KeyScope[],
): Promise<string> {
	const { key, prefix, secretHash } = newKey("api");
	const now = service.now();
	const existing = await tx.apiKey.findFirst({ where: { user_id: user.id, label }, select: { id: true } });
	const renewed = {
		prefix,
		secret_hash: secretHash,
		scopes,
		previous_hash: null,
		previous_expires_at: null,
		allowed_addresses: [],
		expires_at: null,
		revoked_at: null,
	};
	const { id } =
		existing === null
			? await tx.apiKey.create({
					data: { ...renewed, user_id: user.id, issued_by_id: issuer.id, label, created_at: now },
					select: { id: true },
				})
			: await tx.apiKey.update({
					where: { id: existing.id },
					data: { ...renewed, regenerated_at: now, revision: { increment: 1 } },
					select: { id: true },
				});
	await recordEvent(service, tx, SEED_ACTOR, {
		action: existing === null ? "create" : "regenerate",
		object_type: "api_key",
		object_id: id,
		organization_id: user.organization_id,
		detail: { label, scopes, user_id: user.id },
	});
	return key;
}

async function loadTargets(tx: Transaction): Promise<DemoWorld["targets"]> {
	const records = await tx.target.findMany({
		where: { slug: { in: TARGETS.map(({ slug }) => slug) } },
		include: { organization: { select: { slug: true } } },
	});
	return TARGETS.map(({ slug }) => {
		const record = records.find((candidate) => candidate.slug === slug);
		if (record === undefined) {
			throw new InvalidStateError(`the target '${slug}' of the demo world was renamed: the seed cannot find it`);
		}
		return { id: record.id, slug, name: record.name, type: record.type, org_slug: record.organization.slug };
	});
}

/** Issues the agent key of a target, or a new value of it. */
export async function issueAgentKey(
	service: Service,
	tx: Transaction,
	targetId: string,
	operatorId: string,
): Promise<string> {
	const { key, prefix, secretHash } = newKey("agent");
	const existing = await tx.agentKey.findFirst({
		where: { target_id: targetId, label: AGENT_KEY },
		select: { id: true },
	});
	const { id } =
		existing === null
			? await tx.agentKey.create({
					data: {
						target_id: targetId,
						label: AGENT_KEY,
						prefix,
						secret_hash: secretHash,
						created_by_id: operatorId,
						created_at: service.now(),
					},
					select: { id: true },
				})
			: await tx.agentKey.update({
					where: { id: existing.id },
					data: { prefix, secret_hash: secretHash, revoked_at: null },
					select: { id: true },
				});
	await recordEvent(service, tx, SEED_ACTOR, {
		action: existing === null ? "create" : "regenerate",
		object_type: "agent_key",
		object_id: id,
		target_id: targetId,
	});
	return key;
}
