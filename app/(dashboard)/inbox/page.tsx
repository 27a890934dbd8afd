import type { Metadata } from "next";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { InboxPage } from "@/components/features/inbox/inbox-page";

export const metadata: Metadata = { title: "Inbox" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/inbox", await searchParams);
	return <InboxPage />;
}
