-- Flags of Android, as they were when the trace was taken.

-- Flags with their values, where these came from and where they are kept.
CREATE PERFETTO VIEW android_aflags AS
SELECT ts, package, name, flag_namespace, container, value, staged_value, permission, value_picked_from, storage_backend, type
FROM __intrinsic_android_aflags;
