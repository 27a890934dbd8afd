import type { Metadata } from "next";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { DeploymentsPage } from "@/components/features/deployments/deployments-page";

export const metadata: Metadata = { title: "Deployments" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/deployments", await searchParams);
	return <DeploymentsPage />;
}
