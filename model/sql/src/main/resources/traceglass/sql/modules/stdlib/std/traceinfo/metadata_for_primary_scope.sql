-- One value for each metadata key: that of the first trace and machine that has it, else one without trace or machine.

CREATE PERFETTO TABLE _metadata_for_primary_scope AS
SELECT name, str_value, int_value, key_type
FROM metadata
QUALIFY row_number() OVER (PARTITION BY name ORDER BY trace_id IS NULL, trace_id, machine_id IS NULL, machine_id) = 1
ORDER BY name;
