import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireUser } from "@/app/(dashboard)/require-user";
import { EditorPage } from "@/components/features/designs/editor/editor-page";
import { guid } from "@/lib/contract/primitives";

export const metadata: Metadata = { title: "Edit design" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
	const { id } = await params;
	await requireUser(`/designs/${encodeURIComponent(id)}/edit`);
	if (!guid.safeParse(id).success) notFound();
	return <EditorPage id={id.toLowerCase()} />;
}
