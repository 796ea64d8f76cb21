-- Events: slices, counters, scheduling, ftrace, logs.

CREATE VIEW slice AS SELECT *, category AS cat, id AS slice_id FROM __intrinsic_slice;
CREATE VIEW slices AS FROM slice;
CREATE VIEW instant AS SELECT ts, track_id, name, arg_set_id FROM __intrinsic_slice WHERE dur = 0;
CREATE VIEW flow AS FROM __intrinsic_flow;
CREATE VIEW state AS FROM __intrinsic_state;

CREATE VIEW counter AS FROM __intrinsic_counter;

CREATE VIEW counters AS
SELECT c.*, t.name, t.counter_unit AS unit
FROM __intrinsic_counter AS c
JOIN __intrinsic_track AS t ON t.id = c.track_id
WHERE t.event_type = 'counter'
ORDER BY c.ts, c.id;

CREATE VIEW sched AS
SELECT id, ts, dur, ucpu AS cpu, utid, end_state, priority, ucpu, ts + dur AS ts_end
FROM __intrinsic_sched_slice;

CREATE VIEW sched_slice AS SELECT * EXCLUDE (ts_end) FROM sched;

CREATE VIEW thread_state AS
SELECT
  id, ts, dur, ucpu AS cpu, utid, state, io_wait, blocked_function, waker_utid, waker_id, irq_context, ucpu
FROM __intrinsic_thread_state;

CREATE VIEW spurious_sched_wakeup AS FROM __intrinsic_spurious_sched_wakeup;

CREATE VIEW ftrace_event AS
SELECT id, ts, name, ucpu AS cpu, utid, arg_set_id, common_flags, ucpu
FROM __intrinsic_ftrace_event;

CREATE VIEW raw AS FROM ftrace_event;

CREATE VIEW logs AS FROM __intrinsic_logs;

CREATE VIEW android_logs AS
SELECT id, ts, utid, prio, tag, msg FROM __intrinsic_logs
WHERE log_source IN ('android_logcat', 'otlp', 'journald', 'dmesg', 'syslog', 'macos');
