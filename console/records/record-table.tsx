/** The rows of a list: what is selected of them, and the order that a click on a heading asks for. */
import { Checkbox, Table, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { fill } from "../../src/std/texts/fill.ts";
import { useTexts } from "../base/language.ts";
import { hashOf } from "../base/route.ts";
import { Icon } from "../parts/icon.tsx";

export interface Column<T> {
  readonly title: string;
  readonly cell: (record: T) => ReactNode;
  /** Left out on narrow screens. */
  readonly wide?: boolean;
  /** A name or another text of any length: one line, whole in its title. */
  readonly long?: boolean;
  /** Sentences: two lines of them. */
  readonly note?: boolean;
  /** Share of the width, beside the 1 of the others. */
  readonly share?: number;
  /** Word of `_sort` that orders the list by this column. */
  readonly sort?: string;
}

interface RecordTableProps<T> {
  readonly tab: string;
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly idOf: (record: T) => string;
  /** What people call the record; it links to it. */
  readonly nameOf: (record: T) => string;
  /** Word of the order, with `-` before it when it is the other way round. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly selected: ReadonlyMap<string, T>;
  /** Undefined where nothing is done to many at once. */
  readonly onSelect: ((selected: ReadonlyMap<string, T>) => void) | undefined;
  /** The rows are those of before, while others are on their way. */
  readonly isBehind: boolean;
}

function titleCut({ currentTarget }: { currentTarget: HTMLElement }): void {
  const cell = currentTarget.closest<HTMLElement>("td");
  if (!cell) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? "";
  else cell.removeAttribute("title");
}

const sharesOf = <T,>(columns: readonly Column<T>[]) =>
  columns.reduce((sum, { share = 1 }) => sum + share, 0);

export function RecordTable<T>(props: RecordTableProps<T>) {
  const { tab, items, columns, idOf, nameOf, sort, onSort, selected, onSelect, isBehind } = props;
  const text = useTexts("records");
  const [shares, narrow] = [sharesOf(columns), sharesOf(columns.filter(({ wide }) => !wide))];
  const allSelected = items.length > 0 && items.every((item) => selected.has(idOf(item)));
  return (
    <Table
      className="console-table console-cards"
      layout="fixed"
      highlightOnHover
      verticalSpacing={7}
      aria-busy={isBehind}
    >
      <Table.Thead>
        <Table.Tr>
          {onSelect && (
            <Table.Th w={40}>
              <Checkbox
                size="xs"
                aria-label={text.selectAll}
                checked={allSelected}
                indeterminate={!allSelected && items.some((item) => selected.has(idOf(item)))}
                onChange={() => {
                  const next = new Map(selected);
                  for (const item of items) {
                    if (allSelected) next.delete(idOf(item));
                    else next.set(idOf(item), item);
                  }
                  onSelect(next);
                }}
              />
            </Table.Th>
          )}
          {columns.map(({ title, wide, share = 1, sort: word }) => (
            <Table.Th
              key={title}
              style={{
                "--share": `${(100 * share) / shares}%`,
                "--narrow-share": `${(100 * share) / narrow}%`,
              }}
              visibleFrom={wide ? "md" : undefined}
              aria-sort={
                sort === word ? "ascending" : sort === `-${word}` ? "descending" : undefined
              }
            >
              {word ? (
                <UnstyledButton
                  className="console-sort"
                  onClick={() => onSort(sort === word ? `-${word}` : word)}
                >
                  {title}
                  {sort === word && <Icon name="up" size={13} />}
                  {sort === `-${word}` && <Icon name="down" size={13} />}
                </UnstyledButton>
              ) : (
                title
              )}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => {
          const id = idOf(item);
          return (
            <Table.Tr
              key={id}
              data-id={id}
              bg={selected.has(id) ? "var(--mantine-color-postern-light)" : undefined}
            >
              {onSelect && (
                <Table.Td>
                  <Checkbox
                    size="xs"
                    aria-label={fill(text.select, { name: nameOf(item) })}
                    checked={selected.has(id)}
                    onChange={() => {
                      const next = new Map(selected);
                      if (!next.delete(id)) next.set(id, item);
                      onSelect(next);
                    }}
                  />
                </Table.Td>
              )}
              {columns.map(({ title, cell, wide, long, note }, index) => (
                <Table.Td
                  key={title}
                  visibleFrom={wide ? "md" : undefined}
                  data-label={index === 0 ? undefined : title}
                  className={long ? "console-long" : note ? "console-note" : undefined}
                  // Where it is cut off, it is whole in the title.
                  onPointerEnter={long ? titleCut : undefined}
                >
                  {index === 0 ? (
                    <a className="console-link" href={hashOf(tab, id)} onFocus={titleCut}>
                      {cell(item)}
                    </a>
                  ) : note ? (
                    <div>{cell(item)}</div>
                  ) : (
                    cell(item)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
