import { Select } from "@mantine/core";

interface RoleSelectProps {
  readonly roles: readonly string[];
  readonly value: string;
  readonly onChange: (role: string) => void;
}

export function RoleSelect({ roles, value, onChange }: RoleSelectProps) {
  const data = roles.map((role) => ({ value: role, label: role.replaceAll("_", " ") }));
  return (
    <Select
      label="Role"
      required
      allowDeselect={false}
      data={data}
      value={value}
      onChange={(role) => role && onChange(role)}
    />
  );
}
