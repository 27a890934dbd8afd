import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { log } from "@/lib/platform/log";
import { forgetProxies, noteUnlistedProxy } from "@/lib/platform/unlisted-proxies";
import { ThrottledError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { signIn } from "./sign-in";

const PASSWORD = "correct horse battery";

describe.each(testDatabaseKinds())("signing in on the %s database", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		const where = { id: { in: [world.designer.userId, world.colleague.userId] } };
		await service.prisma.user.updateMany({ where, data: { password_hash: await hashPassword(PASSWORD) } });
	});
	afterEach(() => {
		forgetProxies();
		vi.restoreAllMocks();
	});
	afterAll(() => service.drop());

	const attempt = (email: string, password: string, address = "192.0.2.1") =>
		// With a factor, which accounts without one ignore: else some unknown e-mails are asked for it.
		signIn(service, { email, password, factor: { code: "-" } }, address).then(
			(user) => (user === null ? "wrong" : "in"),
			(thrown: unknown) => {
				if (thrown instanceof ThrottledError) return "throttled";
				throw thrown;
			},
		);

	test("ten wrong passwords for one e-mail from one address block this pair for a minute", async () => {
		const { email } = world.designer;
		for (let tried = 0; tried < 12; tried += 1) expect(await attempt(email, PASSWORD)).toBe("in");
		for (let tried = 0; tried < 10; tried += 1) expect(await attempt(email, "wrong")).toBe("wrong");
		expect(await attempt(email, PASSWORD)).toBe("throttled");
		expect(await attempt(` ${email.toUpperCase()}`, PASSWORD)).toBe("throttled");
		expect(await attempt(email, PASSWORD, "192.0.2.2")).toBe("in");
		expect(await attempt(world.colleague.email, PASSWORD)).toBe("in");
		service.advance(60_000);
		expect(await attempt(email, PASSWORD)).toBe("in");
	});

	test("an e-mail of another script signs in and is counted in any case and composition", async () => {
		const [email, emailKey] = ["Zo\u00eb@b\u00fccher.example", "zo\u00eb@b\u00fccher.example"];
		const where = { id: world.outsider.userId };
		await service.prisma.user.update({
			where,
			data: { email, email_key: emailKey, password_hash: await hashPassword(PASSWORD) },
		});
		const spellings = [email, emailKey, email.toUpperCase(), email.normalize("NFD")];
		for (const spelling of spellings) expect(await attempt(spelling, PASSWORD)).toBe("in");
		for (let tried = 0; tried < 10; tried += 1)
			expect(await attempt(spellings[tried % spellings.length] ?? "", "wrong", "192.0.2.99")).toBe("wrong");
		expect(await attempt(email, PASSWORD, "192.0.2.99")).toBe("throttled");
	});

	test("guesses behind a proxy that TRUSTED_PROXIES does not name do not lock everybody out", async () => {
		const proxy = "192.0.2.77";
		vi.spyOn(log, "warn").mockImplementation(() => undefined);
		for (let client = 0; client < 20; client += 1) noteUnlistedProxy(proxy, `198.51.100.${client}`, true);
		for (let account = 0; account < 60; account += 1)
			expect(await attempt(`nobody-${account}@example.com`, "wrong", proxy)).toBe("wrong");
		expect(await attempt(world.colleague.email, PASSWORD, proxy)).toBe("in");
		for (let tried = 0; tried < 10; tried += 1)
			expect(await attempt("guessed@example.com", "wrong", proxy)).toBe("wrong");
		expect(await attempt("guessed@example.com", "wrong", proxy)).toBe("throttled");
	});

	test("concurrent guesses are limited to ten as well", async () => {
		const { email } = world.designer;
		const guess = (password: string) => attempt(email, password, "192.0.2.11");
		const guesses = Array.from({ length: 12 }, (_, index) => guess(`wrong ${index}`));
		expect((await Promise.all(guesses)).filter((outcome) => outcome === "wrong")).toHaveLength(10);
		expect(await guess(PASSWORD)).toBe("throttled");
		const people = Array.from({ length: 12 }, () => attempt(email, PASSWORD, "192.0.2.12"));
		expect(new Set(await Promise.all(people))).toEqual(new Set(["in"]));
	});

	test("at most a hundred attempts wait for their turn, and those are answered", async () => {
		const { email } = world.designer;
		const crowd = await Promise.all(Array.from({ length: 130 }, () => attempt(email, PASSWORD, "192.0.2.13")));
		expect(crowd.filter((outcome) => outcome === "in")).toHaveLength(100);
		expect(crowd.filter((outcome) => outcome === "throttled")).toHaveLength(30);
		expect(await attempt(email, PASSWORD, "192.0.2.13")).toBe("in");
	});

	test("the addresses of an IPv6 network count as one", async () => {
		const { email } = world.designer;
		for (let tried = 0; tried < 10; tried += 1) {
			expect(await attempt(email, "wrong", `2001:db8:1:2::${tried}`)).toBe("wrong");
		}
		expect(await attempt(email, PASSWORD, "2001:db8:1:2:ffff::1")).toBe("throttled");
		expect(await attempt(email, PASSWORD, "2001:db8:1:3::1")).toBe("in");
	});

	test("fifty wrong passwords from one address block it for every e-mail", async () => {
		const guesses = await Promise.all(
			Array.from({ length: 50 }, (_, index) => attempt(`nobody-${index}@example.com`, "wrong", "192.0.2.9")),
		);
		expect(new Set(guesses)).toEqual(new Set(["wrong"]));
		expect(await attempt(world.designer.email, PASSWORD, "192.0.2.9")).toBe("throttled");
		expect(await attempt(world.designer.email, PASSWORD, "192.0.2.10")).toBe("in");
	});

	test("an account that is guessed at from many addresses is slowed down, and its owner is never locked out", async () => {
		service.advance(60_000);
		for (const email of [world.designer.email, "no-such-account@example.com"]) {
			const owner = email === world.designer.email ? "in" : "wrong";
			const outcomes = await attemptsFromManyAddresses(email);
			expect(outcomes).toEqual({ wrong: 39, throttled: 81 });
			// One wrong password from elsewhere is answered as ever, the right one signs in.
			expect(await attempt(email, PASSWORD, "198.51.100.1")).toBe(owner);
			expect(await attempt(email, "wrong", "198.51.100.2")).toBe("wrong");
			expect(await attempt(` ${email.toUpperCase()}`, PASSWORD, "198.51.100.2")).toBe("throttled");
			expect(await attempt(world.colleague.email, PASSWORD, "198.51.100.2")).toBe("in");
			service.advance(60_000);
			expect(await attempt(email, PASSWORD, "198.51.100.2")).toBe(owner);
			service.advance(60_000);
		}
	});

	/** Ten guesses from each of twelve networks, one network after another. */
	const attemptsFromManyAddresses = async (email: string) => {
		const outcomes: Record<string, number> = {};
		for (let network = 0; network < 12; network += 1) {
			for (let tried = 0; tried < 10; tried += 1) {
				const outcome = await attempt(email, `wrong ${tried}`, `203.0.113.${network}`);
				outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
			}
		}
		return outcomes;
	};
});
