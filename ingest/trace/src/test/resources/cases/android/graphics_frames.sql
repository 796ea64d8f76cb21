-- @case each step of a buffer is an instant on its track
SELECT s.ts, s.dur, s.name FROM slice AS s JOIN track AS t ON t.id = s.track_id WHERE t.name = 'Buffer: 5 app' ORDER BY s.ts

-- @case between steps the app draws, the GPU works, SurfaceFlinger composes and the display shows
SELECT t.name AS track, s.ts, s.dur, s.name, extract_arg(s.arg_set_id, 'layer_name') AS layer FROM slice AS s JOIN track AS t ON t.id = s.track_id WHERE t.name NOT GLOB 'Buffer*' ORDER BY s.ts, t.name

-- @case a step has its frame and the duration of the steps before it
SELECT name, frame_number, layer_name, queue_to_acquire_time, acquire_to_latch_time, latch_to_present_time FROM frame_slice WHERE name IN ('PresentFenceSignaled', 'Latch') ORDER BY ts
