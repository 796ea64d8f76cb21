-- @case the files of a run share a timeline
SELECT s.ts, s.dur, s.name, t.name AS track, th.tid FROM slice s JOIN track t ON t.id = s.track_id
LEFT JOIN thread_track tt ON tt.id = t.id LEFT JOIN thread th USING (utid) ORDER BY s.ts;
-- @case an arrow leads from a call in one file to its work in another
SELECT a.name, b.name AS started FROM flow f JOIN slice a ON a.id = f.slice_out JOIN slice b ON b.id = f.slice_in ORDER BY b.ts;
-- @case a dispatch with several counters is one slice
SELECT t.name, c.ts, c.value FROM counter c JOIN counter_track t ON t.id = c.track_id ORDER BY t.name, c.ts;
-- @case statistics are a profile without times
SELECT p.name, f.name AS function, s.value FROM __intrinsic_aggregate_profile p JOIN __intrinsic_aggregate_sample s ON s.aggregate_profile_id = p.id
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id ORDER BY p.name, f.name;
