-- @case an app is frozen until something needs it
INCLUDE PERFETTO MODULE android.freezer;
SELECT pid, ts, dur, unfreeze_reason_int, unfreeze_reason_str FROM android_freezer_events

-- @case a broadcast is scheduled within its queue's turn for a process
INCLUDE PERFETTO MODULE android.broadcasts;
SELECT record_id, intent_action, process_name, pid, process_queue_id, queue_id, ts, dur FROM _android_broadcasts_minsdk_u

-- @case a job has its service and user
INCLUDE PERFETTO MODULE android.job_scheduler;
SELECT job_id, uid, package_name, job_service_name, ts, dur FROM android_job_scheduler_events

-- @case a process starts for an activity, from the request to its end
INCLUDE PERFETTO MODULE android.app_process_starts;
SELECT process_name, pid, intent, reason, proc_start_ts, proc_start_dur, bind_app_ts, bind_app_dur, intent_ts, intent_dur, total_dur FROM android_app_process_starts

-- @case a score lasts until the next, and has the update before it
INCLUDE PERFETTO MODULE android.oom_adjuster;
SELECT ts, dur, score, bucket, process_name, oom_adj_ts, oom_adj_dur, oom_adj_thread_name, oom_adj_reason, oom_adj_trigger FROM android_oom_adj_intervals ORDER BY ts

-- @case scores have names
INCLUDE PERFETTO MODULE android.oom_adjuster;
SELECT s, android_oom_adj_score_to_bucket_name(s) AS bucket, android_oom_adj_score_to_detailed_bucket_name(s, 10200) AS detail FROM (SELECT unnest([-900, 0, 99, 100, 200, 201, 249, 250, 700, 900, 950]) AS s) ORDER BY s

-- @case memory of a process is next to its score
INCLUDE PERFETTO MODULE android.memory.process;
SELECT ts, dur, score, process_name, anon_rss, file_rss, rss, swap, rss_and_swap FROM memory_oom_score_with_rss_and_swap_per_process WHERE score IS NOT NULL ORDER BY ts

-- @case wakeups have their cause and the quality of the suspend before them
INCLUDE PERFETTO MODULE android.wakeups;
SELECT ts, dur, raw_wakeup, on_device_attribution, type, item, suspend_quality, backoff_state, backoff_reason, backoff_count, backoff_millis FROM android_wakeups ORDER BY item

-- @case an ANR has the intent that the app handles and its time limit
INCLUDE PERFETTO MODULE android.anrs;
SELECT process_name, pid, error_id, ts, anr_type, intent, component, default_anr_dur_ms FROM android_anrs

-- @case a call of another process has both sides, the interface and the scores at that time
INCLUDE PERFETTO MODULE android.binder;
SELECT interface, method_name, client_process, client_tid, client_ts, client_dur, server_process, server_thread, server_ts, server_dur, client_oom_score, server_oom_score, is_sync, is_main_thread, client_monotonic_dur FROM android_binder_txns

-- @case calls are counted by process
INCLUDE PERFETTO MODULE android.binder;
SELECT process_name, slice_name, event_count FROM android_binder_metrics_by_process ORDER BY 1, 2

-- @case the owner and the waiter of a monitor are read from the name of its slice
INCLUDE PERFETTO MODULE android.monitor_contention;
SELECT android_extract_android_monitor_contention_blocking_thread(n) AS thread, android_extract_android_monitor_contention_blocking_tid(n) AS tid, android_extract_android_monitor_contention_blocking_method(n) AS blocking, android_extract_android_monitor_contention_short_blocking_method(n) AS short_blocking, android_extract_android_monitor_contention_blocked_method(n) AS blocked, android_extract_android_monitor_contention_short_blocked_method(n) AS short_blocked
FROM (SELECT 'monitor contention with owner worker (205) at void com.app.A.run(int)(A.java:10) waiters=2 blocking from void com.app.B.go()(B.java:20)' AS n)

-- @case an application that does not respond is an event with its process
.data Android ANRs
.details derived_android_anrs 0

-- @case a search finds the counter of a memory
.search mem.swap
