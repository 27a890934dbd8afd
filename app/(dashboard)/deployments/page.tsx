import type { Metadata } from "next";
import { DeploymentsPage } from "@/components/deployments/deployments-page";
import { requireUser, type SearchProps } from "../require-user";

export const metadata: Metadata = { title: "Deployments" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/deployments", await searchParams);
	return <DeploymentsPage />;
}
