import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { ApprovalsPage } from "@/components/features/approvals/approvals-page";

export const metadata: Metadata = { title: "Approvals" };

export default async function Page({ searchParams }: SearchProps) {
	const query = await searchParams;
	const { role } = await requireUser("/approvals", query);
	if (role === "designer") notFound();
	// Links of when both lists were on one page.
	if (query.view === "live") redirect("/deployments");
	return <ApprovalsPage />;
}
