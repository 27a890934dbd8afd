import { Card } from "@/components/kit/ui/card";
import { CopyId } from "@/components/kit/ui/copy-id";
import type { Operation } from "@/lib/browser/openapi/operations";
import { ExampleTabs } from "./example-tabs";

/** An operation's call for each tool, and what the environment has to have for it. */
export function ExampleCard({ operation, server }: { operation: Operation; server: string }) {
	const { samples, credentials } = operation;
	const schemes = credentials.flatMap((credential) => credential.schemes);
	const key = schemes.includes("apiKey") || schemes.includes("key") ? "an API key" : "the target's agent key";
	return (
		<Card title="Example">
			<div className="grid gap-2 p-3">
				<ExampleTabs samples={samples} />
				<p className="text-muted text-small">
					Set <code className="font-mono">TARGETING_URL</code> to <CopyId id={server} what="address" />
					{schemes.length === 0 ? (
						"; no key is needed."
					) : (
						<>
							{" "}
							and <code className="font-mono">TARGETING_KEY</code> to {key}.
						</>
					)}
				</p>
			</div>
		</Card>
	);
}
