-- Snapshots of the three sides of an input method.

-- Snapshots of clients.
CREATE PERFETTO VIEW android_inputmethod_clients AS
SELECT id, ts, arg_set_id
FROM __intrinsic_inputmethod_clients;

-- Snapshots of the system.
CREATE PERFETTO VIEW android_inputmethod_manager_service AS
SELECT id, ts, arg_set_id
FROM __intrinsic_inputmethod_manager_service;

-- Snapshots of the input method itself.
CREATE PERFETTO VIEW android_inputmethod_service AS
SELECT id, ts, arg_set_id
FROM __intrinsic_inputmethod_service;
