-- @case lines of the log are at their own time, with the thread that wrote them and their arguments
SELECT l.ts, h.tid, p.pid, l.prio, l.log_source, l.tag, l.msg FROM logs AS l JOIN thread AS h USING (utid) LEFT JOIN process AS p USING (upid) WHERE l.log_source = 'android_logcat' ORDER BY l.ts

-- @case what recorders lost is counted
SELECT name, value FROM stats WHERE value != 0 AND (name GLOB 'android_log*' OR name GLOB 'systemd*' OR name GLOB 'packages*' OR name GLOB 'user_list*' OR name GLOB 'game*' OR name GLOB 'android_aflags*') ORDER BY name

-- @case the journal has lines with what is known of their writer
INCLUDE PERFETTO MODULE linux.systemd_journald;
SELECT l.ts, h.tid, p.pid, l.prio, l.tag, l.msg, l.uid, l.comm, l.systemd_unit, l.hostname, l.transport
FROM linux_systemd_journald_logs AS l LEFT JOIN thread AS h USING (utid) LEFT JOIN process AS p USING (upid) ORDER BY l.ts

-- @case a package is listed once, with its first description
SELECT package_name, uid, debuggable, profileable_from_shell, version_code FROM package_list ORDER BY id

-- @case the last description of a user applies
INCLUDE PERFETTO MODULE android.user_list;
SELECT * FROM android_user_list ORDER BY android_user_id

-- @case a user id is known by its app's package, by Android's own name, or by its number
INCLUDE PERFETTO MODULE android.package_lookup;
SELECT u AS uid, android_package_lookup(u) AS package FROM (SELECT unnest([0, 1000, 1073, 2000, 10001, 10003, 50000, 99001, 1010002]) AS u) ORDER BY uid

-- @case each path of a file has a row
SELECT block_device_id, mount_point, inode_number, type, path FROM __intrinsic_inode_file ORDER BY id

-- @case interrupts have names
INCLUDE PERFETTO MODULE linux.irqs;
SELECT irq_id, name, machine_id FROM linux_interrupt_mapping ORDER BY irq_id

-- @case games have their interventions in each mode
SELECT * EXCLUDE (id) FROM android_game_intervention_list ORDER BY package_name

-- @case flags have their values and where these come from
INCLUDE PERFETTO MODULE android.aflags;
SELECT * FROM android_aflags ORDER BY name

-- @case packets of Bluetooth are slices with all their fields
SELECT s.ts, s.dur, s.name, t.name AS track, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts

-- @case logs are tracks of all lines, of processes and of threads
.tree
.data Android logs
.data Systemd journald logs

-- @case a line of a log has its priority, tag and arguments
.details android_logs 0
.details android_logs 1
.details logs 0
.details logs 3

-- @case the list of logs has both kinds of lines, and a text selects some
.list logs
.list logs tag

-- @case lines of a range are counted by text, tag, level and process
.report area-logs 0 1000 Line
.report area-logs 0 1000 Tag
.report area-logs 0 1000 Level
.report area-logs 0 1000 Process
.singles area-logs 0 1000 Tag
