import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusal } from "@/lib/browser/fetcher";
import { onSignedOut } from "@/lib/browser/signed-out";
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

/** The answer 401 to a request of the page. */
function refused(sentAt: number): void {
	onSignedOut(endSession);
	refusal(401, "", null, sentAt);
}

test("an answer that the session has ended leads to the page that signs in, once, and back from there", () => {
	refused(performance.now());
	refused(performance.now());
	expect(assign.mock.calls).toEqual([["/signin?callbackUrl=%2Fdesigns%3Fq%3Da&ended=true"]]);
});

test("an answer that was on its way when the reader signed in again is of the old session, and ends nothing", () => {
	const sentBefore = performance.now() - 1;
	resumeSession();
	refused(sentBefore);
	expect(assign).not.toHaveBeenCalled();
	refused(performance.now());
	expect(assign).toHaveBeenCalledOnce();
});
