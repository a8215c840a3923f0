/** Who looks at the page, and what they may do. */
import { createContext, useContext } from "react";
import type { Me } from "../../api/server/accounts.js";
import type { Role } from "../../api/server/common.js";
import { useLive } from "./live.js";

export const MeContext = createContext<Me | undefined>(undefined);

export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error("Nobody is known above this part.");
  return me;
}

const RANK: Readonly<Record<Role, number>> = { reader: 0, editor: 1, admin: 2 };

/** Whether the person may do what needs this role. */
export function useMay(role: Role): boolean {
  const { user } = useMe();
  return user !== null && RANK[user.role] >= RANK[role];
}

/** Whether something can be written now: while nobody answers, writing acts wait. */
export function useIsOnline(): boolean {
  return useLive().lostAt === null;
}
