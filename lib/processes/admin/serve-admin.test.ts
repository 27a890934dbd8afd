import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { importInventory } from "@/lib/domain/inventory/import-inventory";
import { log } from "@/lib/platform/log";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { answerAdmin } from "./serve-admin";

const actor = "command line (root@host)";

let service: TestService;
let world: World;
beforeAll(async () => {
	service = await createTestService();
	world = await createWorld(service);
});
afterAll(() => service.drop());

const own = () => ({
	...service,
	whole: async () => service,
	copyDatabase: async () => ({ copiedTo: "", copiedAt: "" }),
});
const ask = (question: unknown, at = {}) =>
	answerAdmin(own(), JSON.stringify(question), { own: "http://localhost:3000", ...at });

describe("a running service answers the command line", () => {
	test("with a link that begins with PUBLIC_URL, which its log does not have", async () => {
		const info = vi.spyOn(log, "info").mockImplementation(() => undefined);
		const { email } = world.operator;
		const command = { name: "sign-in-link", actor, email };
		expect(await ask(command, { PUBLIC_URL: "https://targeting.example.com" })).toEqual({
			result: {
				link: expect.stringMatching(/^https:\/\/targeting\.example\.com\/welcome#tsl_[\w-]{43}$/),
				isPublic: true,
				email,
				role: "operator",
				organization: expect.any(String),
			},
		});
		expect(info.mock.calls).toEqual([[{ command: "sign-in-link", actor }, "a command of npm run admin"]]);
	});

	test("by removing the second factors of a person, which the list has", async () => {
		const { email, userId } = world.administrator;
		const at = service.now();
		await service.prisma.totpFactor.create({
			data: { user_id: userId, sealed_secret: Buffer.from("sealed"), confirmed_at: at },
		});
		await service.prisma.recoveryCode.create({ data: { user_id: userId, code_hash: Buffer.from("hash") } });
		await service.prisma.user.update({ where: { id: userId }, data: { second_factor_at: at } });
		const listed = async () => {
			const answer = await ask({ name: "list-people", actor });
			if (!("result" in answer && "people" in answer.result)) throw new Error("nobody was listed");
			return answer.result.people.find((person) => person.email === email)?.second_factor;
		};
		expect(await listed()).toBe(true);
		const answer = await ask({ name: "reset-second-factor", actor, email });
		expect(answer).toEqual({ result: { isReset: true, email } });
		expect(await listed()).toBe(false);
		expect(await service.prisma.recoveryCode.count({ where: { user_id: userId } })).toBe(0);
		const where = { object_id: userId, action: "reset_second_factor" };
		const event = await service.prisma.auditEvent.findFirstOrThrow({ where });
		expect(event).toMatchObject({ actor_label: actor, credential: "system" });
	});

	test("by erasing devices, whose ids its log does not have", async () => {
		const info = vi.spyOn(log, "info").mockImplementation(() => undefined);
		const device = "0d92078a-8246-4ba7-aba7-76104862e5c1";
		await createInventorySource(service, world.operator, { slug: "panel", name: "Panel" });
		const csv = `device_id,segment,seen_at\n${device},gym,2026-01-02T08:00:00Z\n`;
		const body = Readable.from([Buffer.from(csv)]);
		await importInventory(service, world.operator, "panel", { contentType: "text/csv", body });
		const file = gzipSync(`${device}\n`).toString("base64");
		const answer = await ask({ name: "erase-device", actor, file });
		expect(answer).toMatchObject({
			result: {
				erasedDevices: {
					...{ device_count: 1, opt_outs_added: 1 },
					sources: [{ slug: "panel", erased_row_count: 1, rewritten_file_count: 1 }],
				},
			},
		});
		const event = await service.prisma.auditEvent.findFirstOrThrow({ where: { action: "erase_devices" } });
		expect(event).toMatchObject({ actor_label: actor, credential: "system" });
		expect(JSON.stringify([info.mock.calls, answer])).not.toContain(device);
		expect(await ask({ name: "erase-device", actor, file: "" })).toEqual({ refusal: "the file is empty" });
	});

	test("with a sentence where the command is at fault, or another version's", async () => {
		const unknown = { name: "enable", actor, email: "no@body.example" };
		expect(await ask(unknown)).toEqual({ refusal: "no user has the e-mail no@body.example" });
		const failure = "the running service has another version: restart it";
		expect(await ask({ name: "paint", actor })).toEqual({ failure });
		expect(await ask({ ...unknown, more: true })).toEqual({ failure });
		vi.spyOn(log, "error").mockImplementation(() => undefined);
		expect(await answerAdmin(own(), "{", { own: "" })).toEqual({
			failure: "the command failed: the service's log has the cause",
		});
	});
});
