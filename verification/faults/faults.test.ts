import { expect, test } from "vitest";
import { FAULTS } from "./faults";
import { runFault } from "./run-fault";

const SEED = 20_261_126;

/** `npm run test:faults` has all faults, and more rounds. */
test.for(FAULTS.filter(({ bounded }) => bounded > 0))("$name: nothing is lost or doubled", async (fault, { skip }) => {
	const report = await runFault(fault, { times: fault.bounded, seed: SEED });
	if (report.skipped !== undefined) skip(report.skipped);
	expect(report).toMatchObject({ rounds: fault.bounded, lost: 0, doubled: 0, problems: [] });
	expect(report.acknowledged).toBeGreaterThan(0);
});
