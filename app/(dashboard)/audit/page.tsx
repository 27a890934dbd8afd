import type { Metadata } from "next";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { AuditPage } from "@/components/features/audit/audit-page";

export const metadata: Metadata = { title: "Audit" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/audit", await searchParams);
	return <AuditPage />;
}
