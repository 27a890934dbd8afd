import { expect, test } from "vitest";
import { SINGLE_SIGN_ON_PROBLEMS } from "@/lib/contract/single-sign-on";
import { explainSingleSignOn } from "./explain-single-sign-on";

test("every problem has a sentence of its own that says what to do, and what is not known has a general one", () => {
	const sentences = SINGLE_SIGN_ON_PROBLEMS.map((problem) => explainSingleSignOn(problem, "Example ID"));
	expect(new Set(sentences).size).toBe(SINGLE_SIGN_ON_PROBLEMS.length);
	for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z\u2068].*\.$/);
	const general = explainSingleSignOn("unavailable", "Example ID");
	for (const code of ["", "OAuthCallback", "<b>", "toString"]) expect(explainSingleSignOn(code, "X")).toBe(general);
});
