"use client";

import { PageHeader } from "@/components/kit/ui/page-header";
import { ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { accountQuery } from "@/lib/browser/account";
import { useQuery } from "@/lib/browser/use-query";
import type { Account } from "@/lib/contract/account";
import { KeysSection } from "./keys-section";
import { NameSection } from "./name-section";
import { NotificationsSection } from "./notifications-section";
import { PasswordSection } from "./password-section";
import { SecondFactorSection } from "./second-factor-section";
import { SessionsSection } from "./sessions-section";

/** The sections of the page, each a card of its own. */
function Sections({ account }: { account: Account }) {
	return (
		<>
			<NameSection account={account} />
			<PasswordSection account={account} />
			<SecondFactorSection account={account} />
			<NotificationsSection />
			<SessionsSection />
			<KeysSection account={account} />
		</>
	);
}

/** The reader's own account. */
export function AccountPage() {
	const query = useQuery(accountQuery);
	const { data, error, refetch } = query;
	return (
		<>
			<PageHeader title="Account" summary={data === undefined ? "…" : <bdi>{data.email}</bdi>} />
			<div className="min-h-0 grow p-4 md:p-6 lg:overflow-y-auto">
				<div className="grid max-w-prose gap-group">
					{data === undefined ? (
						error === null ? (
							<div className="grid gap-3 p-3" aria-busy="true">
								<Skeleton className="w-60" />
								<Skeleton className="w-40" />
								<Skeleton className="w-52" />
							</div>
						) : (
							<ErrorState error={error} what="Your account" onRetry={refetch} />
						)
					) : (
						<>
							{error === null ? null : <StaleNotice error={error} updatedAt={query.dataUpdatedAt} onRetry={refetch} />}
							<Sections account={data} />
						</>
					)}
				</div>
			</div>
		</>
	);
}
