import { setTimeout as pause } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import type { Principal } from "@/lib/domain/access/principal";
import { grantTokenByEmail } from "@/lib/domain/accounts/credentials/grant-token";
import { sessionCookieName } from "@/lib/domain/accounts/session";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { InvalidStateError } from "@/lib/rules/errors";
import type { TestService } from "@/lib/tools/testing/service";
import { openTestSession } from "@/lib/tools/testing/session";
import { createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { onCategory, onKey, onRule, onSource, onView, onWebhook } from "@/lib/tools/testing/write-preparations";

/** A credential of a world. */
export interface Caller {
	readonly name: string;
	/** A key goes where the operation takes keys; a token always into the header. */
	readonly kind: "key" | "token" | "session";
	readonly value: string;
}

/** A world to send requests to, with a bit of everything in it. */
export interface Ground {
	readonly callers: readonly Caller[];
	/** Ids and slugs, by the name under which requests take them. */
	readonly ids: ReadonlyMap<string, string>;
}

/**
 * Lays it afresh where requests of other lanes came between: they leave it no connection in time, or
 * their operators bring the service to a state without its people.
 */
export async function layGround(service: TestService): Promise<Ground> {
	for (;;) {
		try {
			return await layOnce(service);
		} catch (thrown) {
			if ((thrown as { code?: unknown }).code !== "P2028" && !(thrown instanceof InvalidStateError)) throw thrown;
		}
	}
}

async function layOnce(service: TestService): Promise<Ground> {
	const world = await createWorld(service);
	const key = async (name: string, owner: Principal, scopes: Parameters<typeof issueKey>[2]) =>
		({ name, kind: "key", value: await issueKey(service, owner, scopes) }) as const;
	const session = async (name: string, owner: Principal) => {
		const token = await openTestSession(service, owner);
		// Over plain HTTP, as the requests are.
		const value = `${sessionCookieName(service, false)}=${await encode({ token, secret: service.secret })}`;
		return { name, kind: "session", value } as const;
	};
	const { id: designId, sets } = await createProximityDesign(service, world.designer);
	const person = { email: world.designer.email, first_name: "Dana", last_name: "Signer" };
	const { token } = await grantTokenByEmail(service, world.customerAdministrator, person);
	const agent = await createAgentKey(service, world.administrator, world.target.id, { label: "agent" });
	return {
		callers: [
			await key("designer", world.designer, ["manage"]),
			await key("colleague", world.colleague, ["manage", "administer"]),
			await key("outsider", world.outsider, ["manage", "administer"]),
			await key("customer-administrator", world.customerAdministrator, ["manage", "administer", "tokens"]),
			await key("administrator", world.administrator, ["manage", "administer"]),
			await key("other-administrator", world.otherAdministrator, ["manage", "administer"]),
			await key("operator", world.operator, ["manage", "administer"]),
			await session("designer-session", world.designer),
			await session("administrator-session", world.administrator),
			await session("operator-session", world.operator),
			{ name: "designer-token", kind: "token", value: token },
			{ name: "agent", kind: "token", value: agent.key ?? "" },
		],
		ids: new Map([
			["design_id", designId],
			["set_id", sets[0]?.set_id ?? ""],
			["target_id", world.target.id],
			["user_id", world.colleague.userId],
			["organization_id", world.designer.organizationId],
			...(await deployed(service, world, designId)),
			...(await furnished(service, world)),
		]),
	};
}

/** A build with a file, requested for one target and activated on another. */
async function deployed(service: TestService, world: World, designId: string): Promise<[string, string][]> {
	await requestBuild(service, world.designer, designId, { reason: "first" });
	const where = { design_id: designId };
	for (;;) {
		const { id, status } = await service.prisma.build.findFirstOrThrow({ where });
		if (status === "failed" || status === "rejected") throw new Error(`the first build of a world is ${status}`);
		if (status === "done") {
			const { id: live } = await requestDeployment(service, world.designer, id, { targetId: world.secondTarget.id });
			await activateDeployment(service, world.administrator, live);
			const waiting = await requestDeployment(service, world.designer, id, { targetId: world.target.id });
			return [
				["build_id", id],
				["deployment_id", waiting.id],
			];
		}
		await pause(20);
	}
}

async function furnished(service: TestService, world: World): Promise<[string, string][]> {
	const prepared = [onSource({}), onCategory({}), onRule({}), onView(), onWebhook(), onKey()];
	const ids: [string, string][] = [];
	for (const prepare of prepared) {
		const { params = {} } = await prepare(service, world);
		ids.push(...Object.entries(params).filter(([name]) => name !== "target_id"));
	}
	return ids;
}
