-- @case a startup is split by what its main thread did or waited for
INCLUDE PERFETTO MODULE android.startup.startup_breakdowns;
SELECT startup_id, ts, dur, reason FROM android_startup_opinionated_breakdown ORDER BY ts

-- @case causes of a startup add up to its length
INCLUDE PERFETTO MODULE android.startup.startup_breakdowns;
SELECT s.dur, sum(b.dur) AS sum, sum(b.dur) FILTER (b.reason = 'bind_application') AS bind_application FROM android_startup_opinionated_breakdown AS b JOIN android_startups AS s USING (startup_id) GROUP BY s.dur

-- @case a bound service leads from its client to the app that has it
INCLUDE PERFETTO MODULE android.services;
SELECT client_process, client_tid, client_ts, client_dur, server_process, server_tid, server_ts, server_dur, token, act, cmp, flg, bind_seq FROM android_service_bindings
