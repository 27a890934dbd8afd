import type { RowData } from "@tanstack/react-table";
import { Bytes } from "@/components/kit/ui/bytes";
import { PersonName, type PersonNameProps } from "@/components/kit/ui/person-name";
import { RowTime } from "@/components/kit/ui/relative-time";
import type { ColumnOptions } from "./table-columns";

type Look<T extends RowData> = Omit<ColumnOptions<T>, "cell" | "number" | "width"> & { width?: string };

/** A column of instants, each as long ago as it is; `none` is said where there is none. */
export const timeColumn = <T extends RowData>({
	at,
	none = "never",
	...look
}: Look<T> & { at: (row: T) => string | null | undefined; none?: string }): ColumnOptions<T> => ({
	width: "w-24",
	...look,
	number: true,
	cell: (row) => {
		const iso = at(row);
		return iso === null || iso === undefined ? <span className="text-muted">{none}</span> : <RowTime iso={iso} />;
	},
});

/** A column of people: avatars, with names where the table has room for them. */
export const personColumn = <T extends RowData>({
	person,
	...look
}: Look<T> & { person: (row: T) => PersonNameProps }): ColumnOptions<T> => ({
	width: "w-14 min-[90rem]:w-40 2xl:w-48",
	...look,
	cell: (row) => <PersonName compact {...person(row)} />,
});

/** A column of sizes. */
export const sizeColumn = <T extends RowData>({
	bytes,
	...look
}: Look<T> & { bytes: (row: T) => number | null | undefined }): ColumnOptions<T> => ({
	width: "w-22",
	...look,
	number: true,
	cell: (row) => {
		const size = bytes(row);
		return size === null || size === undefined ? <span className="text-muted">—</span> : <Bytes value={size} />;
	},
});
