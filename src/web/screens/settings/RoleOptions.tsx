import { Role } from "../../../api/server/common.js";
import { useTexts } from "../../texts/language.js";

export function RoleOptions() {
  const { t } = useTexts();
  return Role.options.map((each) => (
    <option key={each} value={each}>
      {t(`role.${each}`)}
    </option>
  ));
}
