-- @case samples before the start of their profile have times and functions
SELECT s.ts, c.depth, f.name FROM cpu_profile_stack_sample AS s JOIN stack_profile_callsite AS c ON c.id = s.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id ORDER BY s.ts

-- @case a profile whose start is not in the file is a problem
SELECT name, value FROM stats WHERE value != 0 AND severity = 'error' ORDER BY name
