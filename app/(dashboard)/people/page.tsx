import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { PeoplePage } from "@/components/features/accounts/people-page";
import { signInWays } from "@/lib/http/routes/sign-in-ways";

export const metadata: Metadata = { title: "People" };

export default async function Page({ searchParams }: SearchProps) {
	const { role } = await requireUser("/people", await searchParams);
	if (role === "designer") notFound();
	return <PeoplePage singleSignOn={signInWays().singleSignOn} />;
}
