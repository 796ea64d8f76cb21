-- @case records are slices at the time of day in a request
SELECT s.ts, s.dur, t.name AS track, s.name, extract_arg(s.arg_set_id, 'details') AS details
FROM slice s JOIN track t ON t.id = s.track_id WHERE s.category = 'safari' ORDER BY s.ts, s.dur, s.name;
-- @case requests are those of an HTTP archive
SELECT ts, dur, name FROM slice WHERE category = 'request' ORDER BY ts;
-- @case load and memory are counters
SELECT c.ts, t.name, t.unit, c.value FROM counter c JOIN counter_track t ON t.id = c.track_id ORDER BY c.ts, t.name;
-- @case samples begin with the innermost function
SELECT s.ts, f.name, parent.name AS caller FROM stack_sample s JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id LEFT JOIN stack_profile_callsite pc ON pc.id = c.parent_id
LEFT JOIN stack_profile_frame parent ON parent.id = pc.frame_id ORDER BY s.ts;
