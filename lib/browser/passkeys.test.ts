import { expect, test } from "vitest";
import { describeError, PasskeyError } from "./api-error";
import { explain } from "./passkeys";

const named = (name: string) => explain(Object.assign(new Error("of the browser"), { name }));

test("what the browser says of a passkey is explained in words", () => {
	expect(named("NotAllowedError")).toMatch(/^No passkey was used\./);
	expect(named("AbortError")).toBe(named("NotAllowedError"));
	expect(named("InvalidStateError")).toBe("This device already has a passkey for your account.");
	expect(named("NotSupportedError")).toMatch(/Use another device\.$/);
	expect(named("SecurityError")).toMatch(/^Passkeys don't work at this address\./);
	expect(explain("nothing known")).toMatch(/^The passkey couldn't be read\./);
	expect(describeError(new PasskeyError(named("SecurityError")))).toBe(named("SecurityError"));
});
