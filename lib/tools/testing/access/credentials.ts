import { encode } from "next-auth/jwt";
import type { Principal } from "@/lib/domain/access/principal";
import { grantTokenById } from "@/lib/domain/accounts/credentials/grant-token";
import { newKey } from "@/lib/domain/accounts/secrets";
import { type SessionClaims, sessionCookieName } from "@/lib/domain/accounts/session";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { KeyScope, Role } from "@/lib/generated/prisma/enums";
import type { TestService } from "../service";
import { openTestSession } from "../session";
import { createWorld, type World } from "../world";
import type { CredentialName } from "./doors";

/** What a request shows: values of `KEY` and of headers. */
export interface Credential {
	readonly key?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

const HOUR_MS = 3_600_000;
const ELSEWHERE = ["198.51.100.0/24"];
const HERE = ["192.0.2.0/24"];
const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

/** Makes one credential of every kind that {@link CREDENTIALS} names. */
export async function createCredentials(service: TestService): Promise<Record<CredentialName, Credential>> {
	const world = await createWorld(service);
	const person = makerOfPeople(service, world);
	const known = await person("designer");
	const disabled = await person("designer", { disabled_at: service.now() });
	const keys = await keysOf(service, world, { known, disabled });
	const sessions = await sessionsOf(service, { known, disabled }, person);
	const token = await tokenOf(service, world, known);
	const other = await tokenOf(service, world, world.colleague);
	const agent = await createAgentKey(service, world.administrator, world.target.id, { label: "rack" });
	const revoked = await createAgentKey(service, world.administrator, world.target.id, { label: "gone" });
	await service.prisma.agentKey.update({ where: { id: revoked.id }, data: { revoked_at: service.now() } });
	return {
		none: {},
		...keys,
		...sessions,
		...(await tokensOf(service, world, person)),
		"bearer garbage": bearer("tst_nobody"),
		"access token": bearer(token),
		"KEY and its bearer": { ...keys["KEY manage"], ...bearer(token) },
		"KEY and another bearer": { ...keys["KEY manage"], ...bearer(other) },
		"agent key": bearer(agent.key ?? ""),
		"agent key revoked": bearer(revoked.key ?? ""),
		"agent key garbage": bearer("tsa_nobody"),
	};
}

const bearer = (token: string): Credential => ({ headers: { authorization: `Bearer ${token}` } });

type Maker = (role: Role, more?: Partial<Prisma.UserUncheckedCreateInput>) => Promise<Principal>;

/** Makes people of the designer's organization. */
function makerOfPeople(service: TestService, { designer }: World): Maker {
	return async (role, more = {}) => {
		const email = `${crypto.randomUUID()}@example.com`;
		const { organizationId } = designer;
		const user = {
			organization_id: organizationId,
			email,
			email_key: email,
			role,
			password_hash: "no password fits",
			...more,
		};
		const { id } = await service.prisma.user.create({ data: user, select: { id: true } });
		return { ...designer, userId: id, email, role, organizationId: user.organization_id };
	};
}

interface Holders {
	readonly known: Principal;
	readonly disabled: Principal;
}

/** Each kind of API key, as `KEY` and as bearer. */
async function keysOf(service: TestService, { customerAdministrator }: World, { known, disabled }: Holders) {
	const past = new Date(service.now().getTime() - HOUR_MS);
	const issue = async (user: Principal, scopes: KeyScope[], more: Partial<Prisma.ApiKeyUncheckedCreateInput> = {}) => {
		const { key, prefix, secretHash } = newKey("api");
		const data = {
			user_id: user.userId,
			issued_by_id: user.userId,
			label: "test",
			prefix,
			secret_hash: secretHash,
			scopes,
			...more,
		};
		await service.prisma.apiKey.create({ data });
		return key;
	};
	const replaced = await issue(known, ["manage"]);
	await service.prisma.apiKey.updateMany({
		where: { prefix: replaced.slice(0, 9) },
		data: { secret_hash: newKey("api").secretHash },
	});
	const values = {
		garbage: "tsk_nobody",
		manage: await issue(known, ["manage"]),
		administer: await issue(known, ["administer"]),
		tokens: await issue(customerAdministrator, ["tokens"]),
		revoked: await issue(known, ["manage"], { revoked_at: past }),
		expired: await issue(known, ["manage"], { expires_at: past }),
		replaced,
		disabled: await issue(disabled, ["manage"]),
		elsewhere: await issue(known, ["manage"], { allowed_addresses: ELSEWHERE }),
		here: await issue(known, ["manage"], { allowed_addresses: HERE }),
	};
	const both = Object.entries(values).flatMap(([kind, key]) => [
		[`KEY ${kind}`, { key }],
		[`bearer ${kind}`, bearer(key)],
	]);
	return {
		...(Object.fromEntries(both) as Record<`${"KEY" | "bearer"} ${keyof typeof values}`, Credential>),
		"tokens revoked": { key: await issue(customerAdministrator, ["tokens"], { revoked_at: past }) },
		"tokens elsewhere": { key: await issue(customerAdministrator, ["tokens"], { allowed_addresses: ELSEWHERE }) },
	};
}

async function tokenOf(service: TestService, { customerAdministrator }: World, { userId }: Principal): Promise<string> {
	return (await grantTokenById(service, customerAdministrator, userId)).token;
}

/** Access tokens that are void. */
async function tokensOf(service: TestService, world: World, person: Maker) {
	const [late, disabled, promoted] = [await person("designer"), await person("designer"), await person("designer")];
	const tokens = {
		"access token expired": bearer(await tokenOf(service, world, late)),
		"access token disabled": bearer(await tokenOf(service, world, disabled)),
		"access token promoted": bearer(await tokenOf(service, world, promoted)),
	};
	const past = new Date(service.now().getTime() - HOUR_MS);
	await service.prisma.accessToken.update({ where: { user_id: late.userId }, data: { expires_at: past } });
	await service.prisma.user.update({ where: { id: disabled.userId }, data: { disabled_at: past } });
	await service.prisma.user.update({ where: { id: promoted.userId }, data: { role: "administrator" } });
	return tokens;
}

/** Sessions, sealed as the cookie of the service's own pages. */
async function sessionsOf(service: TestService, { known, disabled }: Holders, person: Maker) {
	const name = sessionCookieName(service, true);
	const sealed = async (token: SessionClaims, secret = service.secret) => `${name}=${await encode({ token, secret })}`;
	const open = (user: Principal) => openTestSession(service, user);
	const of = async (user: Principal) => ({ headers: { cookie: await sealed(await open(user)), ...SAME_ORIGIN } });
	const claims = await open(known);
	const cookie = await sealed(claims);
	const headers = { cookie, ...SAME_ORIGIN };
	const stale = await open(known);
	const past = new Date(service.now().getTime() - HOUR_MS);
	await service.prisma.session.update({ where: { id: stale.session }, data: { confirmed_at: past } });
	const gone = await open(known);
	await service.prisma.session.delete({ where: { id: gone.session } });
	const renamed = await person("designer");
	const earlier = await of(renamed);
	await service.prisma.user.update({ where: { id: renamed.userId }, data: { session_epoch: 2 } });
	const { id: organizationId } = await service.prisma.organization.create({
		data: { slug: `strict-${Date.now()}`, name: "Strict", second_factor_required: true },
	});
	const tokenUser = await person("designer", { password_hash: null });
	const unused = { ...claims, used: claims.used - 13 * HOUR_MS };
	return {
		session: { headers },
		"session cross-site": { headers: { cookie, "sec-fetch-site": "cross-site", origin: "https://evil.example" } },
		"session of an older browser": { headers: { cookie, origin: "https://service.example" } },
		"session of another origin": { headers: { cookie, origin: "https://evil.example" } },
		"session from nowhere": { headers: { cookie } },
		"session unconfirmed": { headers: { cookie: await sealed(stale), ...SAME_ORIGIN } },
		"session without factor": await of(await person("designer", { organization_id: organizationId })),
		"session ended": { headers: { cookie: await sealed(gone), ...SAME_ORIGIN } },
		"session expired": { headers: { cookie: await sealed(unused), ...SAME_ORIGIN } },
		"session of earlier password": earlier,
		"session disabled": await of(disabled),
		"session forged": { headers: { cookie: await sealed(claims, "another secret, long enough"), ...SAME_ORIGIN } },
		"session of token user": await of(tokenUser),
		"session and bearer garbage": { headers: { ...headers, authorization: "Bearer tst_nobody" } },
		"session and KEY garbage": { key: "tsk_nobody", headers },
	};
}
