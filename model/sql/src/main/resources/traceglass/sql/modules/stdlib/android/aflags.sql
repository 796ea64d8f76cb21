-- Android flags at the time of the trace.

-- Flags with their values, and where these were set and stored.
CREATE PERFETTO VIEW android_aflags AS
SELECT ts, package, name, flag_namespace, container, value, staged_value, permission, value_picked_from, storage_backend, type
FROM __intrinsic_android_aflags;
