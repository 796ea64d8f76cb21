-- Properties of the machines in the trace.

CREATE PERFETTO FUNCTION _is_linux_machine(machine_id LONG) RETURNS LONG AS
SELECT CAST(count(*) = 1 AS INT)
FROM metadata AS m
WHERE m.name = 'system_name' AND m.str_value = 'Linux' AND m.machine_id = $machine_id;
