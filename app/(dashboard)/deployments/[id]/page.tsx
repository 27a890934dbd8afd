import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireUser } from "@/app/(dashboard)/require-user";
import { DeploymentPage } from "@/components/features/deployments/deployment/deployment-page";
import { guid } from "@/lib/contract/primitives";

export const metadata: Metadata = { title: "Deployment" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
	const { id } = await params;
	await requireUser(`/deployments/${encodeURIComponent(id)}`);
	if (!guid.safeParse(id).success) notFound();
	return <DeploymentPage id={id.toLowerCase()} />;
}
