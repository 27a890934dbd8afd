import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ApprovalsPage } from "@/components/approvals/approvals-page";
import { requireUser, type SearchProps } from "../require-user";

export const metadata: Metadata = { title: "Approvals" };

export default async function Page({ searchParams }: SearchProps) {
	const { role } = await requireUser("/approvals", await searchParams);
	if (role === "designer") notFound();
	return <ApprovalsPage />;
}
