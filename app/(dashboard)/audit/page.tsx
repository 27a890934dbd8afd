import type { Metadata } from "next";
import { AuditPage } from "@/components/audit/audit-page";
import { requireUser, type SearchProps } from "../require-user";

export const metadata: Metadata = { title: "Audit" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/audit", await searchParams);
	return <AuditPage />;
}
