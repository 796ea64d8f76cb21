-- @case open and close events are slices of the thread named by the profile
SELECT s.ts, s.dur, s.depth, s.name, t.tid, t.name AS thread, p.name AS process FROM slice s
JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid) JOIN process p USING (upid) ORDER BY s.id;
-- @case a slice has the source of its frame
SELECT s.name, a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) ORDER BY s.id, a.key;
-- @case samples follow each other by their weights
SELECT s.ts, f.name, t.tid, t.name AS thread FROM stack_sample s JOIN stack_sample_task_context x ON x.id = s.task_context_id
JOIN thread t USING (utid) JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id ORDER BY s.id;
-- @case different weights are a counter
SELECT c.value, k.name, k.is_timebase FROM stack_sample_counter c JOIN stack_sample_counter_track k ON k.id = c.track_id ORDER BY c.id;
-- @case bytes are a profile without times
SELECT p.name, p.sample_type_type, p.sample_type_unit, s.value FROM __intrinsic_aggregate_sample s
JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id;
