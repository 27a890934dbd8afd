import { expect, test } from "vitest";
import { reportDeployments } from "@/lib/agent/compose-report";
import type { DeploymentLoader } from "@/lib/agent/deployment-loader";

test("a long reason is not cut within a surrogate pair, which the service would reject", () => {
	const deployment = { deploymentId: "d", sha256: "0".repeat(64) };
	const failed = { deployment, state: "failed", error: `${"x".repeat(1999)}\u{1f600}`, retiring: false };
	const loader = { statuses: [failed], unusable: [] } as unknown as DeploymentLoader;
	const [reported] = reportDeployments(loader);
	expect(reported?.error).toHaveLength(2000);
	expect(reported?.error?.isWellFormed()).toBe(true);
});
