"use client";

import { useState } from "react";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { UploadDialog } from "@/components/kit/ui/upload-dialog";
import { useSend } from "@/lib/browser/api";
import { isolate } from "@/lib/rules/text/isolate";

const MOST_LETTERS = 100;

/** Adds a region from a file, with progress and outcome. */
export function UploadRegionDialog({ onClose }: { onClose: () => void }) {
	const upload = useSend("POST /api/basemap/regions");
	const [name, setName] = useState("");
	return (
		<UploadDialog
			title="Upload a region"
			description="Maps show its streets for everybody."
			hint="A PMTiles file with vector tiles in the schema of Protomaps (version 4) or OpenMapTiles."
			accept=".pmtiles"
			action="Upload"
			options={(isBusy) => (
				<Field label="Name" optional hint="Defaults to the name of the file.">
					{(control) => (
						<input
							{...control}
							value={name}
							maxLength={MOST_LETTERS}
							disabled={isBusy}
							onChange={(event) => setName(event.target.value)}
							className={controlClass()}
						/>
					)}
				</Field>
			)}
			upload={upload}
			onSend={(sent) =>
				upload.mutate({
					...sent,
					name: name.trim() || sent.file.name.replace(/\.pmtiles$/i, "").slice(0, MOST_LETTERS) || "Region",
					contentType: "application/octet-stream",
				})
			}
			unchanged="No region was added."
			outcome={(region) => <Notice kind="ok">Maps now show the streets of {isolate(region.name)}.</Notice>}
			onClose={onClose}
		/>
	);
}
