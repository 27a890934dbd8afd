import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { bootstrapOperator } from "./bootstrap-operator";
import { firstPasswordUntilUsed, removeObsoletePasswords } from "./first-password";

const NOT_GIVEN = { email: undefined, password: undefined };
let service: TestService;
let directory: string;

beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.drop());

beforeEach(async () => {
	await service.prisma.user.deleteMany();
	await service.prisma.organization.deleteMany();
	directory = await mkdtemp(join(tmpdir(), "first-password-"));
	return () => rm(directory, { recursive: true, force: true });
});

const passwordHash = async () => (await service.prisma.user.findFirstOrThrow()).password_hash;

test("the first operator's password is in a file for its owner alone, until it signs nobody in", async () => {
	const first = await bootstrapOperator(service, directory, NOT_GIVEN);
	expect(first).toEqual({ email: "operator@targeting.local", passwordFile: join(directory, "first-password") });
	const { mode } = await lstat(join(directory, "first-password"));
	expect(mode & 0o777).toBe(0o600);
	const named = firstPasswordUntilUsed(service, directory);
	expect(await named()).toBe("first-password");
	const password = (await readFile(join(directory, "first-password"), "utf8")).trim();
	expect(password).toMatch(/^[\w-]{16}$/);
	expect(await removeObsoletePasswords(service, directory)).toBe(0);
	expect(await passwordHash()).not.toContain(password);
	await service.prisma.user.updateMany({ data: { last_sign_in_at: service.now() } });
	expect(await named()).toBeNull();
	await service.prisma.user.updateMany({ data: { password_hash: await hashPassword("another password") } });
	expect(await removeObsoletePasswords(service, directory)).toBe(1);
	expect(await readdir(directory)).toEqual([]);
});

test("what is there is neither overwritten nor followed", async () => {
	const outside = join(directory, "outside");
	await writeFile(outside, "kept");
	await symlink(outside, join(directory, "first-password"));
	const first = await bootstrapOperator(service, directory, NOT_GIVEN);
	expect(first?.passwordFile).toBe(join(directory, "first-password-2"));
	expect(await firstPasswordUntilUsed(service, directory)()).toBe("first-password-2");
	await service.prisma.user.updateMany({ data: { password_hash: null } });
	expect(await removeObsoletePasswords(service, directory)).toBe(1);
	expect([await readFile(outside, "utf8"), await readdir(directory)]).toEqual(["kept", ["first-password", "outside"]]);
});

test("no file is left where the password was given, or another process was faster", async () => {
	const given = { email: "a@example.com", password: "a password that was given" };
	expect(await bootstrapOperator(service, directory, given)).toEqual({ email: given.email, passwordFile: null });
	expect(await bootstrapOperator(service, directory, NOT_GIVEN)).toBeNull();
	await service.prisma.user.deleteMany();
	// The other process has committed what this one looked for before.
	expect(await bootstrapOperator(service, directory, NOT_GIVEN)).toBeNull();
	expect(await readdir(directory)).toEqual([]);
	expect(await firstPasswordUntilUsed(service, directory)()).toBeNull();
});
