import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redeemSignInLink } from "@/lib/domain/accounts/sign-in/redeem-sign-in-link";
import { InvalidArgumentError, InvalidStateError, NotFoundError } from "@/lib/rules/errors";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { createRecoveryLink } from "./create-recovery-link";
import { enableByEmail } from "./enable-by-email";
import { listEverybody } from "./list-everybody";

const ACTOR = { system: "command line (root@host)" };
const ORIGIN = { address: "192.0.2.1", requestId: "test" };

let service: TestService;
let world: World;
beforeAll(async () => {
	service = await createTestService();
	world = await createWorld(service);
});
afterAll(() => service.drop());

const eventsOf = (objectId: string) =>
	service.prisma.auditEvent.findMany({
		where: { object_id: objectId, credential: "system" },
		select: { action: true, actor_label: true, actor_id: true },
		orderBy: { id: "asc" },
	});

describe("a link of the command line", () => {
	test("sets the password, works once, and stands in the audit trail under the machine's user", async () => {
		const { email, userId } = world.operator;
		const { secret } = await createRecoveryLink(service, ACTOR, { email: ` ${email.toUpperCase()}` });
		const again = await createRecoveryLink(service, ACTOR, { email });
		const redeem = (given: string) =>
			redeemSignInLink(service, ORIGIN, { secret: given, password: "another long one" });
		await expect(redeem(secret)).rejects.toThrow(NotFoundError);
		expect(await redeem(again.secret)).toEqual({ email });
		await expect(redeem(again.secret)).rejects.toThrow(NotFoundError);
		const issued = { action: "issue_sign_in_link", actor_label: ACTOR.system, actor_id: null };
		expect(await eventsOf(userId)).toEqual([issued, issued]);
	});

	test("names an e-mail that nobody has", async () => {
		const nobody = createRecoveryLink(service, ACTOR, { email: "no@body.example" });
		await expect(nobody).rejects.toThrow(new NotFoundError("no user has the e-mail no@body.example"));
		const elsewhere = createRecoveryLink(service, ACTOR, { email: world.designer.email, organization: "north" });
		await expect(elsewhere).rejects.toThrow(`no user has the e-mail ${world.designer.email} in the organization north`);
	});

	test("is for the one of several who signs in, or for the one of the named organization", async () => {
		const email = "twice@example.com";
		const organizations = [world.designer, world.outsider, world.administrator];
		for (const [index, { organizationId }] of organizations.entries()) {
			const passwordHash = index === 2 ? "no password fits" : null;
			await service.prisma.user.create({
				data: { email, email_key: email, organization_id: organizationId, password_hash: passwordHash },
			});
		}
		const linked = async (organization?: string) => {
			const { person } = await createRecoveryLink(service, ACTOR, { email, organization });
			return person.organization.slug;
		};
		expect(await linked()).toBe(world.administrator.organizationSlug);
		expect(await linked(world.outsider.organizationSlug)).toBe(world.outsider.organizationSlug);
		await service.prisma.user.deleteMany({ where: { email, password_hash: { not: null } } });
		await expect(linked()).rejects.toThrow(InvalidArgumentError);
		await expect(linked()).rejects.toThrow(
			`several people have the e-mail ${email}: 'organization' must be one of ${world.designer.organizationSlug}, ${world.outsider.organizationSlug}`,
		);
	});
});

describe("a disabled person", () => {
	test("has no link until they are enabled, which is told once", async () => {
		const { email, userId } = world.colleague;
		await service.prisma.user.update({ where: { id: userId }, data: { disabled_at: service.now() } });
		const link = () => createRecoveryLink(service, ACTOR, { email });
		await expect(link()).rejects.toThrow(new InvalidStateError(`${email} is disabled: enable the account first`));
		expect((await enableByEmail(service, ACTOR, { email })).isChanged).toBe(true);
		expect((await enableByEmail(service, ACTOR, { email })).isChanged).toBe(false);
		await link();
		expect((await eventsOf(userId)).map(({ action }) => action)).toEqual(["enable", "issue_sign_in_link"]);
	});
});

test("everybody is listed with a status, operators first", async () => {
	const mark = "listed";
	const organization = await service.prisma.organization.create({ data: { slug: mark, name: "Listed" } });
	const add = (name: string, data: object) => {
		const email = `${name}@${mark}.example`;
		return service.prisma.user.create({ data: { email, email_key: email, organization_id: organization.id, ...data } });
	};
	const lastSignInAt = new Date("2026-01-05T08:00:00.000Z");
	const passwordHash = "no password fits";
	await add("a", { first_name: "Ada", last_name: "Byron", password_hash: passwordHash, last_sign_in_at: lastSignInAt });
	await add("b", { password_hash: passwordHash, disabled_at: lastSignInAt });
	await add("c", {});
	await add("d", { role: "administrator" });
	await add("e", { role: "operator", password_hash: passwordHash, second_factor_at: lastSignInAt });
	await createRecoveryLink(service, ACTOR, { email: `d@${mark}.example` });
	const people = (await listEverybody(service)).filter((person) => person.organization === mark);
	const person = (name: string, role: string, status: string) => ({
		email: `${name}@${mark}.example`,
		name: "",
		role,
		organization: mark,
		status,
		last_sign_in_at: null,
		second_factor: false,
	});
	expect(people).toEqual([
		{ ...person("e", "operator", "active"), second_factor: true },
		person("d", "administrator", "invited"),
		{ ...person("a", "designer", "active"), name: "Ada Byron", last_sign_in_at: "2026-01-05T08:00:00.000Z" },
		person("b", "designer", "disabled"),
		person("c", "designer", "token_only"),
	]);
});
