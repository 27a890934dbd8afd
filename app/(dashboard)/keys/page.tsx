import type { Metadata } from "next";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { KeysPage } from "@/components/features/accounts/keys/keys-page";

export const metadata: Metadata = { title: "API keys" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/keys", await searchParams);
	return <KeysPage />;
}
