-- @case the server's side of a call is split by what its thread waited for
INCLUDE PERFETTO MODULE android.binder_breakdown;
SELECT ts, dur, reason FROM android_binder_server_breakdown ORDER BY ts

-- @case while the server works, its reason counts, before and after that of the client
INCLUDE PERFETTO MODULE android.binder_breakdown;
SELECT ts, dur, reason_type, reason, client_reason FROM android_binder_client_server_breakdown ORDER BY ts

-- @case a call has its states, its flow and the thread that woke it
.details slice 0
.details slice 1

-- @case a wait for a disk has its function, and is counted under it
.details thread_state 7
.report area-states 1000000000 1010000000 Blocked function
.report area-slices 1000000000 1010000000 Name, thread

-- @case a thread that holds a monitor is contended for
.details slice 2
.search contention
