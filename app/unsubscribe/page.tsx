import type { Metadata } from "next";
import { Brand } from "@/components/kit/ui/brand";
import { Link } from "@/components/kit/ui/link";
import { Notice } from "@/components/kit/ui/notice";
import { UnsubscribeForm } from "@/components/shell/signin/unsubscribe-form";
import { NOTICES } from "@/lib/contract/events/events";
import { subscriptionOf } from "@/lib/http/routes/subscription-of";

export const metadata: Metadata = { title: "Unsubscribe", referrer: "no-referrer" };

/** Asks before it unsubscribes: programs that scan mails open their links. */
export default async function UnsubscribePage({
	searchParams,
}: {
	searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
	const { token } = await searchParams;
	const given = typeof token === "string" ? token : "";
	const subscription = subscriptionOf(given);
	return (
		<main className="grid min-h-dvh place-items-center p-4">
			<div className="grid w-full max-w-signin gap-6 rounded-md border border-line bg-surface p-6">
				<div className="grid gap-1">
					<Brand />
					<h1 className="mt-3 text-title font-bold">Unsubscribe</h1>
				</div>
				{subscription === null ? (
					<Notice kind="warn">This link is incomplete. Open the full link in the email.</Notice>
				) : (
					<UnsubscribeForm
						token={given}
						what={subscription === "digest" ? "the daily digest" : `“${NOTICES[subscription].label}”`}
					/>
				)}
				<Link href="/account" className="-my-0.5 justify-self-start rounded-sm py-0.5 text-accent">
					Change notification settings
				</Link>
			</div>
		</main>
	);
}
