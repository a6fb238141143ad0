/** Roles by their names, each a link. */
import { useTexts } from "../base/language.ts";
import { hashOf } from "../base/route.ts";
import { NameOf } from "./names.tsx";

export function RoleNames({ ids }: { ids: readonly string[] }) {
  const text = useTexts("directory");
  if (ids.length === 0) return <>{text.notMapped}</>;
  return ids.map((id, at) => (
    <span key={id}>
      {at > 0 && ", "}
      <a className="console-link" href={hashOf("roles", id)}>
        <NameOf base="/v1/roles" id={id} />
      </a>
    </span>
  ));
}
