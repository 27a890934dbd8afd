import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/lib/browser/api-error";
import { createQueryClient } from "@/lib/browser/query-client";
import { endSession, resumeSession } from "./session-end";

const assign = vi.fn();
/** What the browser does that shows the page again as it was. */
let showAgain = () => {};

beforeEach(() => {
	vi.stubGlobal("window", {
		location: { pathname: "/designs", search: "?q=a", assign },
		addEventListener: (_name: string, listener: () => void) => {
			showAgain = listener;
		},
	});
	vi.stubGlobal("document", { querySelector: () => null });
});

afterEach(() => {
	showAgain();
	assign.mockReset();
	vi.unstubAllGlobals();
});

/** A change that is answered with 401, in the page's cache. */
async function refused(sentAt: number): Promise<void> {
	const client = createQueryClient(endSession);
	const message = "no valid credential";
	const error = new ApiError({ status: 401, errorType: "Auth", message, requestId: null, sentAt });
	const change = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(error) });
	await change.execute(undefined).catch(() => undefined);
}

test("an answer that the session has ended leads to the page that signs in, once, and back from there", async () => {
	await refused(performance.now());
	await refused(performance.now());
	expect(assign.mock.calls).toEqual([["/signin?callbackUrl=%2Fdesigns%3Fq%3Da&ended=true"]]);
});

test("an answer that was on its way when the reader signed in again is of the old session, and ends nothing", async () => {
	const sentBefore = performance.now() - 1;
	resumeSession();
	await refused(sentBefore);
	expect(assign).not.toHaveBeenCalled();
	await refused(performance.now());
	expect(assign).toHaveBeenCalledOnce();
});
