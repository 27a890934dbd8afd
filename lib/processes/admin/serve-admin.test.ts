import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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

const own = () => ({ ...service, whole: async () => service });
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
		await service.prisma.totpFactor.create({ data: { userId, sealedSecret: Buffer.from("sealed"), confirmedAt: at } });
		await service.prisma.recoveryCode.create({ data: { userId, codeHash: Buffer.from("hash") } });
		await service.prisma.user.update({ where: { id: userId }, data: { secondFactorAt: at } });
		const listed = async () => {
			const answer = await ask({ name: "list-people", actor });
			if (!("result" in answer && "people" in answer.result)) throw new Error("nobody was listed");
			return answer.result.people.find((person) => person.email === email)?.second_factor;
		};
		expect(await listed()).toBe(true);
		const answer = await ask({ name: "reset-second-factor", actor, email });
		expect(answer).toEqual({ result: { isReset: true, email } });
		expect(await listed()).toBe(false);
		expect(await service.prisma.recoveryCode.count({ where: { userId } })).toBe(0);
		const where = { objectId: userId, action: "reset_second_factor" };
		const event = await service.prisma.auditEvent.findFirstOrThrow({ where });
		expect(event).toMatchObject({ actorLabel: actor, credential: "system" });
	});

	test("with a sentence where the command is at fault, or another version's", async () => {
		const unknown = { name: "enable", actor, email: "no@body.example" };
		expect(await ask(unknown)).toEqual({ refusal: "nobody has the e-mail no@body.example" });
		const failure = "the service that runs is of another version: start it again";
		expect(await ask({ name: "paint", actor })).toEqual({ failure });
		expect(await ask({ ...unknown, more: true })).toEqual({ failure });
		vi.spyOn(log, "error").mockImplementation(() => undefined);
		expect(await answerAdmin(own(), "{", { own: "" })).toEqual({
			failure: "the service could not do it: its log says why",
		});
	});
});
