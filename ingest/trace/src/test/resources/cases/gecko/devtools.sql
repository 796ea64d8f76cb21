-- @case the profile in a file of the developer tools is read
SELECT s.ts, f.name FROM stack_sample AS s JOIN stack_profile_callsite AS c ON c.id = s.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id
