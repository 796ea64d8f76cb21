-- @case entries are lines of the log
SELECT l.ts, l.log_source, t.tid, p.pid, p.name AS process, l.prio, l.tag, l.msg FROM logs l LEFT JOIN thread t USING (utid) LEFT JOIN process p USING (upid) ORDER BY l.id;
-- @case other fields are arguments
SELECT l.id, a.key, a.display_value FROM logs l JOIN args a USING (arg_set_id) ORDER BY l.id, a.key;
-- @case the wall clock is related to the monotonic one
SELECT clock_name, clock_value FROM clock_snapshot ORDER BY id;
-- @case entries without a time are counted
SELECT name, value FROM stats WHERE name = 'system_log_line_skipped';
-- @case the table of Android logs has them
SELECT count(*) FROM android_logs;
-- @case the module of the journal has them with their own priorities
INCLUDE PERFETTO MODULE linux.systemd_journald;
SELECT ts, prio, tag, msg, comm, systemd_unit, transport FROM linux_systemd_journald_logs ORDER BY id;
