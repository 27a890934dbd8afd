import { expect, test } from "vitest";
import type { ActivationPreview } from "@/lib/contract/preview";
import { requestChecks } from "./request-checks";

type Checks = ActivationPreview["checks"];

test("the gravest come first, and a warning that no check answers for stands among them in its own words", () => {
	const checks: Checks = [
		{ code: "memory", state: "ok", words: "fits memory", message: null, warnings: [] },
		{ code: "agents", state: "warn", words: "no agent online", message: "None.", warnings: ["no_living_agent"] },
		{ code: "size", state: "info", words: "first build", message: null, warnings: [] },
		{ code: "decider", state: "bad", words: "someone else must activate", message: "You.", warnings: ["four_eyes"] },
	];
	const warnings: ActivationPreview["warnings"] = [
		{ code: "no_living_agent", message: "None." },
		{ code: "four_eyes", message: "You." },
		{ code: "scheduled", message: "Scheduled for Monday." },
	];
	expect(requestChecks({ checks, warnings }).map(({ state, words }) => `${state} ${words}`)).toEqual([
		"bad someone else must activate",
		"warn no agent online",
		"warn Scheduled for Monday.",
		"ok fits memory",
		"info first build",
	]);
});
