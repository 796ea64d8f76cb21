-- @case a startup is split by what its main thread did or waited for
INCLUDE PERFETTO MODULE android.startup.startup_breakdowns;
SELECT startup_id, ts, dur, reason FROM android_startup_opinionated_breakdown ORDER BY ts

-- @case causes of a startup add up to its length
INCLUDE PERFETTO MODULE android.startup.startup_breakdowns;
SELECT s.dur, sum(b.dur) AS sum, sum(b.dur) FILTER (b.reason = 'bind_application') AS bind_application FROM android_startup_opinionated_breakdown AS b JOIN android_startups AS s USING (startup_id) GROUP BY s.dur

-- @case a bound service leads from its client to the app that has it
INCLUDE PERFETTO MODULE android.services;
SELECT client_process, client_tid, client_ts, client_dur, server_process, server_tid, server_ts, server_dur, token, act, cmp, flg, bind_seq FROM android_service_bindings

-- @case a bucket of one millisecond has the cause that takes most of it
INCLUDE PERFETTO MODULE android.startup.startup_mipmap;
SELECT ts, dur, name, state, io_wait FROM _android_startup_mipmap_1ms WHERE ts BETWEEN 14000000 AND 20000000 ORDER BY ts

-- @case spans lead from one slice to the next of another name
INCLUDE PERFETTO MODULE android.profiling_manager.util;
SELECT 'before' AS what, name, ts, dur FROM _android_generate_start_to_end_slices('bindApplication', 'activity*', FALSE) UNION ALL SELECT 'within', name, ts, dur FROM _android_generate_start_to_end_slices('bindApplication', 'activity*', TRUE) UNION ALL SELECT 'none', name, ts, dur FROM _android_generate_start_to_end_slices('activityResume', 'nothing', TRUE) ORDER BY 1
