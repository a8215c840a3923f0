/** A password: its name, the box, and what the browser's own keeper of passwords is to take it for. */
interface PasswordFieldProps {
  readonly label: string;
  readonly keeper: "current-password" | "new-password";
  readonly fewest?: number; // letters
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function PasswordField({ label, keeper, fewest, value, onChange }: PasswordFieldProps) {
  return (
    <label className="field grow">
      <span>{label}</span>
      <input
        className="in"
        type="password"
        autoComplete={keeper}
        required
        minLength={fewest}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
