-- @case memory of an app is known without that of the zygote while the app lives
INCLUDE PERFETTO MODULE android.memory.memory_breakdown;
SELECT process_name, memory_track_name AS name, ts, dur, value, zygote_adjusted_value, track_has_spike_gt_100mib AS spike FROM android_process_memory_intervals WHERE memory_track_name <> 'mem.dmabuf_rss' ORDER BY process_name, name, ts

-- @case memory is split when the importance of the process changes
INCLUDE PERFETTO MODULE android.memory.memory_breakdown;
SELECT process_name, memory_track_name AS name, ts, dur, bucket, value FROM android_process_memory_intervals_by_oom_bucket WHERE memory_track_name <> 'mem.dmabuf_rss' ORDER BY process_name, name, ts

-- @case buffers belong to the client of the allocator, also when another process releases them
INCLUDE PERFETTO MODULE android.memory.dmabuf;
SELECT ts, inode, buf_size, tid, process_name FROM android_dmabuf_allocs ORDER BY ts

-- @case buffers of a process are added up
INCLUDE PERFETTO MODULE android.memory.dmabuf;
SELECT process_name, ts, value FROM android_memory_cumulative_dmabuf ORDER BY process_name, ts

-- @case polled buffer sizes last until the next one
INCLUDE PERFETTO MODULE android.memory.dmabuf_spans;
SELECT p.name, s.ts, s.dur, s.dmabuf_rss FROM _dmabuf_spans AS s JOIN process AS p USING (upid) ORDER BY s.ts
