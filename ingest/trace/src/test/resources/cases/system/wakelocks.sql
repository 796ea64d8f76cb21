-- @case wake locks of the kernel are counters of the total time held, in ns
SELECT c.ts, t.name, c.value, extract_arg(t.dimension_arg_set_id, 'wakelock_type') AS type FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type = 'android_kernel_wakelock' ORDER BY c.ts, t.name

-- @case errors in wake locks are counted
SELECT name, value FROM stats WHERE (name GLOB 'kernel_wakelock*' OR name GLOB 'app_wakelock*') AND value != 0 ORDER BY name

-- @case wake locks of apps are slices from acquire to release, with their owner
SELECT s.ts, s.dur, s.name, t.name AS track, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s JOIN track AS t ON t.id = s.track_id WHERE t.type = 'app_wakelock_events' ORDER BY s.ts

-- @case CPU time of a user id is absolute, that of groups and totals counts from the first value
SELECT c.ts, t.name, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id WHERE t.type GLOB 'android_cpu_per_uid*' ORDER BY c.ts, t.name

-- @case the module of kernel wake locks has the time held until the next sample
INCLUDE PERFETTO MODULE android.kernel_wakelocks;
SELECT ts, dur, name, type, held_dur, held_ratio FROM android_kernel_wakelocks ORDER BY ts, name

-- @case the module of CPU time by user id has the package of an app and its sum
INCLUDE PERFETTO MODULE android.cpu.cpu_per_uid;
SELECT uid, cluster, package_name, total_cpu_millis FROM android_cpu_per_uid_track ORDER BY uid, cluster

-- @case the module of CPU time has differences between samples
INCLUDE PERFETTO MODULE android.cpu.cpu_per_uid;
SELECT ts, dur, uid, cluster, diff_ms, cpu_ratio FROM android_cpu_per_uid_counter AS c JOIN android_cpu_per_uid_track AS t ON t.id = c.track_id ORDER BY ts, uid, cluster
