import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCollaborator } from "@/lib/contract/sharing";
import type { Principal } from "@/lib/domain/access/principal";
import { searchDirectory } from "@/lib/domain/accounts/people/search-directory";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { ForbiddenError, InvalidArgumentError, NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { meanwhile } from "@/lib/tools/testing/meanwhile";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { deleteDesign } from "./delete-design";
import { getDesign } from "./get-design";
import { getDesignDetail } from "./get-design-detail";
import { listDesignHistory } from "./list-design-history";
import { listDesigns } from "./list-designs";
import { setDesignVisibility } from "./set-design-visibility";
import { shareDesign } from "./share-design";

describe.each(testDatabaseKinds())("sharing designs on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const user = (who: Principal, edit = false): NewCollaborator => ({
		type: "user",
		id: who.userId,
		permissions: { view: true, edit },
	});
	const org = (who: Principal, edit = false): NewCollaborator => ({
		type: "org",
		id: who.organizationId,
		permissions: { view: true, edit },
	});
	const share = (as: Principal, id: string, ...collaborators: NewCollaborator[]) =>
		shareDesign(service, as, id, { collaborators });

	test("a design whose sharing ends while it is loaded is not found", async () => {
		const ask = {
			history: (on: TestService, id: string) => listDesignHistory(on, world.outsider, id, { limit: 20, offset: 0 }),
			detail: (on: TestService, id: string) => getDesignDetail(on, world.outsider, id),
		};
		for (const [what, find] of Object.entries(ask)) {
			const { id } = await createProximityDesign(service, world.designer);
			await share(world.designer, id, user(world.outsider));
			const busy = meanwhile(service, id, () => share(world.designer, id));
			await expect(find(busy, id), what).rejects.toThrow(NotFoundError);
		}
	});

	test("new collaborators are listed after kept ones, in the given order", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		const everyone = [world.colleague, world.outsider, world.administrator, world.otherAdministrator, world.operator];
		const wanted = [...everyone.map((who) => user(who)), org(world.outsider), org(world.administrator)];
		await share(world.designer, id, user(world.operator), org(world.administrator));
		const moment = service.now();
		const atOnce = { ...service, now: () => moment };
		const { collaborators } = await shareDesign(atOnce, world.designer, id, { collaborators: wanted });
		const staying = [world.operator.userId, world.administrator.organizationId];
		const ids = wanted.map((entry) => entry.id).filter((each) => !staying.includes(each));
		expect(collaborators.map((entry) => entry.id)).toEqual([...staying, ...ids]);
	});

	test("a person sees a design while it is shared with them", async () => {
		const design = await createProximityDesign(service, world.designer);
		await expect(getDesign(service, world.outsider, design.id)).rejects.toThrow(NotFoundError);
		const shared = await share(world.designer, design.id, user(world.outsider));
		expect(shared).toMatchObject({
			revision: 2,
			collaborators: [
				{
					type: "user",
					id: world.outsider.userId,
					label: world.outsider.email,
					permissions: { view: true, edit: false },
				},
			],
		});
		expect(await getDesign(service, world.outsider, design.id)).toMatchObject({
			is_shared_to_current_user: true,
			is_shared_to_current_org: false,
		});
		const seen = await getDesignDetail(service, world.outsider, design.id);
		expect([seen.contents?.length, seen.permissions]).toEqual([
			1,
			{
				see_contents: true,
				edit: false,
				request_build: false,
				request_deployment: true,
				share: false,
				delete: false,
				duplicate: true,
				set_price: false,
				change_owner: false,
				upload_build: false,
			},
		]);
		await expect(requestBuild(service, world.outsider, design.id, { reason: "x" })).rejects.toThrow(ForbiddenError);
		await share(world.designer, design.id);
		await expect(getDesign(service, world.outsider, design.id)).rejects.toThrow(NotFoundError);
	});

	test("an organization's members may edit a design that is shared with edit, but neither share nor delete it", async () => {
		const design = await createProximityDesign(service, world.designer);
		await share(world.designer, design.id, org(world.outsider, true));
		expect(await getDesign(service, world.outsider, design.id)).toMatchObject({ is_shared_to_current_org: true });
		const { permissions } = await getDesignDetail(service, world.outsider, design.id);
		expect(permissions).toMatchObject({ edit: true, request_build: true, share: false, delete: false });
		await expect(share(world.outsider, design.id)).rejects.toThrow(ForbiddenError);
		await expect(setDesignVisibility(service, world.outsider, design.id, { tags: [] })).rejects.toThrow(ForbiddenError);
		const built = await requestBuild(service, world.outsider, design.id, { reason: "may" });
		expect(built.status).toBe("requested");
		// Sharing stays possible while the contents are frozen.
		expect((await share(world.customerAdministrator, design.id)).collaborators).toEqual([]);
		await deleteDesign(service, world.designer, design.id);
	});

	test("a colleague with edit may edit; one without only sees", async () => {
		const design = await createProximityDesign(service, world.designer);
		expect((await getDesignDetail(service, world.colleague, design.id)).permissions.edit).toBe(false);
		await expect(share(world.colleague, design.id, user(world.colleague, true))).rejects.toThrow(ForbiddenError);
		await share(world.designer, design.id, user(world.colleague, true));
		expect((await getDesignDetail(service, world.colleague, design.id)).permissions.edit).toBe(true);
	});

	test("callers who see it through a target only neither read collaborators nor share", async () => {
		const { design } = await createRequest(service, world);
		await share(world.designer, design.id, user(world.outsider));
		const seen = await getDesignDetail(service, world.administrator, design.id);
		expect(seen).toMatchObject({ collaborators: [], visibility: [], contents: null, own_price_cpm: null });
		expect(Object.values(seen.permissions)).toEqual(Array(10).fill(false));
		await expect(share(world.administrator, design.id)).rejects.toThrow(ForbiddenError);
		await expect(share(world.otherAdministrator, design.id)).rejects.toThrow(NotFoundError);
	});

	test("the audit event has added, removed and changed collaborators; the others stay unchanged", async () => {
		const design = await createProximityDesign(service, world.designer);
		await share(world.designer, design.id, user(world.outsider), org(world.administrator));
		const rows = () =>
			service.prisma.designCollaborator.findMany({ where: { design_id: design.id }, orderBy: { id: "asc" } });
		const before = await rows();
		await share(world.designer, design.id, user(world.colleague, true), user(world.outsider, true));
		const kept = (await rows()).find(({ user_id: userId }) => userId === world.outsider.userId);
		expect(kept).toEqual({ ...before.find(({ user_id: userId }) => userId === world.outsider.userId), can_edit: true });
		const last = await service.prisma.auditEvent.findFirstOrThrow({
			where: { design_id: design.id, action: "share" },
			orderBy: { id: "desc" },
		});
		expect(last.detail).toEqual({
			added: [{ type: "user", id: world.colleague.userId, label: world.colleague.email, view: true, edit: true }],
			removed: [
				{
					type: "org",
					id: world.administrator.organizationId,
					label: expect.stringContaining("north"),
					view: true,
					edit: false,
				},
			],
			changed: [{ type: "user", id: world.outsider.userId, label: world.outsider.email, view: true, edit: true }],
		});
	});

	test("unknown people, the owner and repeated people are refused by their index", async () => {
		const design = await createProximityDesign(service, world.designer);
		const nobody = { ...user(world.outsider), id: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11" };
		for (const [list, reason] of [
			[[user(world.outsider), nobody], "'collaborators[1].id': must be the id of an enabled user"],
			[[{ ...nobody, type: "org" as const }], "'collaborators[0].id': must be the id of an organization"],
			[[{ ...org(world.outsider), type: "user" as const }], "must be the id of an enabled user"],
			[[user(world.designer)], "must not be the owner"],
			[[user(world.outsider), user(world.outsider, true)], "'collaborators[1].id': must not be repeated"],
		] as const) {
			const attempt = share(world.designer, design.id, ...list);
			await expect(attempt).rejects.toThrow(InvalidArgumentError);
			await expect(attempt).rejects.toThrow(reason);
		}
		await service.prisma.user.update({ where: { id: world.outsider.userId }, data: { disabled_at: service.now() } });
		await expect(share(world.designer, design.id, user(world.outsider))).rejects.toThrow(
			"must be the id of an enabled user",
		);
		await service.prisma.user.update({ where: { id: world.outsider.userId }, data: { disabled_at: null } });
		expect((await getDesignDetail(service, world.designer, design.id)).revision).toBe(1);
		const late = shareDesign(service, world.designer, design.id, { collaborators: [] }, { revision: 9 });
		await expect(late).rejects.toThrow(VersionMismatchError);
	});

	test("visibility tags narrow lists and widen nothing", async () => {
		const design = await createProximityDesign(service, world.designer);
		const tagged = await setDesignVisibility(service, world.designer, design.id, {
			tags: ["spring", "shop 1", "spring"],
		});
		expect(tagged.visibility).toEqual(["spring", "shop 1"]);
		const list = async (as: Principal, visibility?: string[]) => {
			const { rows } = await listDesigns(service, as, { limit: 500, offset: 0, order: "desc", visibility });
			return rows.map(({ id }) => id);
		};
		expect(await list(world.designer, ["shop 1", "none"])).toEqual([design.id]);
		expect(await list(world.designer, ["autumn"])).toEqual([]);
		expect(await list(world.designer, [])).toEqual([]);
		expect(await list(world.outsider, ["spring"])).toEqual([]);
		const event = await service.prisma.auditEvent.findFirst({
			where: { design_id: design.id, action: "set_visibility" },
		});
		expect(event?.detail).toEqual({ from: [], to: ["spring", "shop 1"] });
	});

	test("the directory: all people of the own organization, of others only an exact address", async () => {
		const search = async (as: Principal, q: string) => {
			const { rows, total } = await searchDirectory(service, as, { q, limit: 100, offset: 0 });
			expect(rows).toHaveLength(total);
			return rows.map(({ label, type, own_organization }) => `${type} ${label}${own_organization ? " (own)" : ""}`);
		};
		const { designer, colleague, customerAdministrator, outsider, operator } = world;
		const home = await search(designer, "");
		expect(home).toEqual([
			expect.stringContaining("org acme"),
			...[customerAdministrator, colleague, designer].map(({ email }) => `user ${email} (own)`).sort(),
		]);
		expect(await search(designer, "colleague")).toEqual([`user ${colleague.email} (own)`]);
		expect(await search(designer, "outsider")).toEqual([]);
		expect(await search(designer, outsider.email.toUpperCase())).toEqual([`user ${outsider.email}`]);
		expect(await search(designer, outsider.organizationSlug)).toEqual([expect.stringMatching(/^org rival/)]);
		expect(await search(designer, "rival")).toEqual([]);
		expect(await search(operator, "outsider")).toEqual([`user ${outsider.email}`]);
		expect(await search(designer, "%")).toEqual([]);
		const address = { email: "Ирина@пример.рф", email_key: "ирина@пример.рф" };
		await service.prisma.user.update({ where: { id: outsider.userId }, data: address });
		expect(await search(designer, "ИРИНА@ПРИМЕР.РФ")).toEqual([`user ${address.email}`]);
		const where = { id: colleague.userId };
		await service.prisma.user.update({ where, data: { first_name: "Åsa", last_name: "Müller" } });
		expect(await search(designer, "MULLER as")).toEqual([`user ${colleague.email} (own)`]);
		expect(await search(outsider, "muller")).toEqual([]);
	});
});
