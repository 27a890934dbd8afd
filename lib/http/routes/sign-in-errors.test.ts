import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { WRONG_FOR_EMAIL } from "@/lib/domain/accounts/sign-in/sign-in";
import { log } from "@/lib/platform/log";
import { addTotp, codeOf } from "@/lib/tools/testing/second-factor";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { TEST_VISITOR } from "@/lib/tools/testing/session";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { signInOptions } from "./sign-in-options";

const PASSWORD = "correct horse battery";

afterEach(() => void vi.restoreAllMocks());

describe("what next-auth is told of a sign-in that does not succeed", () => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService();
		world = await createWorld(service);
		const passwordHash = await hashPassword(PASSWORD);
		const ids = [world.designer.userId, world.colleague.userId];
		await service.prisma.user.updateMany({ where: { id: { in: ids } }, data: { password_hash: passwordHash } });
	});
	afterAll(() => service.drop());

	const authorize = (credentials: Record<string, string>) => {
		const visitor = { ...TEST_VISITOR, party: { id: "service.example", origin: "https://service.example" } };
		const [provider] = signInOptions(service, true, visitor).providers as unknown as {
			options: { authorize(credentials: unknown, request: unknown): Promise<unknown> };
		}[];
		return provider?.options.authorize(credentials, { headers: {} });
	};

	test("a second factor is asked for, taken as a code, and empty fields are none", async () => {
		const { secret } = await addTotp(service, world.designer);
		const known = { email: world.designer.email, password: PASSWORD };
		await expect(authorize(known)).rejects.toThrow(/^second_factor$/);
		await expect(authorize({ ...known, code: "", passkey: "" })).rejects.toThrow(/^second_factor$/);
		for (const passkey of ["no JSON", "{}"]) expect(await authorize({ ...known, passkey })).toBeNull();
		expect(await authorize({ ...known, code: codeOf(service, secret) })).toMatchObject({ secondFactor: true });
	});

	test("too many wrong passwords are said to be too many", async () => {
		const wrong = { email: world.colleague.email, password: "wrong" };
		for (let count = 0; count < WRONG_FOR_EMAIL; count += 1) expect(await authorize(wrong)).toBeNull();
		await expect(authorize(wrong)).rejects.toThrow(/^throttled$/);
	});

	test("cookies of others and what anybody can provoke are no errors in the log", () => {
		const errors = vi.spyOn(log, "error").mockReturnValue(undefined);
		const debug = vi.spyOn(log, "debug").mockReturnValue(undefined);
		const provider = { id: "oidc", name: "x", type: "oauth" } as unknown as Parameters<typeof signInOptions>[3];
		const told = (code: string, metadata: Error | { error: Error }, by?: typeof provider) => {
			errors.mockClear();
			debug.mockClear();
			signInOptions(service, true, TEST_VISITOR, by).logger?.error?.(code, metadata as never);
			return [...errors.mock.calls, ...debug.mock.calls].map(([fields, message]) => [
				(fields as unknown as { cause: string }).cause,
				message,
				errors.mock.calls.length,
			]);
		};
		const gone = new Error("gone");
		const cookie = [["gone", "a session cookie is not valid", 0]];
		const failed = [["gone", "signing in or out failed", 1]];
		const provoked = [["gone", "single sign-on failed", 0]];
		expect(told("JWT_SESSION_ERROR", gone)).toEqual(cookie);
		expect(told("SIGNOUT_ERROR", { error: gone })).toEqual(cookie);
		expect(told("OTHER", { error: gone })).toEqual(failed);
		expect(told("OTHER", gone, provider)).toEqual(provoked);
		expect(told("OAUTH_CALLBACK_HANDLER_ERROR", { error: gone }, provider)).toEqual(provoked);
		expect(told("OAUTH_CALLBACK_HANDLER_ERROR", gone, provider)).toEqual(failed);
		expect(signInOptions(service, true, TEST_VISITOR, provider).providers).toHaveLength(2);
		expect(signInOptions(service, true, TEST_VISITOR).providers).toHaveLength(1);
	});
});
