-- Snapshots of the three sides of an input method.

-- As apps see it.
CREATE PERFETTO VIEW android_inputmethod_clients AS
SELECT id, ts, arg_set_id
FROM __intrinsic_inputmethod_clients;

-- As the system sees it.
CREATE PERFETTO VIEW android_inputmethod_manager_service AS
SELECT id, ts, arg_set_id
FROM __intrinsic_inputmethod_manager_service;

-- As the input method itself sees it.
CREATE PERFETTO VIEW android_inputmethod_service AS
SELECT id, ts, arg_set_id
FROM __intrinsic_inputmethod_service;
