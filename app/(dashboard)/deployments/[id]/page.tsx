import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DeploymentPage } from "@/components/deployment/deployment-page";
import { guid } from "@/lib/contract/primitives";
import { requireUser } from "../../require-user";

export const metadata: Metadata = { title: "Deployment" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
	const { id } = await params;
	await requireUser(`/deployments/${encodeURIComponent(id)}`);
	if (!guid.safeParse(id).success) notFound();
	return <DeploymentPage id={id.toLowerCase()} />;
}
