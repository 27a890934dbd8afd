import { buttonClass } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { Link } from "@/components/kit/ui/link";
import { formatPlural } from "@/lib/browser/format";
import type { Account } from "@/lib/contract/account";

/** How many keys act as the reader, and the way to them. */
export function KeysSection({ account: { id, key_count } }: { account: Account }) {
	return (
		<Card title="API keys">
			<div className="flex flex-wrap items-center justify-between gap-3 p-3">
				<p className="text-muted">
					{key_count === 0 ? "No API key acts as you." : `${formatPlural(key_count, "API key")} can act as you.`}
				</p>
				<Link href={`/keys?user_id=${id}`} className={buttonClass("plain")}>
					Manage API keys
				</Link>
			</div>
		</Card>
	);
}
