import type { Metadata } from "next";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { AccountPage } from "@/components/features/accounts/account/account-page";

export const metadata: Metadata = { title: "Account" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/account", await searchParams);
	return <AccountPage />;
}
