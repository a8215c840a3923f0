/** The line that makes a new account or a new key: its name, its role, one button. */
import { type ReactNode, useState } from "react";
import type { Role } from "../../../api/server/common.js";
import { useIsOnline } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { useTexts } from "../../texts/language.js";
import { RoleOptions } from "./RoleOptions.js";

interface NewLineProps {
  readonly label: string;
  readonly act: string;
  readonly fixedRole?: Role; // there is no choice
  readonly state: { readonly isPending: boolean; readonly error: unknown };
  readonly onAdd: (made: { name: string; role: Role }, done: () => void) => void;
  readonly more?: ReactNode; // further fields
  readonly children?: ReactNode;
}

export function NewLine({ label, act, fixedRole, state, onAdd, more, children }: NewLineProps) {
  const { t } = useTexts();
  const isOnline = useIsOnline();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("reader");
  return (
    <form
      className="settings-line"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd({ name: name.trim(), role: fixedRole ?? role }, () => setName(""));
      }}
    >
      <label className="field grow">
        <span>{label}</span>
        <input className="in" required value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      {!fixedRole && (
        <label className="field">
          <span>{t("people.role")}</span>
          <select className="in" value={role} onChange={({ target }) => setRole(target.value as Role)}>
            <RoleOptions />
          </select>
        </label>
      )}
      {more}
      <button type="submit" className="btn prime" disabled={state.isPending || !isOnline}>
        {act}
      </button>
      {children}
      {state.error !== null && <ErrorLine error={state.error} />}
    </form>
  );
}
